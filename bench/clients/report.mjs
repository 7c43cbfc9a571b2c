// The scores as a table for the terminal, as Markdown, and beside what the library promises.

import { figure, spread, summary, table } from '../measure.mjs';
import { contestants } from './contestants.mjs';
import { scenarios } from './scenarios.mjs';
import { longestLatencyMs } from './server.mjs';

/** Timers that come so late are an appreciable part of a latency. */
const BUSY_MS = 30;

const of = (key) => (score) => summary(score.rounds.map((round) => round[key]));

const columns = [
  ['', ({ name }) => contestants[name].name],
  ['time ÷ bound', (score) => `${score.rounds.some(({ isStopped }) => isStopped) ? '> ' : ''}${ratioOf(score)}`],
  ['spread', (score) => spread(of('ratio')(score))],
  ['calls each', (score) => of('callsEach')(score).median.toFixed(2)],
  ['early', (score) => String(of('early')(score).median)],
  ['lost', (score) => String(of('lost')(score).median)],
  ['peak in 100 ms', (score) => String(of('peak')(score).median)],
];

function ratioOf(score) {
  return of('ratio')(score).median.toFixed(3);
}

function heading({ scenario, requests, scores }) {
  const bound = (scores[0].boundMs / 1000).toFixed(2);
  const rounds = scores[0].rounds.length;
  return `${scenario}: ${requests} requests, ${scenarios[scenario].about}; bound ${bound} s, ${rounds} round${rounds === 1 ? '' : 's'}`;
}

export function printed(result) {
  const { scores } = result;
  table(heading(result), scores, columns);
  const lagMs = Math.max(...scores.map((score) => score.lagMs));
  const isBusy = lagMs > BUSY_MS ? ': THE MACHINE IS BUSY, and the figures say little' : '';
  console.log(`  (event loops were late by at most ${figure(lagMs)} ms, 99th percentile${isBusy})`);
  for (const line of verdictOn(result)) console.log(line);
}

export function markdownOf(result) {
  const { scores } = result;
  const line = (cells) => `| ${cells.join(' | ')} |`;
  return [
    `**${heading(result)}**`,
    '',
    line(columns.map(([title]) => title)),
    line(columns.map((_, index) => (index === 0 ? '---' : '--:'))),
    ...scores.map((score) => line(columns.map(([, text]) => text(score)))),
  ].join('\n');
}

/** What the library promises, beside what it did: a line for each promise. */
function verdictOn({ scenario, requests, scores }) {
  const score = scores.find(({ name }) => name === 'holdoff');
  if (score === undefined) return [];
  const { tellsLimits = false, processes = 1 } = scenarios[scenario];
  const lines = [judged('early', of('early')(score).max, 0, ''), judged('lost', of('lost')(score).max, 0, '')];
  if (processes > 1) lines.push(judged('calls each', of('callsEach')(score).median, 1.7, ''));
  // Where limits are told nobody needs to be refused to find them.
  if (tellsLimits) {
    const allowedMs = requests >= 1000 ? 1.02 * (score.boundMs + 2 * longestLatencyMs) : 1.04 * score.boundMs;
    lines.push(judged('time', of('tookMs')(score).median / 1000, allowedMs / 1000, ' s'));
    lines.push(judged('calls each', of('callsEach')(score).median, 1.02, ''));
  }
  return lines;
}

function judged(what, value, most, unit) {
  return `  holdoff, ${what}: ${figure(value)}${unit}, budget ${figure(most)}${unit}: ${value <= most ? 'met' : 'MISSED'}`;
}
