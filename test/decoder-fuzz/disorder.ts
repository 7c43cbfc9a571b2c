// What must hold of every answer, whatever was sent. Returns what is wrong in words, or null.

import type { Decoded, DecodedLimit } from '../../src/core/headers/decoded.js';
import { rankOf } from '../../src/core/headers/verdict/precedence.js';
import type { Pairs, RandomResponse } from './random-response.js';

export interface Asked extends RandomResponse {
  readonly nowMs: number;
  readonly strict: boolean;
}

export function disorderOf(answer: Decoded, asked: Asked): string | null {
  return figures(answer, asked) ?? verdictAndHint(answer) ?? exhausted(answer) ?? tooShort(answer, asked);
}

function figures({ hintMs, retryAt, limits, source }: Decoded, { nowMs }: Asked): string | null {
  if (hintMs !== null && !isWhole(hintMs)) return `hintMs is ${hintMs}`;
  if ((hintMs === null) !== (source === null)) return `hintMs is ${hintMs}, and its source ${source}`;
  const expectedAt = hintMs === null ? null : Math.min(nowMs + hintMs, 8.64e15);
  if (retryAt !== expectedAt) return `retryAt is ${retryAt}, not ${expectedAt}`;
  for (const limit of limits) {
    const fault = figuresOfLimit(limit);
    if (fault !== null) return `${limit.name}: ${fault}`;
  }
  return null;
}

function figuresOfLimit({ limit, remaining, resetMs, windowMs, resolution }: DecodedLimit): string | null {
  // Some count in halves and thirds; what is left is rounded down, since half a unit lets nothing pass.
  if (limit !== null && !(limit >= 0 && Number.isFinite(limit))) return `limit is ${limit}`;
  if (remaining !== null && !isWhole(remaining)) return `remaining is ${remaining}`;
  if (resetMs !== null && !isWhole(resetMs)) return `resetMs is ${resetMs}`;
  if (windowMs !== null && !(windowMs > 0 && Number.isFinite(windowMs))) return `windowMs is ${windowMs}`;
  return resolution.amount > 0 && resolution.resetMs > 0 ? null : `resolution is ${JSON.stringify(resolution)}`;
}

function isWhole(value: number): boolean {
  return Number.isInteger(value) && value >= 0 && !Object.is(value, -0);
}

function verdictAndHint({ verdict, hintMs }: Decoded): string | null {
  const isUsable = hintMs !== null && hintMs > 0;
  if (verdict === 'retry' && !isUsable) return `retry without a usable time: ${hintMs}`;
  if (verdict === 'backoff' && isUsable) return `backoff although ${hintMs} was named`;
  return null;
}

/**
 * Where nothing was named outright, the wait is no shorter than the reset of any limit that is used up: of those that
 * speak of the next request, and else of the others. A terminal answer, and a server's own decision, stand above that.
 */
function exhausted(answer: Decoded): string | null {
  const { verdict, verdictFrom, hintMs, limits } = answer;
  if (verdictFrom !== 'status' && (verdict === 'never' || verdict === 'backoff')) return null;
  const rank = rankOf(answer)?.id ?? 'none';
  const isNone = hintMs === null || hintMs === 0;
  for (const { name, remaining, resetMs, resetMeans } of limits) {
    if (remaining !== 0 || resetMs === null || resetMs <= (hintMs ?? 0)) continue;
    const isPassedOver = resetMeans === 'next' ? AFTER_NEXT.has(rank) : AFTER_FULL.has(rank);
    if (isNone || isPassedOver) return `hintMs is ${hintMs} by ${rank}, although ${name} is used up for ${resetMs} ms`;
  }
  return null;
}

/** Ranks that must give way to a limit that is used up. */
const AFTER_NEXT: ReadonlySet<string> = new Set(['next-reset', 'message', 'full-reset', 'documented']);
const AFTER_FULL: ReadonlySet<string> = new Set(['full-reset', 'documented']);

/**
 * The wait is never shorter than what is named outright: the first of the fields in milliseconds that is above 0, else
 * `Retry-After`, else its copies. What takes precedence over them is a decision on the retry itself: a pushback, and a
 * terminal answer as the dialect means it. The fields are read here anew and in the plainest way: decimal numbers and nothing else.
 */
function tooShort(answer: Decoded, { headers, strict }: Asked): string | null {
  if (strict || answer.source === 'grpc-retry-pushback-ms') return null;
  if (answer.verdict === 'never' && answer.verdictFrom !== 'status') return null;
  const leastMs = namedMs(headers);
  // The product of a decimal and 1000 may be off in its last digit.
  return leastMs > (answer.hintMs ?? 0) * (1 + 1e-12)
    ? `hintMs is ${answer.hintMs}, although ${leastMs} ms are asked for`
    : null;
}

const NAMED: readonly (readonly [name: string, unitMs: number])[] = [
  ['retry-after-ms', 1],
  ['x-ms-retry-after-ms', 1],
  ['x-amz-retry-after', 1],
  ['retry-after', 1000],
  ['x-retry-after', 1000],
  ['x-ratelimit-retry-after', 1000],
  ['x-rate-limit-retry-after', 1000],
  ['x-rate-limit-retry-after-seconds', 1000],
];

function namedMs(headers: Pairs): number {
  for (const [name, unitMs] of NAMED) {
    let longest = 0;
    for (const [other, value] of headers) {
      if (other.toLowerCase() !== name) continue;
      // A field that came twice may have been joined by a comma.
      const members = value.split(',');
      const numbers = members.filter((member) => PLAIN.test(member)).map(Number);
      // What else stands in Retry-After may be a date, with a comma of its own; a valid one is believed before copies.
      if (name === 'retry-after' && numbers.length < members.length) return 0;
      // More than nine digits of it may be an epoch time.
      if (name === 'retry-after' && numbers.some((number) => number >= 1e9)) return 0;
      longest = Math.max(longest, ...numbers.map((number) => Math.min(number * unitMs, Number.MAX_SAFE_INTEGER)));
    }
    if (longest > 0) return longest;
  }
  return 0;
}

const PLAIN = /^[\t ]*\d+(?:\.\d+)?[\t ]*$/;
