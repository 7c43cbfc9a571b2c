// docs/comparison.md: what holdoff and others do. What is said of holdoff names a test, and a test that is not where it
// is said to be is an error; what is said of others was read in the source that is named.

import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { wrap } from '../../dist/core/text/wrap.js';
import { root } from '../run.mjs';
import { planners, schedules } from './comparison/calculators.mjs';
import { javascriptClients, otherClients } from './comparison/clients.mjs';
import { decoders } from './comparison/decoders.mjs';
import { simulators } from './comparison/simulators.mjs';
import { table } from './markdown.mjs';

const WIDTH = 124;
const GROUPS = [schedules, planners, decoders, javascriptClients, otherClients, simulators];

export function comparison() {
  return GROUPS.map(section).join('\n\n');
}

function section({ title, about, peers, rows }) {
  const lines = rows.map(([what, ours, others]) => ({ what, ours, others: others.split(' | ') }));
  const odd = lines.find(({ others }) => others.length !== peers.length);
  if (odd !== undefined) throw new Error(`comparison, "${odd.what}": not one cell for each of the ${peers.length}`);
  const columns = [
    ['', ({ what }) => what],
    ['**holdoff**', ({ ours }) => linked(ours)],
    ...peers.map(([name], index) => [name, ({ others }) => others[index]]),
  ];
  const tests = lines.filter(({ ours }) => ours.file !== undefined).map(shown);
  return [
    `## ${title}`,
    wrap(about, WIDTH),
    table(columns, lines),
    wrap(`Read in: ${peers.map(([name, source]) => `${name}: ${source}`).join(' · ')}.`, WIDTH),
    `<details><summary>The tests that show it</summary>\n\n${tests.join('\n')}\n\n</details>`,
  ].join('\n\n');
}

function linked({ text, file }) {
  return file === undefined || text.includes('](') ? text : `[${text}](../${file})`;
}

function shown({ what, ours: { file, test } }) {
  check(what, file, test);
  return `- ${what}: [${file}](../${file}), “${test}”`;
}

/** A test has its name as the first argument of what declares it. */
function check(what, file, test) {
  const path = join(root, file);
  const text = existsSync(path) ? readFileSync(path, 'utf8') : null;
  const isThere = ["'", '`', '"'].some((quote) => {
    const name = `${quote}${test}${quote},`;
    return text?.includes(`(${name}`) || text?.split('\n').some((line) => line.trim() === name);
  });
  if (isThere) return;
  const problem = text === null ? `there is no ${file}` : `${file} has no test "${test}"`;
  throw new Error(`comparison, "${what}": ${problem}; say in scripts/docs/comparison where the test is now`);
}
