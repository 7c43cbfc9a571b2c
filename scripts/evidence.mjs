// `npm run evidence`: simulates every study of src/simulator/evidence in full and writes docs/evidence.md: what is
// published or known in closed form, what the simulator gives, the difference that is allowed, and whether it holds. Takes
// the code from dist/, so build first. The exit code is 1 when something does not hold.

import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { isMet, STUDIES } from '../dist/simulator/evidence/index.js';
import { table } from './docs/markdown.mjs';
import { root } from './run.mjs';

const MARKS = {
  exact: 'must hold to rounding',
  statistical: 'a mean whose spread is known; the tolerance is four standard errors, or as stated',
  fluid: 'an approximation that a simulation must come near',
  published: 'a number printed in the source',
};

const parts = [];
const failed = [];
let count = 0;
for (const study of STUDIES) {
  process.stderr.write(`${study.title} …`);
  const findings = study.findings('full');
  const missed = findings.filter((finding) => !isMet(finding));
  count += findings.length;
  failed.push(...missed.map(({ what }) => `${study.id}: ${what}`));
  process.stderr.write(` ${findings.length - missed.length} of ${findings.length} hold\n`);
  parts.push(section(study, findings));
}

writeFileSync(join(root, 'docs/evidence.md'), `${[head(), ...parts].join('\n\n')}\n`);
for (const name of failed) console.error(`does not hold: ${name}`);
process.exitCode = failed.length === 0 ? 0 : 1;

function head() {
  const marks = Object.entries(MARKS).map(([mark, meaning]) => `- **${mark}**: ${meaning}`);
  return [
    '# Evidence',
    '',
    'Results that others have published, or that follow in closed form, beside what the simulator gives. Written by',
    `\`npm run evidence\`; ${count - failed.length} of ${count} hold. The same seeds give the same figures everywhere, and the tests repeat every`,
    'study with fewer runs.',
    '',
    ...marks,
  ].join('\n');
}

function section({ title, about, source }, findings) {
  const columns = [
    ['what', ({ what }) => what],
    ['expected', ({ expected }) => number(expected)],
    ['ours', ({ ours }) => number(ours)],
    ['tolerance', ({ tolerance }) => (tolerance === 0 ? 'none' : `± ${number(tolerance)}`)],
    ['mark', ({ mark }) => mark],
    ['', (finding) => (isMet(finding) ? 'pass' : '**fail**')],
  ];
  return [`## ${title}`, '', about, '', `Source: ${source}.`, '', table(columns, findings)].join('\n');
}

function number(value) {
  if (value === Number.POSITIVE_INFINITY) return 'never';
  if (value !== 0 && Math.abs(value) < 1e-4) return value.toExponential(0);
  return Number(value.toPrecision(6)).toLocaleString('en-US', { maximumFractionDigits: 6 });
}
