import { type HeadersInput, visitFields } from '../../core/headers/field-map.js';
import { parseHttpDate } from '../../core/headers/http-date.js';
import { formatWait } from '../../core/text/format-time.js';

/** Less than this is the way of the response, or a clock that is a little off. */
const FRESH_MS = 60_000;

/**
 * What to tell somebody whose response was sent long before the instant that it is read for: waits count from that
 * instant, so a capture of an hour ago asks for its whole wait once more. Null for a fresh response, and for one without
 * a `Date` that can be read.
 */
export function captureAgeWarning(headers: HeadersInput, nowMs: number): string | null {
  let sentAtMs: number | null = null;
  visitFields(headers, (name, value) => {
    if (name.toLowerCase() !== 'date' || sentAtMs !== null || typeof value !== 'string') return;
    sentAtMs = parseHttpDate(value.trim(), nowMs);
  });
  if (sentAtMs === null || Math.abs(nowMs - sentAtMs) < FRESH_MS) return null;
  const age = formatWait(Math.abs(nowMs - sentAtMs));
  const sent = sentAtMs < nowMs ? `was sent ${age} ago` : `will be sent in ${age}`;
  return `by its Date the response ${sent}: it is read as if it came now; for the time when it came, give --now`;
}
