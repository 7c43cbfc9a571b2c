// Usage written as one text: pairs such as `32/40`, `key=value` lists, and limits with their window.

import { decimalPoint } from '../decimal-delay.js';
import { trimOws } from '../trim-ows.js';

export interface UsedOfSize {
  readonly used: number;
  readonly size: number;
}

/** `32/40`, and the same after a key: `api-usage=10018/100000`. Null when it is neither. */
export function readUsedOfSize(text: string): UsedOfSize | null {
  const pair = text.slice(text.indexOf('=') + 1);
  const slash = pair.indexOf('/');
  if (slash === -1) return null;
  const used = readNumber(trimOws(pair.slice(0, slash)));
  const size = readNumber(trimOws(pair.slice(slash + 1)));
  return Number.isNaN(used) || Number.isNaN(size) ? null : { used, size };
}

/** `total=100; remaining=99; resets=41`, separated by semicolons or commas. Keys in lower case; at most 50 of them. */
export function readKeyValues(text: string): ReadonlyMap<string, string> {
  const found = new Map<string, string>();
  for (const piece of text.split(/[;,]/, 50)) {
    const equals = piece.indexOf('=');
    if (equals < 1) continue;
    found.set(trimOws(piece.slice(0, equals)).toLowerCase(), trimOws(piece.slice(equals + 1)));
  }
  return found;
}

export interface WindowedAmount {
  /** Null when the number is missing, as Docker Hub sends it for paying users: `;w=21600`. */
  readonly amount: number | null;
  readonly windowMs: number | null;
}

/**
 * `100;w=21600`, `100, 100;window=60, 10000;window=86400`, `10, 10;w=1;burst=1000`: amounts with an optional window in
 * seconds. Empty when any member is written otherwise, since half a list would say something else. At most 50 members.
 */
export function readWindowedAmounts(text: string): readonly WindowedAmount[] {
  const single = readNumber(text);
  if (!Number.isNaN(single)) return [{ amount: single, windowMs: null }];
  const amounts: WindowedAmount[] = [];
  for (const member of text.split(',', MOST_MEMBERS)) {
    if (trimOws(member) === '') continue;
    const [number = '', ...parameters] = member.split(';', MOST_PARAMETERS);
    const digits = trimOws(number);
    const amount = digits === '' ? null : readNumber(digits);
    const windowMs = windowOf(parameters);
    if (Number.isNaN(amount) || Number.isNaN(windowMs) || (amount === null && windowMs === null)) return [];
    amounts.push({ amount, windowMs });
  }
  return amounts;
}

const MOST_MEMBERS = 50;
const MOST_PARAMETERS = 20;

function windowOf(parameters: readonly string[]): number | null {
  for (const parameter of parameters) {
    const [key = '', value = ''] = parameter.split('=', 2);
    const name = trimOws(key).toLowerCase();
    if (name !== 'w' && name !== 'window') continue;
    const windowSeconds = readNumber(trimOws(value));
    return windowSeconds > 0 ? windowSeconds * 1000 : Number.NaN;
  }
  return null;
}

/** A number of at least 0 that is safe to calculate with; NaN for everything else. */
function readNumber(text: string): number {
  const number = text.length > 20 || decimalPoint(text) === -1 ? Number.NaN : Number(text);
  return number <= Number.MAX_SAFE_INTEGER ? number : Number.NaN;
}
