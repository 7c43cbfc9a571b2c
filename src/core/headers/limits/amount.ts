// The counts in limit headers, with the values that mean something else: −1, and what a counter below 0 turns into.

import { fieldMembers } from '../field-members.js';
import { quoteValue } from '../header-warning.js';
import type { ResponseView } from '../response/response-view.js';

/** An allowance, ≥ 0, from the first of these fields that is there; null when none is, or when it is unusable or −1. */
export function readLimitAmount(view: ResponseView, names: readonly string[] | undefined): number | null {
  const text = view.firstText(names);
  if (text === null) return null;
  const amount = parseSmallest(text, view);
  if (amount >= 0 && Number.isInteger(amount)) return amount;
  view.warn('unusable-limit', `${view.place}: ${quoteValue(text)} is not a whole number above 0; left out`);
  return null;
}

/**
 * What is left or was used, from the first of these fields that is there. Rounded down, since half a unit lets nothing
 * pass. May be negative; NaN when no field is there or, with a warning, when it is unreadable.
 */
export function readCount(view: ResponseView, names: readonly string[] | undefined): number {
  const text = view.firstText(names);
  if (text === null) return Number.NaN;
  const amount = parseSmallest(text, view);
  if (Number.isNaN(amount)) {
    view.warn('malformed', `${view.place}: ${quoteValue(text)} is not a number, so what is left is not known`);
  }
  return Math.floor(amount);
}

/** The smallest of several values, with a warning when they differ; NaN unless all can be read. */
function parseSmallest(text: string, view: ResponseView): number {
  const single = parseAmount(text);
  if (!Number.isNaN(single) || !text.includes(',') || text.length > LONGEST_LIST) return single;
  const amounts = fieldMembers(text).map(parseAmount);
  let least = amounts[0] ?? Number.NaN;
  for (const amount of amounts) least = Math.min(least, amount);
  if (amounts.some((amount) => amount !== least) && !Number.isNaN(least)) {
    // Thousands are not separated by commas: "1,000" would be the two values 1 and 0.
    if (least === 0 && amounts.length > 1) return Number.NaN;
    view.warn('conflicting-duplicates', `${view.place}: several values; the smallest, ${least}, is taken`);
  }
  return least;
}

const LONGEST_LIST = 8192;
const MINUS = 45;
const POINT = 46;
const ZERO = 48;

/** Digits with an optional sign and decimals; NaN for everything else and for what is too large to be exact. */
export function parseAmount(text: string): number {
  const start = text.charCodeAt(0) === MINUS ? 1 : 0;
  let value = 0;
  for (let i = start; i < text.length; i++) {
    const digit = text.charCodeAt(i) - ZERO;
    if (digit < 0 || digit > 9) return i > start && text.charCodeAt(i) === POINT ? parseDecimal(text) : Number.NaN;
    value = value * 10 + digit;
  }
  if (text.length === start || value > Number.MAX_SAFE_INTEGER) return Number.NaN;
  // Taken from 0, since the opposite of 0 would be -0.
  return start === 0 ? value : 0 - value;
}

function parseDecimal(text: string): number {
  const value = /^-?\d{1,16}\.\d{1,30}$/.test(text) ? Number(text) + 0 : Number.NaN;
  return Math.abs(value) <= Number.MAX_SAFE_INTEGER ? value : Number.NaN;
}
