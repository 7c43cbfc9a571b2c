// No report from the field is forgotten: each is held by a named test.

import { existsSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { type Row, rows } from './cases.js';
import { checkCoverage } from './check.js';

const root = new URL('../../', import.meta.url);
const read = (path: string) => (existsSync(new URL(path, root)) ? readFileSync(new URL(path, root), 'utf8') : null);
const reports: { id: string }[] = JSON.parse(read('test/fixtures/bug-reports.json') ?? '[]');
const ids = reports.map(({ id }) => id);

describe('cases from the field', () => {
  it('are all in the table, each with a test that names it', () => {
    expect(ids.length).toBeGreaterThan(0);
    expect(new Set(ids).size).toBe(ids.length);
    expect(checkCoverage(rows, ids, read)).toEqual([]);
  });
});

describe('the check itself', () => {
  const files: Record<string, string> = { 'a.test.ts': "it('RA-10: …')", 'a.ts': 'RA-1' };
  const check = (table: Row[], known: string[]) => checkCoverage(table, known, (path) => files[path] ?? null);

  it('accepts a case whose test names it', () => {
    expect(check([{ id: 'RA-10', test: 'a.test.ts' }], ['RA-10'])).toEqual([]);
  });

  it.each<[string, Row[], string[], string]>([
    ['a lost case', [], ['RA-1'], 'RA-1: is missing from the table'],
    ['an unknown case', [{ id: 'RA-10', test: 'a.test.ts' }], [], 'RA-10: is not among the reports'],
    ['a missing file', [{ id: 'RA-1', test: 'b.test.ts' }], ['RA-1'], 'RA-1: b.test.ts does not exist'],
    ['a file that is no test', [{ id: 'RA-1', test: 'a.ts' }], ['RA-1'], 'RA-1: a.ts is no test file'],
    ['an id that is only part of another', [{ id: 'RA-1', test: 'a.test.ts' }], ['RA-1'], 'does not mention it'],
    ['a repeated case', [1, 2].map(() => ({ id: 'RA-10', test: 'a.test.ts' })), ['RA-10'], 'RA-10: is listed twice'],
  ])('refuses %s', (_, table, known, problem) => {
    const problems = check(table, known);
    expect(problems).toHaveLength(1);
    expect(problems[0]).toContain(problem);
  });
});
