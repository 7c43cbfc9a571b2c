// Dictionary fields (RFC 9651 §4.2.2), such as RateLimit in draft 07.

import { EQUALS } from './characters.js';
import type { Cursor } from './cursor.js';
import { END } from './cursor.js';
import { readKey } from './key.js';
import { readMember, readParametersOf } from './member.js';
import { TRUE } from './parameters.js';
import { type FieldLines, type ParsedField, parseField } from './parsed-field.js';
import type { Member } from './values.js';

/**
 * Reads a Dictionary field from its value, or from the values of its lines (without the whitespace around them, RFC
 * 9110 §5.5). An empty value is an empty Dictionary. Of members with the same key the last one counts, and the others
 * are in `overwritten`. Never throws on any text.
 */
export function parseDictionary(lines: FieldLines): ParsedField<ReadonlyMap<string, Member>> {
  return parseField(lines, readDictionary);
}

function readDictionary(cursor: Cursor): Map<string, Member> | null {
  const members = new Map<string, Member>();
  if (cursor.peek() === END) return members;
  do {
    const key = readKey(cursor);
    if (key === null) return null;
    const member = cursor.take(EQUALS) ? readMember(cursor) : readParametersOf(TRUE, cursor);
    if (member === null) return null;
    const earlier = members.get(key);
    if (earlier !== undefined) cursor.noteOverwritten({ of: 'dictionary', key, value: earlier });
    members.set(key, member);
  } while (cursor.nextMember());
  return cursor.fault === '' ? members : null;
}
