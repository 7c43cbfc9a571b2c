// The page of benchmarks says of every budget what the bench printed, and keeps what was not measured again.

import { describe, expect, it } from 'vitest';

const from = (name: string) => import(new URL(`../../scripts/docs/benchmarks/${name}.mjs`, import.meta.url).href);
const { isMet, worstOf } = await from('printed');
const { pageOf, partOf, partsOf } = await from('page');
const { BENCHES } = await from('benches');

const PRINTED = `one thing beside another
                   µs each         spread  ratio  µs added
  bare function     0.0487  0.0479…0.0542   1.00         0
  ours                0.80     0.77…1.33    16.4      0.74
  ours, with more     2.02     1.82…3.25    42.0      1.97

herds
  clients  attempts  seconds
  10,000     69,193    0.305
  1,000,000  6,910,971  13.0

with spreads in brackets
                      object             pairs
  a, 18 fields  3.83 (3.03…5.14)  3.37 (2.95…5.26)
  b, 15 fields  4.08 (2.71…3.76)  3.00 (2.71…3.18)

script first: 60.5 kB gzip`;

describe('a figure that was printed', () => {
  it.each([
    [
      'of several rows the largest where it must be at most',
      { table: 'one thing', rows: /^ours/, column: 'µs added', most: 1 },
      1.97,
      '',
    ],
    [
      'of several rows the least where it must be at least',
      { table: 'one thing', rows: /^ours/, column: 'ratio', least: 1 },
      16.4,
      '',
    ],
    [
      'with the spread that follows it',
      { table: 'one thing', rows: /^ours,/, column: 'µs each', most: 1 },
      2.02,
      '1.82…3.25',
    ],
    [
      'of a table whose first column has a heading',
      { table: 'herds', rows: /^1,0/, column: 'seconds', most: 10 },
      13,
      '',
    ],
    ['with commas', { table: 'herds', rows: /^1,0/, column: 'attempts', most: 10 }, 6_910_971, ''],
    ['with a spread in brackets', { table: 'with', rows: /./, column: 'object', most: 4 }, 4.08, '2.71…3.76'],
    ['in a line of its own', { line: /^script first: ([\d.]+) kB/, most: 60 }, 60.5, ''],
  ])('is read: %s', (_, budget, value, spread) => {
    expect(worstOf(budget, PRINTED)).toEqual({ value, spread });
  });

  it.each([
    { table: 'another', rows: /./, column: 'object' },
    { table: 'herds', rows: /^nobody/, column: 'seconds' },
    { table: 'herds', rows: /./, column: 'hours' },
    { line: /^script last: ([\d.]+)/ },
  ])('and one that was not is an error: %o', (budget) => {
    expect(() => worstOf({ what: 'a figure', ...budget, most: 1 }, PRINTED)).toThrow('"a figure"');
  });

  it('meets a bound that it equals', () => {
    expect([isMet({ most: 2 }, { value: 2 }), isMet({ most: 2 }, { value: 2.01 })]).toEqual([true, false]);
    expect([isMet({ least: 2 }, { value: 2 }), isMet({ least: 2 }, { value: 1.99 })]).toEqual([true, false]);
  });
});

describe('the page', () => {
  const one = {
    name: 'one',
    title: 'One',
    about: 'About one.',
    budgets: [{ what: 'ours, added', table: 'one thing', rows: /^ours {2}/, column: 'µs added', most: 1, unit: 'µs' }],
  };
  const two = { name: 'two', title: 'Two', about: 'About two.', promises: true, budgets: [] };
  const judged =
    'ietf: 200 requests, of a kind\n  holdoff, lost: 0, budget 0: met\n  holdoff, time: 9.51 s, budget 9.36 s: MISSED';
  const page = pageOf(
    [one, two],
    new Map([
      ['one', partOf(one, PRINTED, 'a machine')],
      ['two', partOf(two, judged, 'a machine')],
    ]),
  );

  it('has a row for every budget, met or not, and what was printed', () => {
    expect(page).toContain('| ours, added | 0.74 µs |  | at most 1 µs | met |');
    expect(page).toContain('| ietf: time | 9.51 s |  | at most 9.36 s | **not met** |');
    expect(page).toContain('2 of 3 budgets are met.');
    expect(page).toContain(PRINTED);
    expect(page).toContain('`npm run bench one` on a machine:');
  });

  it('keeps what is not measured again', () => {
    expect(pageOf([one, two], partsOf(page))).toBe(page);
    const anew = partsOf(page).set('one', partOf(one, PRINTED.replace('0.74', '1.74'), 'another machine'));
    expect(pageOf([one, two], anew)).toContain('1 of 3 budgets are met.');
    expect(pageOf([one, two], anew)).toContain(judged);
  });

  it('has a bench of its own for each name', async () => {
    const { existsSync } = await import('node:fs');
    for (const { name } of BENCHES) {
      expect(existsSync(new URL(`../../bench/${name}.bench.mjs`, import.meta.url)), name).toBe(true);
    }
  });
});
