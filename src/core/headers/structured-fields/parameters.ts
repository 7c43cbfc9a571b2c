// The parameters of an Item or Inner List (RFC 9651 §4.2.3.2).

import { readBareItem } from './bare-item.js';
import { EQUALS, SEMICOLON } from './characters.js';
import type { Cursor } from './cursor.js';
import { readKey } from './key.js';
import type { BareItem, Parameters } from './values.js';

export const TRUE: BareItem = Object.freeze({ type: 'boolean', value: true });

/** Shared by all that have none, so that they cost nothing. */
const NO_PARAMETERS: Parameters = new Map();

export function readParameters(cursor: Cursor): Parameters | null {
  if (cursor.peek() !== SEMICOLON) return NO_PARAMETERS;
  // A Map, since keys come from the network and "constructor" must be a key like any other.
  const parameters = new Map<string, BareItem>();
  while (cursor.take(SEMICOLON)) {
    cursor.skipSpaces();
    const key = readKey(cursor);
    if (key === null) return null;
    const value = cursor.take(EQUALS) ? readBareItem(cursor) : TRUE;
    if (value === null) return null;
    const earlier = parameters.get(key);
    if (earlier !== undefined) cursor.noteOverwritten({ of: 'parameters', key, value: earlier });
    parameters.set(key, value);
  }
  return parameters;
}
