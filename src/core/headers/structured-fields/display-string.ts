// Display Strings (RFC 9651 §4.2.10): text in UTF-8, percent-encoded. Decoded here, strictly (RFC 3629 §3, §4):
// TextDecoder is no part of the language, and by default drops a leading U+FEFF, which is a character like any other.

import { isPrintable, PERCENT, QUOTE } from './characters.js';
import type { Cursor } from './cursor.js';
import type { BareItem } from './values.js';

/** Reads what starts with "%". */
export function readDisplayString(cursor: Cursor): BareItem | null {
  cursor.at++;
  if (!cursor.take(QUOTE)) return cursor.expected('a quote after "%"');
  let value = '';
  let runStart = cursor.at;
  for (let code = cursor.peek(); code !== QUOTE; code = cursor.peek()) {
    if (!isPrintable(code))
      return cursor.expected('a printable ASCII character or the closing quote of the Display String');
    if (code === PERCENT) {
      value += cursor.text.slice(runStart, cursor.at);
      const character = readCodePoint(cursor);
      if (character === null) return null;
      value += String.fromCodePoint(character);
      runStart = cursor.at;
    } else cursor.at++;
  }
  const run = cursor.text.slice(runStart, cursor.at);
  cursor.at++;
  return { type: 'displayString', value: value === '' ? run : value + run };
}

/** One character of one to four escaped bytes. A byte above 7F can only be escaped, so no character is half escaped. */
function readCodePoint(cursor: Cursor): number | null {
  const start = cursor.at;
  const lead = readByte(cursor);
  if (lead === null || lead < 0x80) return lead;
  const following = lead >= 0xf0 ? 3 : lead >= 0xe0 ? 2 : 1;
  if (lead < 0xc2 || lead > 0xf4) return cursor.fail(NOT_UTF8, start);
  let character = lead & (0x3f >> following);
  for (let i = 0; i < following; i++) {
    if (cursor.peek() !== PERCENT) return cursor.fail(NOT_UTF8, start);
    const byte = readByte(cursor);
    if (byte === null) return null;
    const [low, high] = i === 0 ? secondByteRange(lead) : CONTINUATION;
    if (byte < low || byte > high) return cursor.fail(NOT_UTF8, start);
    character = (character << 6) | (byte & 0x3f);
  }
  return character;
}

const NOT_UTF8 = 'escaped bytes that are not UTF-8';
const CONTINUATION = [0x80, 0xbf] as const;

/** Narrower after four of the lead bytes, which rules out overlong forms, surrogates and what lies above U+10FFFF. */
function secondByteRange(lead: number): readonly [low: number, high: number] {
  if (lead === 0xe0) return [0xa0, 0xbf];
  if (lead === 0xed) return [0x80, 0x9f];
  if (lead === 0xf0) return [0x90, 0xbf];
  if (lead === 0xf4) return [0x80, 0x8f];
  return CONTINUATION;
}

/** The byte of "%" and two hexadecimal digits, which must be in lower case. */
function readByte(cursor: Cursor): number | null {
  cursor.at++;
  const high = readHexDigit(cursor);
  if (high === null) return null;
  const low = readHexDigit(cursor);
  return low === null ? null : high * 16 + low;
}

function readHexDigit(cursor: Cursor): number | null {
  const code = cursor.peek();
  const digit = code >= 48 && code <= 57 ? code - 48 : code >= 97 && code <= 102 ? code - 87 : -1;
  if (digit === -1) return cursor.expected('two of 0-9 and a-f after "%"');
  cursor.at++;
  return digit;
}
