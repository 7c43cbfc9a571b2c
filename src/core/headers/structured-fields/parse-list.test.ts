import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import {
  boolean,
  bytes,
  decimal,
  displayString,
  inner,
  integer,
  item,
  readable,
  string,
  token,
} from './fixtures/build.js';
import { parseList } from './parse-list.js';
import type { Member } from './values.js';

const rateLimit = (name: string, params: { [key: string]: number }) =>
  item(string(name), Object.fromEntries(Object.entries(params).map(([key, value]) => [key, integer(value)])));

describe('a List', () => {
  it.each([
    // RFC 9651 §3.1 and its subsections.
    ['sugar, tea, rum', [item(token('sugar')), item(token('tea')), item(token('rum'))]],
    [
      '("foo" "bar"), ("baz"), ("bat" "one"), ()',
      [
        inner([item(string('foo')), item(string('bar'))]),
        inner([item(string('baz'))]),
        inner([item(string('bat')), item(string('one'))]),
        inner([]),
      ],
    ],
    [
      '("foo"; a=1;b=2);lvl=5, ("bar" "baz");lvl=1',
      [
        inner([item(string('foo'), { a: integer(1), b: integer(2) })], { lvl: integer(5) }),
        inner([item(string('bar')), item(string('baz'))], { lvl: integer(1) }),
      ],
    ],
    [
      'abc;a=1;b=2; cde_456, (ghi;jk=4 l);q="9";r=w',
      [
        item(token('abc'), { a: integer(1), b: integer(2), cde_456: boolean(true) }),
        inner([item(token('ghi'), { jk: integer(4) }), item(token('l'))], { q: string('9'), r: token('w') }),
      ],
    ],
    ['1; a; b=?0', [item(integer(1), { a: boolean(true), b: boolean(false) })]],

    // Whitespace: SP and HTAB around commas, SP after semicolons and inside parentheses, SP around the whole.
    ['', []],
    ['   ', []],
    ['  42  ', [item(integer(42))]],
    ['1,2', [item(integer(1)), item(integer(2))]],
    ['1 \t, \t2', [item(integer(1)), item(integer(2))]],
    ['1\t', [item(integer(1))]],
    ['a;  b;c', [item(token('a'), { b: boolean(true), c: boolean(true) })]],
    ['(  1   2  )', [inner([item(integer(1)), item(integer(2))])]],
    ['()', [inner([])]],
    ['(  );a', [inner([], { a: boolean(true) })]],

    // Each type as a parameter.
    [
      't;q=1.0;s="x";b=:Zg==:;d=%"%c3%bc"',
      [item(token('t'), { q: decimal(1), s: string('x'), b: bytes(0x66), d: displayString('ü') })],
    ],
    ['a;*=1;*-_.9=2', [item(token('a'), { '*': integer(1), '*-_.9': integer(2) })]],
    ['a;constructor=1;hasown', [item(token('a'), { constructor: integer(1), hasown: boolean(true) })]],
  ] as [string, Member[]][])('is read from %j', (text, members) => {
    expect(parseList(text)).toStrictEqual({ value: members, fault: null, overwritten: [] });
  });

  it.each([
    [' \t1', 1, 'expected a value, found "\\u{9}"'],
    [',', 0, 'expected a value, found ","'],
    ['1,', 2, 'expected a member after the last ",", found the end'],
    ['1, \t', 4, 'expected a member after the last ",", found the end'],
    ['1,,42', 2, 'expected a value, found ","'],
    ['1 2', 2, 'expected "," or the end, found "2"'],
    ['a;q =1', 4, 'expected "," or the end, found "="'],
    ['a;q= 1', 4, 'expected a value, found " "'],
    ['a ;q=1', 2, 'expected "," or the end, found ";"'],
    ['a;\tq', 2, 'expected a key, which starts with a lower-case letter or "*", found "\\u{9}"'],
    ['a;', 2, 'expected a key, which starts with a lower-case letter or "*", found the end'],
    ['a;Q=1', 2, 'expected a key, which starts with a lower-case letter or "*", found "Q"'],
    ['a;1=1', 2, 'expected a key, which starts with a lower-case letter or "*", found "1"'],
    ['a;_proto', 2, 'expected a key, which starts with a lower-case letter or "*", found "_"'],
    ['a;b=(1)', 4, 'expected a value, found "("'],
    ['(1', 2, 'expected a space or ")" in an Inner List, found the end'],
    ['(1 ', 3, 'expected a value, found the end'],
    ['(', 1, 'expected a value, found the end'],
    ['(1,2)', 2, 'expected a space or ")" in an Inner List, found ","'],
    ['(1\t2)', 2, 'expected a space or ")" in an Inner List, found "\\u{9}"'],
    ['("a""b")', 4, 'expected a space or ")" in an Inner List, found "\\""'],
    ['((1))', 1, 'expected a value, found "("'],
    ['1)', 1, 'expected "," or the end, found ")"'],
    ['{"r":1}', 0, 'expected a value, found "{"'],
    ['1\r\n', 1, 'expected "," or the end, found "\\u{d}"'],
    ['1\u00a0', 1, 'expected "," or the end, found "\\u{a0}"'],
    ['\ud800', 0, 'expected a value, found "\\u{d800}"'],
  ])('is refused when it is %j: at %i, %s', (text, at, fault) => {
    expect(parseList(text)).toEqual({ value: null, fault, at });
  });

  it('may come in several lines, which are joined', () => {
    const oneLine = parseList('sugar, tea, rum');
    expect(parseList(['sugar, tea', 'rum'])).toEqual(oneLine);
    expect(parseList(['sugar', 'tea', 'rum'])).toEqual(oneLine);
    expect(parseList(['sugar, tea, rum'])).toEqual(oneLine);
    expect(parseList([]).value).toEqual([]);
    expect(parseList(['1', '', '2'])).toEqual({ value: null, fault: 'expected a value, found ","', at: 3 });
    expect(parseList(['1', '2,'])).toMatchObject({ value: null, at: 5 });
    // RFC 9651 §4.2 leaves open what becomes of a String that was split; this is what the joined text says.
    expect(parseList(['"a', 'b"']).value).toEqual([item(string('a, b'))]);
  });

  it('keeps the last of parameters with the same key, in the place of the first, and tells of the others', () => {
    const { value, overwritten } = readable(parseList('"a";r=0;t=9;r=50;r="x", "b";r=1'));
    expect(value).toEqual([item(string('a'), { r: string('x'), t: integer(9) }), rateLimit('b', { r: 1 })]);
    expect([...(value[0]?.params.keys() ?? [])]).toEqual(['r', 't']);
    expect(overwritten).toEqual([
      { of: 'parameters', key: 'r', value: integer(0) },
      { of: 'parameters', key: 'r', value: integer(50) },
    ]);
  });

  it('may have as many members, parameters and characters as RFC 9651 asks for, and more', () => {
    const many = 100_000;
    expect(parseList(Array.from({ length: many }, (_, i) => `${i}`)).value).toHaveLength(many);
    const [first] = parseList(`(${'a '.repeat(many)})`).value ?? [];
    expect(first?.value).toHaveLength(many);
    const [second] = parseList(`a${Array.from({ length: many }, (_, i) => `;k${i}`).join('')}`).value ?? [];
    expect(second?.params.size).toBe(many);
    const long = 'x'.repeat(many);
    expect(parseList(`"${long}", ${long};${long}=1`).value).toEqual([
      item(string(long)),
      item(token(long), { [long]: integer(1) }),
    ]);
  });
});

describe('RateLimit and RateLimit-Policy', () => {
  it.each([
    // draft-ietf-httpapi-ratelimit-headers-10.
    ['"default";r=50;t=30', [rateLimit('default', { r: 50, t: 30 })]],
    [
      '"burst";q=100;w=60,"daily";q=1000;w=86400',
      [rateLimit('burst', { q: 100, w: 60 }), rateLimit('daily', { q: 1000, w: 86400 })],
    ],
    [
      '"default";r=999;pk=:dHJpYWwxMjEzMjM=:',
      [item(string('default'), { r: integer(999), pk: bytes(...Buffer.from('trial121323')) })],
    ],
    [
      '"peruser";q=65535;qu="content-bytes";w=10;pk=:sdfjLJUOUH==:',
      [
        item(string('peruser'), {
          q: integer(65535),
          qu: string('content-bytes'),
          w: integer(10),
          pk: bytes(0xb1, 0xd7, 0xe3, 0x2c, 0x95, 0x0e, 0x50),
        }),
      ],
    ],
    // Where the draft breaks its own rules (a Token for a name, no remaining count, a quota in the wrong field), it still
    // writes Structured Fields: whether they make sense is for the dialect to say.
    ['quota;q=100;w=1', [item(token('quota'), { q: integer(100), w: integer(1) })]],
    ['quota;t=1', [item(token('quota'), { t: integer(1) })]],
    ['"sliding";q=12;r=6;t=1', [rateLimit('sliding', { q: 12, r: 6, t: 1 })]],
    // Drafts 04 to 07.
    [
      '10;w=1;burst=1000, 1000;w=3600',
      [item(integer(10), { w: integer(1), burst: integer(1000) }), item(integer(1000), { w: integer(3600) })],
    ],
    // As express-rate-limit 8 writes them: with spaces, and appended as further lines.
    ['"7-in-1.5sec"; q=7; w=1.5', [item(string('7-in-1.5sec'), { q: integer(7), w: decimal(1.5) })]],
    [
      ['"a"; r=9; t=60', '"b"; r=0; t=5'],
      [rateLimit('a', { r: 9, t: 60 }), rateLimit('b', { r: 0, t: 5 })],
    ],
  ] as [string | string[], Member[]][])('are read from %j', (text, members) => {
    expect(parseList(text)).toStrictEqual({ value: members, fault: null, overwritten: [] });
  });

  it('are ignored as a whole when a part is malformed (SF-04)', () => {
    const file = new URL('../../../../test/fixtures/bug-reports.json', import.meta.url);
    const reports: { id: string; reproducer: { given: { headers: [string, string][] } } }[] = JSON.parse(
      readFileSync(file, 'utf8'),
    );
    const headers = reports.find(({ id }) => id === 'SF-04')?.reproducer.given.headers ?? [];
    const value = headers.find(([name]) => name === 'RateLimit')?.[1] as string;
    expect(value).toBe('"a";r=abc;t=');
    expect(parseList(value)).toEqual({ value: null, fault: 'expected a value, found the end', at: 12 });
    expect(parseList(['"good";r=5;t=1', value]).value).toBeNull();
  });
});
