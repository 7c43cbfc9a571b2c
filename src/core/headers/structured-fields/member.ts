// Items (RFC 9651 §4.2.3), Inner Lists (§4.2.1.2), and members, which are one or the other (§4.2.1.1).

import { readBareItem } from './bare-item.js';
import { CLOSE, OPEN, SPACE } from './characters.js';
import type { Cursor } from './cursor.js';
import { readParameters } from './parameters.js';
import type { BareItem, InnerList, Item, Member } from './values.js';

export function readMember(cursor: Cursor): Member | null {
  return cursor.peek() === OPEN ? readInnerList(cursor) : readItem(cursor);
}

export function readItem(cursor: Cursor): Item | null {
  const bare = readBareItem(cursor);
  return bare === null ? null : readParametersOf(bare, cursor);
}

/** The Item of this value and the parameters that follow. */
export function readParametersOf(bare: BareItem, cursor: Cursor): Item | null {
  const params = readParameters(cursor);
  return params === null ? null : ({ type: bare.type, value: bare.value, params } as Item);
}

function readInnerList(cursor: Cursor): InnerList | null {
  cursor.at++;
  const items: Item[] = [];
  for (;;) {
    cursor.skipSpaces();
    if (cursor.take(CLOSE)) break;
    const item = readItem(cursor);
    if (item === null) return null;
    items.push(item);
    const next = cursor.peek();
    if (next !== SPACE && next !== CLOSE) return cursor.expected('a space or ")" in an Inner List');
  }
  const params = readParameters(cursor);
  return params === null ? null : { type: 'innerList', value: items, params };
}
