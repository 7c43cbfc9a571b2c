import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { unknown } from '../dialects/unknown.js';
import type { FieldInput, HeadersInput } from '../field-map.js';
import { FieldIndex } from './field-index.js';
import { FieldPaths } from './field-path.js';
import { ResponseView } from './response-view.js';

const index = new FieldIndex([
  {
    ...unknown,
    fields: ['a', 'b'],
    marks: [
      { weight: 'own', field: { name: 'a' } },
      { weight: 'own', field: { name: 'b', has: '1' } },
    ],
  },
]);

function look(paths: FieldPaths, fields: HeadersInput): ResponseView {
  const view = new ResponseView(200, 0, false);
  view.addFields(fields, paths);
  return view;
}

describe('the names of a response', () => {
  it('are looked up once for all responses that have the same ones', () => {
    const paths = new FieldPaths(index);
    const first = look(paths, { A: '1', server: 'x', 'retry-after': '7' });
    const second = look(paths, { A: '2', server: 'y', 'retry-after': '8' });
    expect(second.layout).toBe(first.layout);
    expect(second.layout.names).toEqual(['a', 'retry-after']);
    expect([second.text('a'), second.text('retry-after')]).toEqual(['2', '8']);
    expect([first.text('a'), first.text('retry-after')]).toEqual(['1', '7']);
  });

  it('give the same fields whatever responses came before', () => {
    const name = fc.constantFrom('a', 'A', 'b', 'server', 'date', 'x-limit-z', 'retry-after');
    const value = fc.constantFrom<FieldInput>('1', '2', 3, ['4', '5'], [], null, undefined);
    const responses = fc.array(fc.array(fc.tuple(name, value), { maxLength: 6 }), { maxLength: 8 });
    const seen = (view: ResponseView) => {
      const { names, marks, marksByValue, hasCallingField } = view.layout;
      return { values: names.map((each) => [each, view.value(each)]), marks, marksByValue, hasCallingField };
    };
    const shared = new FieldPaths(index);
    fc.assert(
      fc.property(responses, (all) => {
        const views = all.map((fields) => look(shared, fields));
        expect(views.map(seen)).toEqual(all.map((fields) => seen(look(new FieldPaths(index), fields))));
      }),
    );
  });

  it('lose none of their values to a name that is too long', () => {
    const view = look(new FieldPaths(index), [
      ['a', '1'],
      ['x'.repeat(201), 'nobody reads this'],
      ['retry-after', '7'],
    ]);
    expect([view.value('a'), view.value('retry-after')]).toEqual(['1', '7']);
  });

  it('are forgotten once there are more than a program can need, and longer ones are never kept', () => {
    const paths = new FieldPaths(index);
    const { start } = paths;
    const long = 'x'.repeat(201);
    expect(start.after(long)).toBeNull();
    for (let k = 0; k < 10_000; k++) look(paths, [[`x-limit-${k}`, '1']]);
    expect(paths.start).toBe(start);
    look(paths, [['x-limit-more', '1']]);
    expect(paths.start).not.toBe(start);
    expect(look(paths, [['x-limit-1', '7']]).text('x-limit-1')).toBe('7');
  });
});

it('layouts of many names count like as many names', () => {
  const paths = new FieldPaths(index);
  const { start } = paths;
  const many = Array.from({ length: 1000 }, (_, k): [string, string] => [`x-limit-${k}`, '1']);
  for (let k = 0; k < 10; k++) look(paths, [...many, [`x-retry-${k}`, '1']]).layout;
  expect(paths.start).not.toBe(start);
});

describe('the layout', () => {
  const { layout } = look(new FieldPaths(index), { b: '1', date: 'x', a: '2', B: '3' });

  it('has each name once, without Date, and tells marks that depend on a value apart', () => {
    expect(layout.names).toEqual(['b', 'a']);
    expect(layout.marks.map(({ test }) => test.name)).toEqual(['b', 'a']);
    expect(layout.marksByValue.map(({ test }) => test.name)).toEqual(['b']);
    expect(layout.hasCallingField).toBe(false);
  });

  it('finds the places of values', () => {
    expect([layout.placeOf('a'), layout.placeOf('b'), layout.placeOf('c')]).toEqual([1, [0, 2], undefined]);
  });

  it('leaves out rows without a field', () => {
    const row = { name: 'n', means: 'window', window: null, algorithm: 'unknown' } as const;
    const [used, absent, reset] = [
      { ...row, used: ['a'] },
      { ...row, limit: ['c'] },
      { ...row, resets: [{ field: 'b', encoding: { read: () => 0, stepMs: 1 } }] },
    ];
    expect(layout.rowsAmong([used, absent, reset])).toEqual([used, reset]);
    expect(layout.rowsAmong([absent])).toEqual([]);
  });
});
