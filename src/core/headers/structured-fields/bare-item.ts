// Values by their first character (RFC 9651 §4.2.3.1), and the three short ones: Tokens, Booleans and Dates.

import { readByteSequence } from './byte-sequence.js';
import {
  AT,
  COLON,
  isDigit,
  isInToken,
  MINUS,
  ONE,
  PERCENT,
  QUESTION,
  QUOTE,
  startsToken,
  ZERO,
} from './characters.js';
import type { Cursor } from './cursor.js';
import { readDisplayString } from './display-string.js';
import { readNumber } from './number.js';
import { readString } from './string.js';
import type { BareItem } from './values.js';

export function readBareItem(cursor: Cursor): BareItem | null {
  const code = cursor.peek();
  if (code === QUOTE) return readString(cursor);
  if (isDigit(code) || code === MINUS) return readNumber(cursor);
  if (startsToken(code)) return readToken(cursor);
  if (code === COLON) return readByteSequence(cursor);
  if (code === QUESTION) return readBoolean(cursor);
  if (code === AT) return readDate(cursor);
  if (code === PERCENT) return readDisplayString(cursor);
  return cursor.expected('a value');
}

/** §4.2.6 */
function readToken(cursor: Cursor): BareItem {
  const start = cursor.at;
  do cursor.at++;
  while (isInToken(cursor.peek()));
  return { type: 'token', value: cursor.text.slice(start, cursor.at) };
}

/** §4.2.8 */
function readBoolean(cursor: Cursor): BareItem | null {
  cursor.at++;
  if (cursor.take(ONE)) return { type: 'boolean', value: true };
  if (cursor.take(ZERO)) return { type: 'boolean', value: false };
  return cursor.expected('0 or 1 after "?"');
}

/** §4.2.9 */
function readDate(cursor: Cursor): BareItem | null {
  const start = ++cursor.at;
  const seconds = readNumber(cursor);
  if (seconds === null) return null;
  if (seconds.type !== 'integer') return cursor.fail('a Date that is not in whole seconds', start);
  return { type: 'date', value: seconds.value };
}
