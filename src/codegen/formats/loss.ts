// What gets lost between a policy and a system's config, in words.

import { intervalMs } from '../../core/backoff/backoff.js';
import { compile } from '../../core/backoff/compile.js';
import type { Field } from '../../core/policy/field.js';
import { FIELDS, NULLABLE_GROUPS } from '../../core/policy/fields.js';
import { valueAt } from '../../core/policy/paths.js';
import { isListed, type Policy } from '../../core/policy/policy.js';
import { writeDuration, writeField } from '../../core/policy/written.js';
import { formatCount } from '../../core/text/format-number.js';
import { printable } from '../../core/text/printable.js';
import { rawDelays } from './growth.js';

/** One thing that policy and system do not say alike. */
export interface Loss {
  /** Path of the policy field or, where the policy has no such field, the key of the config. */
  readonly field: string;
  /** `dropped`: the other side has no word for it. `approximated`: it has the nearest that it can. */
  readonly kind: 'dropped' | 'approximated';
  readonly policy: string;
  readonly system: string;
  readonly sentence: string;
}

/** A loss, with its sentence. `policy` and `system` complete "the policy …" and, without a subject, "… does". */
export function lossOf(field: string, kind: Loss['kind'], policy: string, system: string): Loss {
  // Names of errors and the like come from the file.
  const does = printable(system, LONGEST);
  return { field, kind, policy, system: does, sentence: `${field}: the policy ${policy}; ${does}.` };
}

const LONGEST = 300;

/** The loss of a system that draws a wait first and cuts it at the longest one then. */
export function drawnThenCut(system: string): Loss {
  const says = 'draws below its cap, so that waits stay spread';
  return lossOf('backoff.capMs', 'approximated', says, `${system} draws first and cuts then`);
}

/** A key of a config that is passed over. `value` is what the system has there; `why` ends the sentence. */
export function passedOver(key: string, value: string, why: string): Loss {
  return {
    field: key,
    kind: 'dropped',
    policy: 'has no such field',
    system: value,
    sentence: `${key}: passed over; ${why}.`,
  };
}

/**
 * Every field in which two policies differ, as losses: `given` is what was asked for, `kept` what a system's config
 * says when it is read back. Fields that have no effect, since another one switches them off, are left out.
 */
export function differences(
  given: Policy,
  kept: Policy,
  system: string,
  because: Readonly<Record<string, string>>,
): Loss[] {
  const told = (field: string, kind: Loss['kind'], says: string, does: string): Loss => {
    const why = reasonFor(field, because);
    return lossOf(field, kind, `says ${says}`, `${system} has ${does}${why === null ? '' : ` (${why})`}`);
  };
  const drawsAlike = sameIntervals(given, kept);
  const lists = drawsAlike ? [] : backoffDifference(given, kept);
  const losses = lists.map(([says, does]) => told('backoff', 'approximated', says, does));
  for (const field of FIELDS) {
    const { path } = field;
    if (isIdle(path, given, kept) || (drawsAlike && (path === 'backoff.baseMs' || path === 'jitter'))) continue;
    const group = NULLABLE_GROUPS.find((name) => path.startsWith(`${name}.`));
    if (group !== undefined) {
      if (losses.some((loss) => loss.field === group) || same(valueAt(given, group), valueAt(kept, group))) continue;
      const keptGroup = valueAt(kept, group) ?? null;
      const does = keptGroup === null ? 'none' : words(keptGroup);
      losses.push(told(group, keptGroup === null ? 'dropped' : 'approximated', words(valueAt(given, group)), does));
      continue;
    }
    const [before, after] = [valueAt(given, path), valueAt(kept, path)];
    if (same(before, after)) continue;
    const isGone = after === null || after === undefined || after === false || after === 'none' || same(after, []);
    const kind = isGone ? 'dropped' : 'approximated';
    losses.push(told(path, kind, written(field, before), written(field, after)));
  }
  return losses;
}

/** Whether a field says nothing in either policy, or is told with another one. */
function isIdle(path: string, given: Policy, kept: Policy): boolean {
  const isCompared = isListed(given.backoff) || isListed(kept.backoff);
  if (path === 'backoff.delaysMs') return true;
  if (path === 'backoff.baseMs' || path === 'backoff.multiplier') return isCompared;
  if (path === 'backoff.throttledBaseMs') return (valueAt(given, path) ?? null) === (valueAt(kept, path) ?? null);
  if (path === 'refusals.max') return kept.refusals.countAsAttempts;
  if (path.startsWith('retryAfter.')) return path !== 'retryAfter.honor' && !kept.retryAfter.honor;
  return false;
}

/** Where one of the two is a list: what their raw delays are, unless they are the same. */
function backoffDifference(given: Policy, kept: Policy): [says: string, does: string][] {
  if (!isListed(given.backoff) && !isListed(kept.backoff)) return [];
  const [before, after] = [rawDelays(given), rawDelays(kept)];
  const common = Math.min(before.length, after.length);
  return same(before.slice(0, common), after.slice(0, common)) ? [] : [[listed(before), listed(after)]];
}

/** Whether every wait is drawn from the same interval, if by other words: 0.8..1.2 of 1 s is 2/3..1 of 1.2 s. */
function sameIntervals(given: Policy, kept: Policy): boolean {
  if (given.jitter === 'decorrelated' || kept.jitter === 'decorrelated') return false;
  const [before, after] = [compile(given), compile(kept)];
  const retries = Math.min(given.maxAttempts, kept.maxAttempts) - 1;
  for (let retry = 1; retry <= retries; retry++) {
    const [one, other] = [intervalMs(before, retry), intervalMs(after, retry)];
    if (!isClose(one.minMs, other.minMs) || !isClose(one.maxMs, other.maxMs)) return false;
  }
  return retries > 0;
}

/** But for the rounding of floating-point numbers. */
function isClose(a: number, b: number): boolean {
  return Math.abs(a - b) <= 1e-9 * Math.max(a, b);
}

const SHOWN = 6;

function listed(delaysMs: readonly number[]): string {
  const shown = delaysMs.slice(0, SHOWN).map(writeDuration).join(', ');
  return delaysMs.length > SHOWN ? `${shown}, …` : shown || 'no retry';
}

function written(field: Field, value: unknown): string {
  if (field.kind === 'quotas') {
    const { length } = value as unknown[];
    return length === 0 ? 'none' : formatCount(length, 'quota');
  }
  return value === undefined ? 'none' : writeField(field, value);
}

function words(group: unknown): string {
  return group === null || group === undefined ? 'none' : JSON.stringify(group).replaceAll('"', '');
}

function same(a: unknown, b: unknown): boolean {
  return JSON.stringify(a) === JSON.stringify(b);
}

function reasonFor(field: string, because: Readonly<Record<string, string>>): string | null {
  for (let path = field; path !== ''; path = path.slice(0, Math.max(0, path.lastIndexOf('.')))) {
    if (Object.hasOwn(because, path)) return because[path] as string;
  }
  return null;
}
