// From what a server knows to what it says: the headers of an answer, and the whole of a refusal.

import { type FieldRow, writeField } from './field-row.js';
import type { AnswerRow, Condition, RefusalRow, RuleBook } from './rule-book.js';
import type { Refused, Standing } from './standing.js';

export type HeaderPair = readonly [name: string, value: string];

export interface Answer {
  readonly status: number;
  readonly headers: readonly HeaderPair[];
  readonly body: unknown;
}

/** The headers that go with the endpoint's own answer. */
export function servedHeaders(book: RuleBook, standing: Standing): HeaderPair[] {
  return write(book.fields, standing, requestId(book, standing));
}

/** The answer to a request that was not let in. Throws RangeError when the standing says that it was. */
export function refusalAnswer(book: RuleBook, standing: Standing): Answer {
  const { refused } = standing;
  if (refused === null) throw new RangeError('the standing names no limit that refused');
  return answerFrom(rowFor(book, refused), book, standing);
}

/** The status of that answer. */
export function refusalStatus(book: RuleBook, refused: Refused): number {
  return rowFor(book, refused).status;
}

function rowFor({ refusals }: RuleBook, refused: Refused): RefusalRow {
  const fits = ({ by, isForever }: RefusalRow) =>
    (by === undefined || by.includes(refused.by.name)) && (isForever === undefined || refused.isForever);
  return refusals.find(fits) as RefusalRow;
}

/** The answer under a condition that is switched on. */
export function conditionAnswer(book: RuleBook, condition: Condition, standing: Standing): Answer {
  return answerFrom(condition, book, standing);
}

function answerFrom(row: AnswerRow, book: RuleBook, standing: Standing): Answer {
  const body = row.body(standing);
  const own = write(row.fields ?? [], standing);
  const isTyped = own.some(([name]) => name.toLowerCase() === 'content-type');
  const type: HeaderPair[] = isTyped
    ? []
    : [['content-type', typeof body === 'string' ? 'text/plain' : 'application/json']];
  // RFC 6585 §4: a 429 must not be stored by a cache. Any other refusal is as short-lived.
  const noStore: HeaderPair = ['cache-control', 'no-store'];
  const told = row.withoutLimits === true ? [] : write(book.fields, standing);
  return { status: row.status, headers: [...type, noStore, ...requestId(book, standing), ...told, ...own], body };
}

function requestId({ requestIdField }: RuleBook, standing: Standing): HeaderPair[] {
  return requestIdField === undefined ? [] : [[requestIdField, standing.requestId]];
}

/** Behind those that are there. */
function write(rows: readonly FieldRow[], standing: Standing, pairs: HeaderPair[] = []): HeaderPair[] {
  for (const row of rows) {
    const value = writeField(row, standing);
    if (value !== null) pairs.push([row.field, value]);
  }
  return pairs;
}
