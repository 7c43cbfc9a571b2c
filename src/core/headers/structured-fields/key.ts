// Keys of Dictionaries and parameters (RFC 9651 §4.2.3.3).

import { isInKey, startsKey } from './characters.js';
import type { Cursor } from './cursor.js';

export function readKey(cursor: Cursor): string | null {
  if (!startsKey(cursor.peek())) return cursor.expected('a key, which starts with a lower-case letter or "*"');
  const start = cursor.at;
  do cursor.at++;
  while (isInKey(cursor.peek()));
  return cursor.text.slice(start, cursor.at);
}
