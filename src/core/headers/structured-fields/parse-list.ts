// List fields (RFC 9651 §4.2.1), such as RateLimit since draft 08.

import type { Cursor } from './cursor.js';
import { END } from './cursor.js';
import { readMember } from './member.js';
import { type FieldLines, type ParsedField, parseField } from './parsed-field.js';
import type { Member } from './values.js';

/**
 * Reads a List field from its value, or from the values of its lines. Values are taken as HTTP defines them: without
 * the whitespace around them (RFC 9110 §5.5). An empty value is an empty List. Never throws on any text.
 */
export function parseList(lines: FieldLines): ParsedField<readonly Member[]> {
  return parseField(lines, readList);
}

function readList(cursor: Cursor): Member[] | null {
  const members: Member[] = [];
  if (cursor.peek() === END) return members;
  do {
    const member = readMember(cursor);
    if (member === null) return null;
    members.push(member);
  } while (cursor.nextMember());
  return cursor.fault === '' ? members : null;
}
