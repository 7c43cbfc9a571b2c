// Byte Sequences (RFC 9651 §4.2.7): Base64 (RFC 4648 §4) between colons. Decoded here, because atob and Buffer are no
// part of the language.

import { COLON, EQUALS } from './characters.js';
import type { Cursor } from './cursor.js';
import type { BareItem } from './values.js';

const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/';

const sextets = new Int8Array(128).fill(-1);
for (let i = 0; i < ALPHABET.length; i++) sextets[ALPHABET.charCodeAt(i)] = i;

/**
 * Reads what starts with ":". As §4.2.7 wishes, padding may be left out and pad bits need not be zero. Padding that is
 * there but wrong is a fault: it means that something was cut off.
 */
export function readByteSequence(cursor: Cursor): BareItem | null {
  const start = ++cursor.at;
  while (sextetOf(cursor.peek()) !== -1) cursor.at++;
  const end = cursor.at;
  while (cursor.take(EQUALS));
  const padding = cursor.at - end;
  if (!cursor.take(COLON)) return cursor.expected(padding === 0 ? 'Base64 or ":"' : '":" after the padding');
  if (!isWhole(end - start, padding)) return cursor.fail('Base64 of an impossible length', start);
  return { type: 'bytes', value: decode(cursor.text, start, end) };
}

function isWhole(characters: number, padding: number): boolean {
  const rest = characters % 4;
  return rest !== 1 && (padding === 0 || (rest !== 0 && rest + padding === 4));
}

function decode(text: string, start: number, end: number): Uint8Array {
  const bytes = new Uint8Array(Math.floor(((end - start) * 3) / 4));
  let length = 0;
  let bits = 0;
  let count = 0;
  for (let i = start; i < end; i++) {
    bits = ((bits << 6) | sextetOf(text.charCodeAt(i))) & 0xffff;
    count += 6;
    if (count < 8) continue;
    count -= 8;
    bytes[length++] = bits >> count;
  }
  return bytes;
}

function sextetOf(code: number): number {
  return code >= 0 && code < 128 ? (sextets[code] as number) : -1;
}
