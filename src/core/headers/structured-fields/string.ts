// Strings (RFC 9651 §4.2.5).

import { BACKSLASH, isPrintable, QUOTE } from './characters.js';
import type { Cursor } from './cursor.js';
import type { BareItem } from './values.js';

/** Reads what starts with a double quote. */
export function readString(cursor: Cursor): BareItem | null {
  cursor.at++;
  let value = '';
  let runStart = cursor.at;
  for (let code = cursor.peek(); code !== QUOTE; code = cursor.peek()) {
    if (!isPrintable(code)) return cursor.expected('a printable ASCII character or the closing quote of the String');
    if (code === BACKSLASH) {
      value += cursor.text.slice(runStart, cursor.at);
      runStart = ++cursor.at;
      const escaped = cursor.peek();
      if (escaped !== QUOTE && escaped !== BACKSLASH)
        return cursor.expected('a quote or a backslash after the backslash');
    }
    cursor.at++;
  }
  const run = cursor.text.slice(runStart, cursor.at);
  cursor.at++;
  return { type: 'string', value: value === '' ? run : value + run };
}
