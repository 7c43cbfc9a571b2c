// The tables of docs/headers.md.

import { DIALECTS } from '../../dist/core/headers/dialects/all.js';
import { ENCODINGS } from '../../dist/core/headers/encodings/encodings.js';
import { PRECEDENCE } from '../../dist/core/headers/verdict/precedence.js';
import { code, table } from './markdown.mjs';

/** The order in which waits are believed. */
export function precedence() {
  return PRECEDENCE.map(({ where, because }, at) => `${at + 1}. ${where}: ${because}.`).join('\n');
}

export function encodings() {
  const readable = ENCODINGS.filter(({ gives }) => gives !== 'nothing').length;
  const list = table(
    [
      ['#', ({ number }) => number],
      ['where', ({ where }) => where],
      ['written as', ({ grammar }) => (grammar === '–' ? grammar : code(grammar))],
      ['unit', ({ unit }) => unit],
      ['counts', ({ counts }) => counts],
      ['speaks of', ({ says }) => says],
      ['example', ({ example }) => code(example.length > 48 ? `${example.slice(0, 47)}…` : example)],
      ['the trap', ({ trap }) => trap],
      ['seen at', ({ providers }) => providers.join(', ')],
    ],
    ENCODINGS,
  );
  return `${ENCODINGS.length} encodings, ${readable} of which can be read.\n\n${list}`;
}

const EVIDENCE = {
  captured: 'proven by a captured response',
  documented: "read in the sender's documentation",
  composed: 'put together from documentation and reports',
  claimed: 'heard of, and not seen',
};

export function dialects() {
  const counts = Object.entries(EVIDENCE).flatMap(([evidence, meaning]) => {
    const count = DIALECTS.filter((dialect) => dialect.evidence === evidence).length;
    return count === 0 ? [] : [`${count} ${evidence} (${meaning})`];
  });
  const list = table(
    [
      ['`--provider`', ({ id }) => code(id)],
      ['who', ({ title }) => title],
      ['evidence', ({ evidence }) => evidence],
      ['also', ({ aliases = [] }) => aliases.map(code).join(', ')],
      ['read in', ({ source }) => source],
    ],
    DIALECTS,
  );
  return `${DIALECTS.length} dialects: ${counts.join(', ')}.\n\n${list}`;
}
