import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  boolean,
  bytes,
  decimal,
  dictionary,
  inner,
  integer,
  item,
  readable,
  string,
  token,
} from './fixtures/build.js';
import { parseDictionary } from './parse-dictionary.js';
import type { Member } from './values.js';

const flag = item(boolean(true));

describe('a Dictionary', () => {
  it.each([
    // RFC 9651 §3.2.
    [
      'en="Applepie", da=:w4ZibGV0w6ZydGU=:',
      { en: item(string('Applepie')), da: item(bytes(...Buffer.from('Æbletærte'))) },
    ],
    ['a=?0, b, c; foo=bar', { a: item(boolean(false)), b: flag, c: item(boolean(true), { foo: token('bar') }) }],
    [
      'rating=1.5, feelings=(joy sadness)',
      { rating: item(decimal(1.5)), feelings: inner([item(token('joy')), item(token('sadness'))]) },
    ],
    [
      'a=(1 2), b=3, c=4;aa=bb, d=(5 6);valid',
      {
        a: inner([item(integer(1)), item(integer(2))]),
        b: item(integer(3)),
        c: item(integer(4), { aa: token('bb') }),
        d: inner([item(integer(5)), item(integer(6))], { valid: boolean(true) }),
      },
    ],

    ['', {}],
    ['  ', {}],
    ['  a=1 \t,\t b=2 ', { a: item(integer(1)), b: item(integer(2)) }],
    ['a=1,b', { a: item(integer(1)), b: flag }],
    ['a=?1;x', { a: item(boolean(true), { x: boolean(true) }) }],
    ['a=()', { a: inner([]) }],
    ['*k-_.9', { '*k-_.9': flag }],
    ['constructor=1, *proto, valueof', { constructor: item(integer(1)), '*proto': flag, valueof: flag }],
    // draft-ietf-httpapi-ratelimit-headers-07.
    [
      'limit=100, remaining=50, reset=5',
      { limit: item(integer(100)), remaining: item(integer(50)), reset: item(integer(5)) },
    ],
    ['limit=10, reset=1', { limit: item(integer(10)), reset: item(integer(1)) }],
  ] as [string, { [key: string]: Member }][])('is read from %j', (text, members) => {
    const read = parseDictionary(text);
    expect(read).toStrictEqual({ value: dictionary(members), fault: null, overwritten: [] });
    expect([...(read.value?.keys() ?? [])]).toEqual(Object.keys(members));
  });

  const KEY = 'expected a key, which starts with a lower-case letter or "*"';
  it.each([
    ['a =1', 2, 'expected "," or the end, found "="'],
    ['a= 1', 2, 'expected a value, found " "'],
    ['a=', 2, 'expected a value, found the end'],
    ['a==1', 2, 'expected a value, found "="'],
    ['a=1,', 4, 'expected a member after the last ",", found the end'],
    ['a=1,,b', 4, `${KEY}, found ","`],
    ['a=1;b=', 6, 'expected a value, found the end'],
    ['a;', 2, `${KEY}, found the end`],
    ['=1', 0, `${KEY}, found "="`],
    ['\ta=1', 0, `${KEY}, found "\\u{9}"`],
    ['Limit=1', 0, `${KEY}, found "L"`],
    ['a=1,1b=2', 4, `${KEY}, found "1"`],
    ['__proto__=1', 0, `${KEY}, found "_"`],
    ['aB=1', 1, 'expected "," or the end, found "B"'],
    ['b!=2', 1, 'expected "," or the end, found "!"'],
    ['"default";r=50', 0, `${KEY}, found "\\""`],
    ['limit=100 remaining=50', 10, 'expected "," or the end, found "r"'],
    ['limit=100; remaining=50; reset=', 31, 'expected a value, found the end'],
  ])('is refused when it is %j: at %i, %s', (text, at, fault) => {
    expect(parseDictionary(text)).toEqual({ value: null, fault, at });
  });

  it('may come in several lines, which are joined', () => {
    expect(parseDictionary(['foo=1', 'bar=2'])).toEqual(parseDictionary('foo=1, bar=2'));
    expect(parseDictionary(['foo=1', '']).value).toBeNull();
  });

  it('keeps the last member of a key, in the place of the first', () => {
    const { value } = parseDictionary('a=1,b=2,a=3');
    expect([...(value ?? [])]).toEqual([
      ['a', item(integer(3))],
      ['b', item(integer(2))],
    ]);
  });

  it('sent twice tells of what the second one replaced (SF-02)', () => {
    const file = new URL('../../../../test/fixtures/bug-reports.json', import.meta.url);
    const reports: { id: string; reproducer: { given: { cases: [string, string][][] } } }[] = JSON.parse(
      readFileSync(file, 'utf8'),
    );
    const [once, twice] = reports.find(({ id }) => id === 'SF-02')?.reproducer.given.cases ?? [];
    const lines = (headers: [string, string][] = []) => headers.map(([, value]) => value);

    expect(readable(parseDictionary(lines(once))).overwritten).toEqual([]);
    expect(parseDictionary(lines(twice))).toEqual({
      value: dictionary({ limit: item(integer(10000)), remaining: item(integer(90)), reset: item(integer(200)) }),
      fault: null,
      overwritten: [
        { of: 'dictionary', key: 'limit', value: item(integer(100)) },
        { of: 'dictionary', key: 'remaining', value: item(integer(0)) },
        { of: 'dictionary', key: 'reset', value: item(integer(30)) },
      ],
    });
  });

  it('loses no value of any key: each is in the result or among the overwritten, in order', () => {
    const pairs = fc.array(fc.tuple(fc.constantFrom('a', 'b', '*', 'constructor'), fc.nat()), { maxLength: 12 });
    fc.assert(
      fc.property(pairs, (sent) => {
        const { value, overwritten } = readable(parseDictionary(sent.map(([key, number]) => `${key}=${number}`)));
        const read = [...overwritten.map((it) => [it.key, it.value.value] as const)];
        for (const [key, member] of value) read.push([key, member.value]);
        const of = (all: readonly (readonly [string, unknown])[], key: string) =>
          all.filter(([other]) => other === key).map(([, number]) => number);
        for (const [key] of sent) expect(of(read, key)).toEqual(of(sent, key));
        expect(read).toHaveLength(sent.length);
      }),
      { numRuns: 300 },
    );
  });

  it('may have more members, and longer keys, than RFC 9651 asks for', () => {
    const many = 100_000;
    expect(parseDictionary(Array.from({ length: many }, (_, i) => `k${i}=${i}`)).value?.size).toBe(many);
    expect(parseDictionary(`${'k'.repeat(many)}=1`).value?.has('k'.repeat(many))).toBe(true);
    const repeated = readable(parseDictionary('a,'.repeat(many).slice(0, -1)));
    expect([repeated.value.size, repeated.overwritten.length]).toEqual([1, many - 1]);
  });
});
