import type { FirstDecision } from '../../core/engine/first-decision.js';
import { quoteValue } from '../../core/headers/header-warning.js';
import type { RetryAfter } from '../../core/headers/retry-after.js';
import { formatInstant } from '../../core/text/format-instant.js';
import { formatTableMs, formatWait } from '../../core/text/format-time.js';
import { wrap } from '../../core/text/wrap.js';
import { renderFigures } from './figures.js';
import type { Column } from './table.js';
import type { View } from './view.js';

/** One value of Retry-After, read both ways. */
export interface ReadValue {
  readonly value: string;
  readonly status: number;
  readonly nowMs: number;
  readonly strict: RetryAfter;
  readonly lenient: RetryAfter;
  readonly engine: FirstDecision;
}

export function renderRetryAfter(shown: ReadValue, view: View): string {
  const { strict, lenient, engine, status, value, nowMs } = shown;
  const figures = [
    { label: 'value', text: `${quoteValue(value)} beside a ${status}, at ${formatInstant(nowMs)}` },
    { label: 'strictly', text: strictText(shown) },
    { label: 'leniently', text: isSame(strict, lenient) ? 'the same' : readingText(lenient, nowMs) },
    { label: 'holdoff', text: `reads leniently. ${engine.sentence}` },
  ];
  return `${renderFigures(figures, view)}\n\n${view.style.strong(wrap(retryAfterSentence(shown), view.width))}\n`;
}

/** The line that matters: by the RFC first. */
export function retryAfterSentence({ strict, lenient, nowMs }: ReadValue): string {
  if (strict.hintMs !== null) {
    if (strict.hintMs === 0) return 'Valid by RFC 9110 and no help: it says "now", so wait a backoff of your own.';
    if (lenient.at !== null && strict.at === null) {
      return `Valid by RFC 9110 as ${formatWait(strict.hintMs)}, which nobody means: read leniently it is the instant ${formatInstant(lenient.at)}${lenient.hintMs === 0 ? ', which is over' : ''}.`;
    }
    return `Valid by RFC 9110: wait ${formatWait(strict.hintMs)}, until ${untilText(strict.hintMs, nowMs)}.`;
  }
  const strictly = 'Not valid by RFC 9110, so it counts as absent: wait a backoff of your own';
  if (lenient.hintMs === null) return `${strictly}.`;
  if (lenient.hintMs === 0) return `${strictly}; read leniently it says "now", which is no help either.`;
  return `${strictly}; read leniently it asks for ${formatWait(lenient.hintMs)}, until ${untilText(lenient.hintMs, nowMs)}.`;
}

interface Row {
  readonly reading: string;
  readonly answer: RetryAfter;
}

export function retryAfterTable({ strict, lenient }: ReadValue): { columns: readonly Column<Row>[]; rows: Row[] } {
  const column = (key: string, value: (answer: RetryAfter) => string | number | null): Column<Row> => ({
    key,
    title: key,
    text: ({ answer }) => String(value(answer) ?? '–'),
    value: ({ answer }) => value(answer),
  });
  return {
    columns: [
      { key: 'reading', title: 'reading', align: 'left', text: ({ reading }) => reading, value: (row) => row.reading },
      column('form', ({ form }) => form),
      column('hintMs', ({ hintMs }) => hintMs),
      column('at', ({ at }) => (at === null ? null : formatInstant(at))),
      { ...column('warnings', ({ warnings }) => warnings.map(({ code }) => code).join(' ')), align: 'left' },
    ],
    rows: [
      { reading: 'strict', answer: strict },
      { reading: 'lenient', answer: lenient },
    ],
  };
}

function strictText({ strict, nowMs }: ReadValue): string {
  if (strict.hintMs !== null) return `valid: ${readingText(strict, nowMs)}`;
  const why = strict.warnings.map(({ message }) => message).join('; ');
  return `not valid by RFC 9110, so it counts as absent (${why})`;
}

function readingText({ hintMs, form, warnings }: RetryAfter, nowMs: number): string {
  const notes = warnings.map(({ message }) => message).join('; ');
  const beside = notes === '' ? '' : ` (${notes})`;
  if (hintMs === null) return `no use either${beside}`;
  return `${form}, ${hintMs === 0 ? 'now' : `wait ${waitText(hintMs, nowMs)}`}${beside}`;
}

function waitText(hintMs: number, nowMs: number): string {
  return `${formatTableMs(hintMs)}, until ${untilText(hintMs, nowMs)}`;
}

function untilText(hintMs: number, nowMs: number): string {
  const at = nowMs + hintMs;
  return at <= LATEST ? formatInstant(at) : 'the end of all calendars';
}

const LATEST = 8.64e15;

function isSame(a: RetryAfter, b: RetryAfter): boolean {
  return a.hintMs === b.hintMs && a.at === b.at && a.form === b.form;
}
