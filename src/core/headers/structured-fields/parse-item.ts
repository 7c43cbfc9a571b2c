// Item fields (RFC 9651 §4.2.3): one value with its parameters.

import { readItem } from './member.js';
import { type FieldLines, type ParsedField, parseField } from './parsed-field.js';
import type { Item } from './values.js';

/**
 * Reads an Item field from its value (without the whitespace around it, RFC 9110 §5.5). An Item must be there, so an
 * empty value is a fault; several lines are joined as in a List, where the comma between them is a fault in its turn.
 * Never throws on any text. No field that is decoded is an Item; through it values are tested by themselves.
 */
export function parseItem(lines: FieldLines): ParsedField<Item> {
  return parseField(lines, readItem);
}
