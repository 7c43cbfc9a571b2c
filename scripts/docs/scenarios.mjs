// docs/scenarios.md: every scenario with its story, the figures of a run and what to notice.

import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { formatNumber } from '../../dist/core/text/format-number.js';
import { formatShare } from '../../dist/core/text/format-share.js';
import { formatWait } from '../../dist/core/text/format-time.js';
import { sparkline } from '../../dist/core/text/sparkline.js';
import { wrap } from '../../dist/core/text/wrap.js';
import { canRecover, replicate, SCENARIOS, usualTop, variantsOf } from '../../dist/simulator/index.js';
import { root } from '../run.mjs';
import { code, table } from './markdown.mjs';

const WIDTH = 124;

/** All that the figures can depend on. */
const SOURCES = [
  ...['backoff', 'engine', 'leases', 'limiters', 'policy', 'random', 'text'].map((folder) => `dist/core/${folder}`),
  'dist/simulator',
];

/**
 * The gallery. Running all scenarios takes some seconds, which a check need not spend as long as neither the code nor
 * the text has changed: the last line has the fingerprint of both.
 */
export function gallery(before) {
  const mark = fingerprint();
  const [text, last] = splitLast(before);
  if (last === line(mark, text)) return before;
  const made = SCENARIOS.map(section).join('\n\n');
  // Code that has changed, and gives the same figures, leaves the document as it is.
  return made === text ? before : `${made}\n\n${line(mark, made)}`;
}

function section(input) {
  const { id, title, story, notice, controls = [] } = input;
  const runs = variantsOf(input).map(({ name, scenario }) => ({ ...replicate(scenario, 1).first, name, scenario }));
  const settings = controls.map(({ key, about }) => `${code(key)} (${about.replace(/\.$/, '')})`).join(', ');
  return [
    `## ${title}`,
    wrap(`${code(`holdoff simulate ${id}`)}. ${story}`, WIDTH),
    figures(runs),
    `\`\`\`text\n${runs.map((run) => lines(run, runs.length > 1)).join('\n\n')}\n\`\`\``,
    wrap(notice, WIDTH),
    wrap(`${code('--set')} takes ${settings}.`, WIDTH),
  ].join('\n\n');
}

function figures(runs) {
  const isRecovery = runs.some(({ scenario }) => canRecover(scenario));
  const figure = (name, format) => (run) => format(run.figures[name]);
  return table(
    [
      ['', ({ name }) => name],
      ['calls', figure('calls', formatNumber)],
      ['succeeded', figure('succeeded', formatNumber)],
      ['attempts per call', figure('amplification', formatNumber)],
      ['in vain', figure('wastedShare', formatShare)],
      ['half within', figure('latencyP50Ms', formatWait)],
      isRecovery
        ? ['recovered after', figure('recoveredAfterMs', formatWait)]
        : ['last end', figure('completionMs', formatWait)],
    ],
    runs,
  );
}

function lines({ name, series, endedAtMs }, isNamed) {
  const top = usualTop(series.offeredPerSecond);
  const row = (label, values) => `${label.padEnd(8)}${sparkline(values, top, 72)}`.trimEnd();
  const head = `${isNamed ? `${name}, ` : ''}0 to ${formatWait(Math.min(endedAtMs, series.binMs * series.offeredPerSecond.length))}; the highest blocks are ${formatNumber(top)}/s and more`;
  return [head, row('load', series.offeredPerSecond), row('useful', series.usefulPerSecond)].join('\n');
}

function fingerprint() {
  const hash = createHash('sha256').update(readFileSync(join(root, 'scripts/docs/scenarios.mjs')));
  for (const folder of SOURCES) {
    const files = readdirSync(join(root, folder), { recursive: true }).map(String).sort();
    for (const file of files) {
      if (!/\.m?js$/.test(file) || /^evidence/.test(file)) continue;
      hash.update(`${file}\n`).update(readFileSync(join(root, folder, file)));
    }
  }
  return hash.digest('hex');
}

function line(mark, text) {
  return `<!-- made by ${createHash('sha256').update(mark).update(text).digest('hex').slice(0, 16)} -->`;
}

function splitLast(text) {
  const at = text.lastIndexOf('\n\n<!-- made by ');
  return at === -1 ? [text, ''] : [text.slice(0, at), text.slice(at + 2)];
}
