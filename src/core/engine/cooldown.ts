import type { Rules } from '../backoff/compile.js';
import type { CallState } from './call-state.js';
import { Decision } from './decision.js';
import type { KeyState } from './key-state.js';
import { Outcome } from './outcome.js';

/** Who is shut after a refusal: the bucket of the call, or every bucket of its account. */
export type Scope = 'bucket' | 'account';

/** The instant before which nothing may be sent to a bucket. */
export function cooledUntil(key: KeyState): number {
  return Math.max(key.cooldownAt, key.overloadAt, key.account.cooldownAt);
}

/** Whether the server has shut a bucket for longer than the policy is ready to wait. An own wait never counts. */
export function isCooledTooLong(rules: Rules, key: KeyState, now: number): boolean {
  const { maxMs, beyondMax } = rules.policy.retryAfter;
  return beyondMax === 'fail' && Math.max(key.namedUntil, key.overloadAt, key.account.namedUntil) - now > maxMs;
}

/**
 * Shuts the bucket, or the whole account, after a refusal: for as long as the server said, else for the wait
 * of the refused call. A cooldown is never shortened, neither by a shorter hint nor by a success of an earlier call.
 * An overload shuts the bucket only when the server named a wait, because it says nothing of our quota.
 */
export function cool(
  rules: Rules,
  call: CallState,
  outcome: Outcome,
  hintMs: number | null,
  decision: Decision,
  scope: Scope,
  now: number,
): void {
  if (outcome !== Outcome.REFUSED && outcome !== Outcome.OVERLOADED) return;
  const { key } = call;
  const until = namedUntil(rules, hintMs, now);
  if (outcome === Outcome.OVERLOADED) {
    if (until > key.overloadAt) key.overloadAt = until;
    return;
  }
  const owner = scope === 'account' ? key.account : key;
  if (until > 0) {
    owner.namedUntil = Math.max(owner.namedUntil, until);
    owner.cooldownAt = Math.max(owner.cooldownAt, until);
  } else if (decision === Decision.RETRY && owner.cooldownAt <= now && !(owner === key && isPaced(key))) {
    // One computed wait decides an episode: the largest of a hundred draws would shut the bucket for far too long.
    // The wait alone, since `readyAt` may lie behind a cooldown of the bucket that is none of the account's.
    owner.cooldownAt = now + call.previousMs;
  }
}

/** Where a rate is known, it decides when the next calls go; only the refused one waits longer. */
function isPaced(key: KeyState): boolean {
  return key.learned.length > 0 || (key.accepted?.pacePerMs ?? 0) > 0;
}

/** When the wait that the server named is over, as far as the policy obeys it; 0 when there is none. */
function namedUntil(rules: Rules, hintMs: number | null, now: number): number {
  const { honor, maxMs, beyondMax } = rules.policy.retryAfter;
  if (!honor || hintMs === null || hintMs <= 0) return 0;
  if (hintMs <= maxMs || beyondMax === 'fail') return now + hintMs;
  return beyondMax === 'clamp' ? now + maxMs : 0;
}

/**
 * The number of calls that may be in flight to a bucket of which nothing is known: it starts small, doubles per
 * answered round until the first refusal, halves then (once per round), and from there grows by one per round. Refused
 * again after a wait that the server named, it is one.
 * After Jacobson's slow start and congestion avoidance (1988).
 */
export function resizeWindow(key: KeyState, call: CallState, outcome: Outcome, now: number): void {
  if (key.window === Infinity) return;
  if (outcome === Outcome.OK) key.window += key.growing ? 1 : 1 / key.window;
  else if (outcome === Outcome.REFUSED && call.sentAt >= key.narrowedAt) {
    key.growing = false;
    key.narrowedAt = now;
    // After an own wait there may be much again; after one that the server named, perhaps no more than it was named for.
    key.window = key.namedUntil > 0 ? 1 : Math.max(1, key.window / 2);
  }
}
