import { describe, expect, it } from 'vitest';
import { type Column, csvTable, markdownTable, textTable } from './table.js';

interface Row {
  readonly name: string;
  readonly waitMs: number | null;
}

const columns: Column<Row>[] = [
  { key: 'name', title: 'limit', align: 'left', text: ({ name }) => name, value: ({ name }) => name },
  { key: 'waitMs', title: 'wait × 2', text: ({ waitMs }) => `${waitMs ?? '–'} ms`, value: ({ waitMs }) => waitMs },
];
const rows: Row[] = [
  { name: 'a', waitMs: 1 / 3 },
  { name: 'long, "quoted" | name', waitMs: null },
];

describe('a table', () => {
  it('as text lines numbers up at the right', () => {
    expect(
      textTable(columns, [
        { name: 'a', waitMs: 5 },
        { name: 'bcd', waitMs: 1000 },
      ]),
    ).toBe(['limit  wait × 2', 'a          5 ms', 'bcd     1000 ms'].join('\n'));
  });

  it('as text is its headings when it has no rows', () => {
    expect(textTable(columns, [])).toBe('limit  wait × 2');
  });

  it('as CSV has the values in full, quoted where they must be', () => {
    expect(csvTable(columns, rows)).toBe('name,waitMs\na,0.3333333333333333\n"long, ""quoted"" | name",\n');
  });

  it('as Markdown has the readings, with bars escaped', () => {
    expect(markdownTable(columns, [{ name: 'a|b', waitMs: 5 }])).toBe(
      '| limit | wait × 2 |\n| --- | ---: |\n| a\\|b | 5 ms |\n',
    );
  });
});
