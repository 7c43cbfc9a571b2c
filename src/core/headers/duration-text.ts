// Durations as Go prints them (`6m0s`, `120ms`, `2m59.56s`), which OpenAI and others put into their reset headers.

/**
 * Milliseconds of a duration, not rounded (round a wait up); null unless the whole text is number-and-unit pairs.
 * Beside Go's units there is `d`, which some servers add. No sign, no bare number, and hence no unit to guess.
 */
export function parseDurationText(text: string): number | null {
  let totalMs = 0;
  let at = 0;
  while (at < text.length) {
    const start = at;
    at = skipDigits(text, at);
    const wholeEnd = at;
    if (wholeEnd === start) return null;
    if (text.charCodeAt(at) === POINT) {
      at = skipDigits(text, wholeEnd + 1);
      if (at === wholeEnd + 1) return null;
    }
    const fraction = text.slice(wholeEnd + 1, at);
    const unit = unitAt(text, at);
    if (unit === '') return null;
    totalMs += partMs(text.slice(start, wholeEnd), fraction, unit);
    at += unit.length;
  }
  return text === '' ? null : Math.min(totalMs, Number.MAX_SAFE_INTEGER);
}

const POINT = 46;
const ZERO = 48;
const NINE = 57;

function skipDigits(text: string, from: number): number {
  let at = from;
  for (let code = text.charCodeAt(at); code >= ZERO && code <= NINE; code = text.charCodeAt(at)) at++;
  return at;
}

/** How many of the units below a millisecond make one. Both the micro sign and the Greek letter are in use. */
const PER_MS: Readonly<Record<string, number>> = { ns: 1_000_000, us: 1000, µs: 1000, μs: 1000 };

const UNIT_MS: Readonly<Record<string, number>> = {
  ms: 1,
  s: 1000,
  m: 60_000,
  h: 3_600_000,
  d: 86_400_000,
};

/** The unit that stands here, '' when none does. Of two that fit the longer is meant: `ms` is no `m`. */
function unitAt(text: string, at: number): string {
  const long = text.slice(at, at + 2);
  if (long === 'ms' || Object.hasOwn(PER_MS, long)) return long;
  const short = long.slice(0, 1);
  return Object.hasOwn(UNIT_MS, short) ? short : '';
}

/** Beyond this many, a fraction of a day is less than a nanosecond; and the powers of ten stay finite. */
const FRACTION_DIGITS = 15;

/** Digits first, then the scale: 2.007 × 1000 is 2007.0000000000002, but 2007 × 1000 ÷ 1000 is exact. */
function partMs(whole: string, fraction: string, unit: string): number {
  const unitMs = UNIT_MS[unit] ?? 1;
  const perMs = PER_MS[unit] ?? 1;
  if (fraction === '') return (Number(whole) * unitMs) / perMs;
  const places = fraction.slice(0, FRACTION_DIGITS);
  return (Number(whole + places) * unitMs) / (10 ** places.length * perMs);
}
