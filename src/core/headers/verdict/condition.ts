// Whether a condition of a dialect's row holds for a response.

import { NO_BODY } from '../body/body-view.js';
import type { BodyTest, Condition, FieldTest, Signal } from '../dialects/dialect.js';
import type { LimitReading } from '../limits/limit-reading.js';
import type { ResponseView } from '../response/response-view.js';

/** The first signal that fits, or null. */
export function signalOf(
  signals: readonly Signal[] | undefined,
  view: ResponseView,
  readings: readonly LimitReading[],
): Signal | null {
  if (signals === undefined) return null;
  for (let i = 0; i < signals.length; i++) {
    const signal = signals[i] as Signal;
    const { when } = signal;
    const fits = isList(when)
      ? when.some((condition) => holds(condition, view, readings))
      : holds(when, view, readings);
    if (fits) return signal;
  }
  return null;
}

/** All given parts; the cheap ones first. */
export function holds(condition: Condition, view: ResponseView, readings: readonly LimitReading[]): boolean {
  const { status, field, exhausted, body, text } = condition;
  if (status !== undefined && !status.includes(view.status)) return false;
  if (field !== undefined && !fieldHolds(field, view.text(field.name))) return false;
  if (exhausted !== undefined && exhausted !== readings.some(({ limit }) => limit.remaining === 0)) return false;
  if (body !== undefined && !isInBody(body, view)) return false;
  if (text === undefined) return true;
  if (view.body === NO_BODY) return false;
  const message = view.body.text.toLowerCase();
  return text.some((part) => message.includes(part));
}

export function fieldHolds({ is, has }: FieldTest, value: string | null): boolean {
  if (value === null) return false;
  if (is === undefined && has === undefined) return true;
  const text = value.toLowerCase();
  return (is === undefined || is.includes(text)) && (has === undefined || text.includes(has));
}

/** Whether any of the values in that place of the body passes the test. */
export function isInBody(test: BodyTest, { body }: ResponseView): boolean {
  return body.roots.length > 0 && body.at(test.at).some((value) => bodyHolds(test, value));
}

/** Whether a value passes the test, wherever it stands. */
export function bodyHolds({ is, has }: BodyTest, value: unknown): boolean {
  if (is !== undefined && !is.includes(value as string)) return false;
  return has === undefined || (typeof value === 'string' && value.toLowerCase().includes(has));
}

function isList(when: Signal['when']): when is readonly Condition[] {
  return Array.isArray(when);
}
