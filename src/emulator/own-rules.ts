// A rule book from outside: what it tells must fit into headers, which nobody has checked yet. Those that come with the
// package are tested instead, since a check of every header of every answer takes a good part of the time of an answer.

import { InputError } from '../core/errors.js';
import { type FieldRow, writeField } from '../core/rulebooks/field-row.js';
import type { RuleBook } from '../core/rulebooks/index.js';
import { FIELD_VALUE_RULE, isFieldName, isFieldValue } from './header-text.js';

/**
 * The same rule book, whose fields throw as soon as they have something to say that no header can carry. Throws
 * {@link InputError} for a name or a fixed text that never can.
 */
export function guarded(book: RuleBook): RuleBook {
  if (book.requestIdField !== undefined) checkName(book.requestIdField, 'rules.requestIdField');
  return {
    ...book,
    fields: guardedRows(book.fields, 'rules.fields'),
    refusals: book.refusals.map((row, index) => guardedAnswer(row, `rules.refusals[${index}]`)),
    conditions: book.conditions.map((row, index) => guardedAnswer(row, `rules.conditions[${index}]`)),
  };
}

function guardedAnswer<T extends { readonly fields?: readonly FieldRow[] }>(row: T, at: string): T {
  return row.fields === undefined ? row : { ...row, fields: guardedRows(row.fields, `${at}.fields`) };
}

function guardedRows(rows: readonly FieldRow[], at: string): FieldRow[] {
  return rows.map((row, index) => {
    checkName(row.field, `${at}[${index}].field`);
    if ('text' in row.says) return checkedText(row, row.says.text, `${at}[${index}].says.text`);
    const about = 'about' in row.says ? row.says.about : '';
    return { ...row, says: { about, tell: (standing) => sendable(row.field, writeField(row, standing)) } };
  });
}

function checkName(name: string, field: string): void {
  if (!isFieldName(name)) throw new InputError({ field, value: name, allowed: 'a name that a header can have' });
}

function checkedText(row: FieldRow, text: string, field: string): FieldRow {
  if (!isFieldValue(text)) throw new InputError({ field, value: text, allowed: FIELD_VALUE_RULE });
  return row;
}

function sendable(name: string, value: string | null): string | null {
  if (value === null || isFieldValue(value)) return value;
  throw new Error(`${name} would say what no header can; give ${FIELD_VALUE_RULE}`);
}
