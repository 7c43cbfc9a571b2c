// The answer about a whole field, and the frame that all three kinds of field share (RFC 9651 §4.2).

import { Cursor, END } from './cursor.js';
import type { Overwritten } from './values.js';

export type ParsedField<T> = ReadableField<T> | MalformedField;

export interface ReadableField<T> {
  readonly value: T;
  readonly fault: null;
  /** Values that were replaced by a later one with the same key, in the order sent. Usually none. */
  readonly overwritten: readonly Overwritten[];
}

/** One fault anywhere, and the whole field counts as absent: §4.2 forbids using the part that could be read. */
export interface MalformedField {
  readonly value: null;
  /** What is wrong, as part of a sentence: `expected a digit, found "x"`. */
  readonly fault: string;
  /** Where: characters before it, of the value with its lines joined. */
  readonly at: number;
}

/** What a field's value may come as: one text, or the values of its lines in the order received. */
export type FieldLines = string | readonly string[];

const NONE: readonly Overwritten[] = Object.freeze([]);

/** Reads all of a field. `read` answers null after noting a fault. */
export function parseField<T>(lines: FieldLines, read: (cursor: Cursor) => T | null): ParsedField<T> {
  const cursor = new Cursor(typeof lines === 'string' ? lines : lines.join(', '));
  cursor.skipSpaces();
  const value = read(cursor);
  if (value !== null) {
    cursor.skipSpaces();
    if (cursor.peek() === END) return { value, fault: null, overwritten: cursor.overwritten ?? NONE };
    cursor.expected('the end');
  }
  return { value: null, fault: cursor.fault, at: cursor.faultAt };
}
