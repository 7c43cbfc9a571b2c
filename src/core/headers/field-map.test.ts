import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { unknown } from './dialects/unknown.js';
import type { HeadersInput } from './field-map.js';
import { FieldIndex } from './response/field-index.js';
import { FieldPaths } from './response/field-path.js';
import { ResponseView } from './response/response-view.js';

const secrets = [
  'authorization',
  'proxy-authorization',
  'cookie',
  'cookie2',
  'set-cookie',
  'x-api-key',
  'api-key',
  'x-goog-api-key',
  'ocp-apim-subscription-key',
  'x-auth-token',
  'x-csrf-token',
  'x-amz-security-token',
  'x-shopify-access-token',
  'private-token',
];

/** What a decoder keeps of the fields that a dialect names, credentials among them. */
function toFields(input: HeadersInput): Map<string, readonly string[]> {
  const fields = ['a', 'b', 'c', 'd', 'f', 'x', '__proto__', 'constructor', ...secrets];
  const view = new ResponseView(200, 0, false);
  view.addFields(input, new FieldPaths(new FieldIndex([{ ...unknown, fields }])));
  return new Map(view.layout.names.map((name) => [name, [view.value(name) ?? []].flat()]));
}

/** The value of one field, its values when it came several times, or null. */
function fieldValue(input: HeadersInput, name: string): string | readonly string[] | null {
  const values = toFields(input).get(name) ?? [];
  return values.length > 1 ? values : (values[0] ?? null);
}

const nullPrototype = Object.assign(Object.create(null), { 'Retry-After': '7' });
const shapes: [string, HeadersInput][] = [
  ["fetch's Headers", new Headers({ 'Retry-After': '7' })],
  ['a Map', new Map([['Retry-After', '7']])],
  ['a Map of lists', new Map([['retry-after', ['7']]])],
  ['a plain object', { 'RETRY-AFTER': '7' }],
  ['a plain object with a list', { 'retry-after': ['7'] }],
  ['a plain object with a number', { 'retry-after': 7 }],
  ['an object without a prototype', nullPrototype],
  ['a list of pairs', [['Retry-after', '7']]],
  [
    'something with forEach alone',
    { forEach: (visit: (value: string, name: string) => void) => visit('7', 'Retry-After') },
  ],
  ['something with entries alone', { entries: () => [['Retry-After', '7']] as const }],
  ['the result of toFields', toFields({ 'Retry-After': '7' })],
];

const isKept = (name: string): boolean => !secrets.includes(name);

describe('header fields', () => {
  it.each(shapes)('are read from %s, without regard to case', (_, input) => {
    expect(fieldValue(input, 'retry-after')).toBe('7');
    expect([...toFields(input)]).toEqual([['retry-after', ['7']]]);
    expect(fieldValue(input, 'retry-after-ms')).toBeNull();
  });

  const repeated: [string, HeadersInput][] = [
    [
      'pairs',
      [
        ['a', '0'],
        ['X', '1'],
        ['x', '2'],
        ['X', '3'],
      ],
    ],
    ['an object in several spellings', { X: '1', x: ['2', '3'] }],
    ['an object with a list', { x: ['1', '2', '3'] }],
    [
      'a Map in several spellings',
      new Map([
        ['x', ['1', '2']],
        ['X', ['3']],
      ]),
    ],
  ];
  it.each(repeated)('keep every value of a repeated field in %s', (_, input) => {
    expect(fieldValue(input, 'x')).toEqual(['1', '2', '3']);
    expect(toFields(input).get('x')).toEqual(['1', '2', '3']);
  });

  it('are absent when they have no value, or one that is no text', () => {
    const input = { a: undefined, b: null, c: [], d: { e: '1' }, f: true } as unknown as HeadersInput;
    expect(toFields(input).size).toBe(0);
    for (const name of 'abcdf') expect(fieldValue(input, name)).toBeNull();
  });

  it('skip an absent spelling for one that is there', () => {
    expect(fieldValue({ 'Retry-After': undefined, 'retry-after': '7' }, 'retry-after')).toBe('7');
    expect(
      fieldValue(
        [
          ['Retry-After', null],
          ['retry-after', '7'],
        ],
        'retry-after',
      ),
    ).toBe('7');
  });

  it.each(secrets)('never include %s', (name) => {
    const capitals = name.toUpperCase();
    const inputs: HeadersInput[] = [
      { [name]: 'k' },
      { [capitals]: ['k'] },
      [[capitals, 'k']],
      new Map([[capitals, 'k']]),
    ];
    inputs.push(new Headers([[name, 'k']]));
    for (const input of inputs) {
      expect(toFields(input).size).toBe(0);
      expect(fieldValue(input, name)).toBeNull();
    }
  });

  it('cannot be planted or read through a prototype', () => {
    const fields = toFields(JSON.parse('{"__proto__": "1", "constructor": "2"}'));
    expect([...fields]).toEqual([
      ['__proto__', ['1']],
      ['constructor', ['2']],
    ]);
    expect(Object.hasOwn(Object.prototype, '1')).toBe(false);
    expect(fieldValue({}, 'constructor')).toBeNull();
    expect(fieldValue(Object.create({ 'retry-after': '7' }), 'retry-after')).toBeNull();
  });

  it.each([
    [null, 'not null'],
    [undefined, 'of type undefined'],
    [7, 'of type number'],
    ['retry-after: 7', 'parseRawResponses'],
    [['retry-after', '7'], '[name, value] pairs'],
    [[[1, '7']], '[name, value] pairs'],
  ])('of no known shape, %j, are refused with what is known', (input, part) => {
    expect(() => toFields(input as unknown as HeadersInput)).toThrow(TypeError);
    expect(() => toFields(input as unknown as HeadersInput)).toThrow(part);
  });

  it('have the same values in every shape', () => {
    const name = fc.constantFrom('a', 'A', 'retry-after', 'Retry-After', '__proto__', 'cookie');
    const pairs = fc.array(fc.tuple(name, fc.stringMatching(/^[a-z0-9]{0,5}$/)), { maxLength: 6 });
    fc.assert(
      fc.property(pairs, (list) => {
        const fields = toFields(list);
        expect([...fields.keys()]).toEqual([...new Set(list.map(([key]) => key.toLowerCase()))].filter(isKept));
        for (const [key, values] of fields) {
          expect(values).toEqual(list.filter(([other]) => other.toLowerCase() === key).map(([, value]) => value));
        }
        expect(toFields({ entries: () => list })).toEqual(fields);
        expect(toFields(fields)).toEqual(fields);
      }),
    );
  });
});
