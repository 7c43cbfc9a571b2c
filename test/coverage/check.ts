// Compares the table with the reports, as a function, so that its own tests can feed it broken tables.

import { type Row, topics } from './cases.js';

/** What is wrong with the table, in one line per problem. `read` gives the text of a file of the repository, or null. */
export function checkCoverage(
  rows: readonly Row[],
  ids: readonly string[],
  read: (path: string) => string | null,
): string[] {
  const seen = new Set<string>();
  const problems: string[] = [];
  for (const row of rows) {
    if (seen.has(row.id)) problems.push(`${row.id}: is listed twice`);
    seen.add(row.id);
    if (!ids.includes(row.id)) problems.push(`${row.id}: is not among the reports`);
    const problem = 'test' in row ? checkTest(row.id, row.test, read) : checkTopic(row.waitsFor);
    if (problem) problems.push(`${row.id}: ${problem}`);
  }
  for (const id of ids) if (!seen.has(id)) problems.push(`${id}: is missing from the table`);
  return problems;
}

/** How many cases are covered, and how many wait for what, in one line. */
export function summarize(rows: readonly Row[]): string {
  const waiting = rows.filter((row) => 'waitsFor' in row);
  const parts = topics.map((topic) => ({ topic, n: waiting.filter((row) => row.waitsFor === topic).length }));
  const list = parts.filter(({ n }) => n > 0).map(({ topic, n }) => `${topic} ${n}`);
  return `${rows.length - waiting.length} of ${rows.length} covered, ${waiting.length} wait (${list.join(', ')})`;
}

function checkTest(id: string, path: string, read: (path: string) => string | null): string | null {
  if (!path.endsWith('.test.ts')) return `${path} is no test file`;
  const text = read(path);
  if (text === null) return `${path} does not exist`;
  // Whole ids only: RA-1 must not be found in RA-10.
  return new RegExp(`(?<![\\w-])${id}(?![\\w-])`).test(text) ? null : `${path} does not mention it`;
}

function checkTopic(topic: string): string | null {
  return (topics as readonly string[]).includes(topic) ? null : `waits for '${topic}', which is none of the topics`;
}
