// Compares the table with the reports, as a function, so that its own tests can feed it broken tables.

import type { Row } from './cases.js';

/** What is wrong with the table, in one line per problem. `read` gives the text of a file of the repository, or null. */
export function checkCoverage(
  rows: readonly Row[],
  ids: readonly string[],
  read: (path: string) => string | null,
): string[] {
  const seen = new Set<string>();
  const problems: string[] = [];
  for (const { id, test } of rows) {
    if (seen.has(id)) problems.push(`${id}: is listed twice`);
    seen.add(id);
    if (!ids.includes(id)) problems.push(`${id}: is not among the reports`);
    const problem = checkTest(id, test, read);
    if (problem !== null) problems.push(`${id}: ${problem}`);
  }
  for (const id of ids) if (!seen.has(id)) problems.push(`${id}: is missing from the table`);
  return problems;
}

function checkTest(id: string, path: string, read: (path: string) => string | null): string | null {
  if (!path.endsWith('.test.ts')) return `${path} is no test file`;
  const text = read(path);
  if (text === null) return `${path} does not exist`;
  // Whole ids only: RA-1 must not be found in RA-10.
  return new RegExp(`(?<![\\w-])${id}(?![\\w-])`).test(text) ? null : `${path} does not mention it`;
}
