// The order in which a response's waits are believed, in words. `hint.ts` has the same order in code; the documentation
// and the command tell it from here.

import type { Decoded } from '../decoded.js';
import { COPIED_WAITS, PRECISE_WAITS, PUSHBACK, RETRY_AFTER } from '../response/common-fields.js';

export interface Rank {
  /** A stable word. */
  readonly id: string;
  /** Where it stands. */
  readonly where: string;
  /** Why it comes before the ranks below it. */
  readonly because: string;
}

function fields(waits: readonly { readonly name: string }[]): string {
  return waits.map(({ name }) => `\`${name}\``).join(', ');
}

const PUSHED: Rank = {
  id: 'pushback',
  where: `\`${PUSHBACK}\``,
  because: 'the server decides about the retry itself, so nothing else counts beside it',
};
const PRECISE: Rank = {
  id: 'precise',
  where: fields(PRECISE_WAITS),
  because: 'a wait named outright, in milliseconds, which `Retry-After` can only round',
};
const STANDARD: Rank = {
  id: 'retry-after',
  where: '`Retry-After`',
  because: "the standard's own field, about this request and not about a quota",
};
const COPIED: Rank = { id: 'copied', where: fields(COPIED_WAITS), because: '`Retry-After` under another name' };
const BODY: Rank = {
  id: 'body',
  where: 'a delay in the body, such as `retry_after` or `retryDelay`',
  because: 'no field names a wait, and the body does',
};
const NEXT_RESET: Rank = {
  id: 'next-reset',
  where:
    'the largest reset among limits with nothing left that speak of the next request, such as `t` of the IETF drafts',
  because: 'nothing names a wait outright, and this reset says when one more request may go',
};
const MESSAGE: Rank = {
  id: 'message',
  where: 'the message for people, such as "try again in 6m0s"',
  because: 'only the message names a time',
};
const FULL_RESET: Rank = {
  id: 'full-reset',
  where: 'the largest reset among the other limits with nothing left',
  because: 'the only time there is: when all is back, so that one request may fit sooner',
};
const DOCUMENTED: Rank = {
  id: 'documented',
  where: "the sender's documentation",
  because: 'the response names no time, and the documentation does',
};

/** The most trustworthy first. A wait of 0 gives way to any wait above 0 further down. */
export const PRECEDENCE: readonly Rank[] = [
  PUSHED,
  PRECISE,
  STANDARD,
  COPIED,
  BODY,
  NEXT_RESET,
  MESSAGE,
  FULL_RESET,
  DOCUMENTED,
];

/** The rank that gave the hint; null without one. */
export function rankOf({ source, hintMs, limits }: Pick<Decoded, 'source' | 'hintMs' | 'limits'>): Rank | null {
  if (source === null) return null;
  const isAmong = (waits: readonly { readonly name: string }[]): boolean => waits.some(({ name }) => name === source);
  if (source === PUSHBACK) return PUSHED;
  if (source === RETRY_AFTER) return STANDARD;
  if (isAmong(PRECISE_WAITS)) return PRECISE;
  if (isAmong(COPIED_WAITS)) return COPIED;
  if (source.startsWith('body ')) return BODY;
  if (source === 'message text') return MESSAGE;
  if (source === 'documented') return DOCUMENTED;
  return limits.some(({ resetMs, resetMeans }) => resetMs === hintMs && resetMeans === 'next')
    ? NEXT_RESET
    : FULL_RESET;
}
