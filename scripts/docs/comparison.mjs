// docs/comparison.md: what holdoff and others do. What is said of holdoff names a test, and a test that is not where it
// is said to be is an error; what is said of others was read in the source that is named.

import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../run.mjs';
import { planners, schedules } from './comparison/calculators.mjs';
import { javascriptClients, otherClients } from './comparison/clients.mjs';
import { decoders } from './comparison/decoders.mjs';
import { simulators } from './comparison/simulators.mjs';
import { table } from './markdown.mjs';

const GROUPS = [schedules, planners, decoders, javascriptClients, otherClients, simulators];

export function comparison() {
  return GROUPS.map(section).join('\n\n');
}

function section({ title, about, peers, rows }) {
  const wrong = rows.find((row) => row.length !== peers.length + 2);
  if (wrong !== undefined)
    throw new Error(`comparison, ${title}: "${wrong[0]}" has not one cell for each of ${peers.length}`);
  const columns = [
    ['', ([what]) => what],
    ['**holdoff**', ([, ours]) => linked(ours)],
    ...peers.map(([name], index) => [name, (row) => row[index + 2]]),
  ];
  return [
    `## ${title}`,
    about,
    table(columns, rows),
    `Read in: ${peers.map(([name, source]) => `${name} (${source})`).join(' · ')}.`,
    ['<details><summary>The tests that show it</summary>', ...[...new Set(rows.flatMap(shown))], '</details>'].join(
      '\n\n',
    ),
  ].join('\n\n');
}

function linked({ text, file }) {
  return file === undefined || text.includes('](') ? text : `[${text}](../${file})`;
}

function shown([what, { file, test }]) {
  if (file === undefined) return [];
  check(what, file, test);
  return [`- ${what}: [${file}](../${file}), “${test}”`];
}

/** A test has its name as the first argument of what declares it. */
function check(what, file, test) {
  const path = join(root, file);
  if (!existsSync(path)) throw new Error(`comparison, "${what}": there is no ${file}`);
  const text = readFileSync(path, 'utf8');
  const quoted = ["'", '`', '"'].map((quote) => `${quote}${test}${quote},`);
  const isThere = quoted.some((name) =>
    [`(${name}`, `\n    ${name}`, `\n  ${name}`].some((start) => text.includes(start)),
  );
  if (!isThere) throw new Error(`comparison, "${what}": ${file} has no test "${test}"`);
}
