// The readers of the grammar called as plain JavaScript calls them: without a field, and with anything for a value.

import { describe, expect, it } from 'vitest';
import { InputError } from '../errors.js';
import { parseCount } from './count.js';
import { parseDuration, parseDurationOrNone } from './duration.js';
import { parseJitter } from './jitter.js';
import { parseLimit } from './limit.js';
import { parseRate } from './rate.js';
import { parseShare } from './share.js';

const READERS: readonly [name: string, read: (input: unknown, field?: string) => unknown][] = [
  ['count', parseCount],
  ['duration', parseDuration],
  ['duration', parseDurationOrNone],
  ['jitter', parseJitter],
  ['limit', parseLimit],
  ['rate', parseRate],
  ['share', parseShare],
];
const WRONG = [undefined, '', 'x', Number.NaN, -1, Infinity, true, [], {}, new Map(), () => 1, Symbol('s'), 5n];

describe.each(READERS)('the reader of a %s', (name, read) => {
  it.each(WRONG.map((value) => [value]))('refuses %s by the name of what it reads', (value) => {
    expect(() => read(value)).toThrow(InputError);
    expect(() => read(value)).toThrow(new RegExp(`^${name}: .*; give `));
  });

  it('may be handed to map(), which passes an index on', () => {
    expect(() => ['x'].map(read as never)).toThrow(/^0: "x" is not allowed; give /);
  });
});
