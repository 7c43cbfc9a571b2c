// docs/benchmarks.md: a summary with a row for every budget, and a section for every bench. The page is its own memory: a
// bench that is not run again keeps its rows and its section.

import { wrap } from '../../../dist/core/text/wrap.js';
import { code, table } from '../markdown.mjs';
import { isMet, worstOf } from './printed.mjs';

const WIDTH = 124;
const COLUMNS = ['what', 'measured', 'spread', 'budget', ''];

/** What the page has of each bench: the rows of its budgets and its section, as texts. */
export function partsOf(page) {
  const parts = new Map();
  for (const text of page.split(/^(?=## )/m).slice(1)) {
    const name = /^<!-- bench: ([\w-]+) -->$/m.exec(text)?.[1];
    if (name !== undefined) parts.set(name, { rows: rowsOf(page, name), section: text.trim() });
  }
  return parts;
}

export function partOf(bench, printed, machine) {
  const { name, title, about, flags = [] } = bench;
  const rows = [
    ...bench.budgets.map((budget) => judged(budget, printed)),
    ...(bench.promises ? promised(printed) : []),
  ];
  // npm takes flags for itself unless two dashes come before them.
  const command = ['npm run bench', ...(flags.length > 0 ? ['--'] : []), name, ...flags].join(' ');
  const section = [
    `## ${title}`,
    `<!-- bench: ${name} -->`,
    wrap(about, WIDTH),
    `${code(command)} on ${machine}:`,
    `\`\`\`text\n${printed.trim()}\n\`\`\``,
  ].join('\n\n');
  return { rows: rows.map((cells) => lineOf(name, cells)), section };
}

export function pageOf(benches, parts) {
  const known = benches.filter(({ name }) => parts.has(name)).map(({ name }) => parts.get(name));
  const rows = known.flatMap((part) => part.rows);
  const missed = rows.filter((row) => row.includes('**not met**')).length;
  const [head, rule] = table(
    COLUMNS.map((heading) => [heading, () => '']),
    [],
  ).split('\n');
  return `${[
    '# Benchmarks',
    wrap(
      'Made by `npm run benchmarks`, which runs the benches, reads their figures and compares them with the budgets. ' +
        '`npm run benchmarks -- fetch queue` measures those anew and leaves the rest as it is.',
      WIDTH,
    ),
    wrap(
      'Contestants take turns within one run, so that a busy machine slows all of them alike: what counts is the ratio. Absolute ' +
        'figures belong to the machine that is named, and no test depends on any of them. Medians, with the lowest and the ' +
        'highest round as the spread; of several rows the worst one is judged.',
      WIDTH,
    ),
    `${rows.length - missed} of ${rows.length} budgets are met.`,
    [head, rule, ...rows].join('\n'),
    ...known.map((part) => part.section),
  ].join('\n\n')}\n`;
}

function judged(budget, printed) {
  const { what, most, least, unit = '' } = budget;
  const worst = worstOf(budget, printed);
  const bound = most === undefined ? `at least ${figure(least, unit)}` : `at most ${figure(most, unit)}`;
  return [what, figure(worst.value, unit), worst.spread, bound, isMet(budget, worst) ? 'met' : '**not met**'];
}

/** What a bench judges by itself, as in "  holdoff, time: 9.51 s, budget 9.36 s: MISSED". */
function promised(printed) {
  const lines = printed.split('\n');
  return lines.flatMap((line, index) => {
    const match = /^ {2}holdoff, (.*): (.*), budget (.*): (met|MISSED)$/.exec(line);
    if (match === null) return [];
    const [, what, measured, most, end] = match;
    const scenario = lines.slice(0, index).findLast((above) => /^[\w-]+: \d+ requests/.test(above)) ?? '';
    return [
      [`${scenario.split(':')[0]}: ${what}`, measured, '', `at most ${most}`, end === 'met' ? 'met' : '**not met**'],
    ];
  });
}

function figure(value, unit) {
  const text = value.toLocaleString('en-US', { maximumSignificantDigits: 4 });
  return unit === '' ? text : `${text} ${unit}`;
}

function lineOf(name, cells) {
  const [, , line] = table(
    cells.map((cell) => ['', () => cell]),
    [null],
  ).split('\n');
  return `${line} <!-- ${name} -->`;
}

function rowsOf(page, name) {
  return page.split('\n').filter((line) => line.startsWith('| ') && line.endsWith(`<!-- ${name} -->`));
}
