// Our reader beside the package structured-headers: the same structures, the same refusals. Where the two differ, the
// table says which paragraph of RFC 9651 decides.

import fc from 'fast-check';
import * as peer from 'structured-headers';
import { describe, expect, it } from 'vitest';
import { parseDictionary } from './parse-dictionary.js';
import { parseItem } from './parse-item.js';
import { parseList } from './parse-list.js';
import type { ParsedField } from './parsed-field.js';
import type { BareItem, Item, Member } from './values.js';

// One plain form for both. Two distinctions are lost: the peer has one type for Integers and Decimals, and −0, whose sign
// §3.3.1 lets go.
const bareOfOurs = ({ type, value }: BareItem): unknown => {
  if (type === 'integer' || type === 'decimal') return ['number', value];
  return [type, type === 'bytes' ? [...value] : value];
};
const bareOfPeer = (value: peer.BareItem): unknown => {
  if (typeof value === 'number') return ['number', value === 0 ? 0 : value];
  if (typeof value === 'string') return ['string', value];
  if (typeof value === 'boolean') return ['boolean', value];
  if (value instanceof peer.Token) return ['token', value.toString()];
  if (value instanceof peer.DisplayString) return ['displayString', value.toString()];
  if (value instanceof Date) return ['date', value.getTime() / 1000];
  return ['bytes', [...new Uint8Array(value as ArrayBuffer)]];
};
const paramsOfOurs = (params: ReadonlyMap<string, BareItem>) => [...params].map(([key, it]) => [key, bareOfOurs(it)]);
const paramsOfPeer = (params: peer.Parameters) => [...params].map(([key, it]) => [key, bareOfPeer(it)]);
const ofOurs = (member: Member): unknown =>
  member.type === 'innerList'
    ? { inner: member.value.map(ofOurs), params: paramsOfOurs(member.params) }
    : { bare: bareOfOurs(member), params: paramsOfOurs(member.params) };
const ofPeer = (member: peer.Item | peer.InnerList): unknown =>
  peer.isInnerList(member)
    ? { inner: member[0].map(ofPeer), params: paramsOfPeer(member[1]) }
    : { bare: bareOfPeer(member[0]), params: paramsOfPeer(member[1]) };

const REFUSED = 'refused';
type Read = (text: string) => unknown;
const ours =
  <T>(parse: (text: string) => ParsedField<T>, plain: (value: T) => unknown): Read =>
  (text) => {
    const read = parse(text);
    return read.fault === null ? plain(read.value) : REFUSED;
  };
const theirs =
  <T>(parse: (text: string) => T, plain: (value: T) => unknown): Read =>
  (text) => {
    let value: T;
    try {
      value = parse(text);
    } catch (error) {
      if (error instanceof peer.ParseError) return REFUSED;
      throw error;
    }
    return plain(value);
  };

const readers = {
  list: {
    ours: ours(parseList, (members) => members.map(ofOurs)),
    theirs: theirs(peer.parseList, (members) => members.map(ofPeer)),
  },
  dictionary: {
    ours: ours(parseDictionary, (members) => [...members].map(([key, it]) => [key, ofOurs(it)])),
    theirs: theirs(peer.parseDictionary, (members) => [...members].map(([key, it]) => [key, ofPeer(it)])),
  },
  item: {
    ours: ours(parseItem, (it: Item) => ofOurs(it)),
    theirs: theirs(peer.parseItem, ofPeer),
  },
};

const characters = (text: string) => fc.constantFrom(...text);
const LOWER = 'abcdefghijklmnopqrstuvwxyz';
const PRINTABLE = Array.from({ length: 95 }, (_, i) => String.fromCharCode(32 + i)).join('');
const word = (first: string, rest: string) =>
  fc.tuple(characters(first), fc.string({ unit: characters(rest), maxLength: 6 })).map(([start, end]) => start + end);
const keys = word(`${LOWER}*`, `${LOWER}0123456789_-.*`);
const tokens = word(`${LOWER}${LOWER.toUpperCase()}*`, `${LOWER}XYZ0123456789!#$%&'*+-.^_\`|~:/`);
const LARGEST = 999_999_999_999_999;
const integers = fc.oneof(fc.integer({ min: -LARGEST, max: LARGEST }), fc.integer({ min: -99, max: 99 }));
// Without whole ones, which the peer writes as Integers.
const decimals = integers.filter((n) => n % 1000 !== 0).map((n) => n / 1000);
// See the table below for what is left out: a leading U+FEFF, and control characters of one hexadecimal digit.
const displayStrings = fc
  .string({ unit: 'binary', maxLength: 8 })
  .filter((text) => !text.startsWith('\ufeff') && !Array.from(text).some((character) => character < '\u0010'));
const bareItems: fc.Arbitrary<peer.BareItem> = fc.oneof(
  integers,
  decimals,
  fc.string({ unit: characters(PRINTABLE), maxLength: 8 }),
  tokens.map((text) => new peer.Token(text)),
  fc.boolean(),
  fc.uint8Array({ maxLength: 8 }).map((bytes) => Uint8Array.from(bytes).buffer),
  displayStrings.map((text) => new peer.DisplayString(text)),
);
const params = fc.array(fc.tuple(keys, bareItems), { maxLength: 3 }).map((entries) => new Map(entries));
const items: fc.Arbitrary<peer.Item> = fc.tuple(bareItems, params);
const members: fc.Arbitrary<peer.Item | peer.InnerList> = fc.oneof(
  items,
  fc.tuple(fc.array(items, { maxLength: 3 }), params),
);
const lists = fc.array(members, { maxLength: 4 });
const dictionaries = fc.array(fc.tuple(keys, members), { maxLength: 4 }).map((entries) => new Map(entries));

describe('what structured-headers writes, we read back:', () => {
  it('Lists', () => {
    fc.assert(
      fc.property(lists, (list) => {
        expect(readers.list.ours(peer.serializeList(list))).toEqual(list.map(ofPeer));
      }),
      { numRuns: 1000 },
    );
  });

  it('Dictionaries', () => {
    fc.assert(
      fc.property(dictionaries, (dictionary) => {
        const expected = [...dictionary].map(([key, it]) => [key, ofPeer(it)]);
        expect(readers.dictionary.ours(peer.serializeDictionary(dictionary))).toEqual(expected);
      }),
      { numRuns: 1000 },
    );
  });

  it('Items, Dates included', () => {
    const dates = fc.integer({ min: -8.64e12, max: 8.64e12 }).map((seconds) => new Date(seconds * 1000));
    fc.assert(
      fc.property(fc.tuple(fc.oneof(bareItems, dates), params), (item) => {
        expect(readers.item.ours(peer.serializeItem(item))).toEqual(ofPeer(item));
      }),
      { numRuns: 1000 },
    );
  });
});

describe('texts that structured-headers reads, and no others, we read to the same value:', () => {
  // Without "@" and characters above U+00FF: see the table below.
  const pieces = fc.oneof(
    { weight: 6, arbitrary: characters('aZ*09-."\\;=,?:()% \t_/1') },
    { weight: 1, arbitrary: characters("\n\r\u0000\u007füÿ{}[]'+") },
    {
      weight: 1,
      arbitrary: fc.constantFrom('%c3', '%bc', '%e2%82%ac', '%22', '?1', ':Zg==:', ':Zg:', '()', ';a=', ', '),
    },
  );
  const rubbish = fc.array(pieces, { maxLength: 14 }).map((parts) => parts.join(''));
  const written = fc.oneof(
    lists.map(peer.serializeList),
    dictionaries.map(peer.serializeDictionary),
    items.map((item) => peer.serializeItem(item)),
  );
  const edits = fc.array(fc.tuple(fc.nat(), fc.constantFrom(0, 1, 1, 2), fc.oneof(fc.constant(''), pieces)), {
    minLength: 1,
    maxLength: 3,
  });
  const damaged = fc.tuple(written, edits).map(([text, all]) => {
    let result = text;
    for (const [where, removed, added] of all) {
      const at = where % (result.length + 1);
      result = result.slice(0, at) + added + result.slice(at + removed);
    }
    return result;
  });
  const texts = fc
    .oneof(rubbish, damaged, written)
    .filter((text) => !text.includes('@') && !text.includes('%"%ef%bb%bf'));

  it.each(Object.entries(readers))('%s', (_, { ours, theirs }) => {
    let read = 0;
    let refused = 0;
    fc.assert(
      fc.property(texts, (text) => {
        const expected = theirs(text);
        if (expected === REFUSED) refused++;
        else read++;
        expect(ours(text)).toEqual(expected);
      }),
      { numRuns: 4000 },
    );
    // Else the comparison would say nothing.
    expect(Math.min(read, refused)).toBeGreaterThan(400);
  });
});

describe('we differ from structured-headers, where RFC 9651 decides:', () => {
  const display = (text: string) => ({ bare: ['displayString', text], params: [] });
  const date = (seconds: number, params: unknown[] = []) => ({ bare: ['date', seconds], params });
  it.each([
    ['§4.2.9: a Date ends where its digits end', 'item', '@1;a=1', date(1, [['a', ['number', 1]]]), REFUSED],
    ['§4.2.9: and may be followed by a member', 'list', '@1, @2', [date(1), date(2)], REFUSED],
    ['§4.2.9: and by whitespace', 'item', '@1 ', date(1), REFUSED],
    ['§3.3.7: a Date has 15 digits', 'item', '@999999999999999', date(999_999_999_999_999), date(Number.NaN)],
    ['§4.2 step 1: what is not ASCII fails', 'item', '%"Ā"', REFUSED, display('\u0000')],
    ['§4.2.10, RFC 3629 §6: U+FEFF is a character', 'item', '%"%ef%bb%bfa"', display('\ufeffa'), display('a')],
  ] as [string, keyof typeof readers, string, unknown, unknown][])('%s (%s %j)', (_, kind, text, mine, other) => {
    expect(readers[kind].ours(text)).toEqual(mine);
    expect(readers[kind].theirs(text)).toEqual(other);
  });

  it('§4.1.11: a byte is written as two hexadecimal digits', () => {
    expect(peer.serializeItem(new peer.DisplayString('\u0001'))).toBe('%"%1"');
    expect(readers.item.ours('%"%01"')).toEqual(display('\u0001'));
    expect(readers.item.ours('%"%1"')).toBe(REFUSED);
  });

  it('§4.1.5: a Decimal that rounds to 0 is written as 0.0', () => {
    expect(peer.serializeItem(0.0001)).toBe('0.');
    expect(readers.item.ours('0.')).toBe(REFUSED);
  });
});
