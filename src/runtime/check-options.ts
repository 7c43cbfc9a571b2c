// Options are checked where they are given: read wrongly, most of them would show only after hours, as a call that
// costs nothing or a deadline that never comes.

import { InputError } from '../core/errors.js';
import { unknownKey } from '../core/policy/read-quotas.js';
import type { ClientOptions } from './client.js';
import type { Clock } from './clock.js';
import type { ExecuteOptions } from './execute.js';

const CLIENT_OPTIONS = ['fetch', 'key', 'maxQueued', 'clock', 'seed'];
const EXECUTE_OPTIONS = ['key', 'cost', 'signal', 'idempotent', 'deadlineMs'];
const CLOCK_METHODS = ['now', 'wallNow', 'setTimer', 'clearTimer'] as const;

/** Throws {@link InputError} for the first option of a client that is wrong. */
export function checkClientOptions(options: ClientOptions): void {
  checkNames('options', options, CLIENT_OPTIONS);
  const { fetch, key, maxQueued, clock, seed } = options;
  if (fetch !== undefined && typeof fetch !== 'function') refuse('fetch', fetch, 'a function like fetch');
  if (key !== undefined && typeof key !== 'function')
    refuse('key', key, 'a function of a request that names its bucket');
  if (maxQueued !== undefined && maxQueued !== Infinity && !(Number.isInteger(maxQueued) && maxQueued >= 1)) {
    refuse('maxQueued', maxQueued, 'a whole number of calls, 1 or more, or Infinity');
  }
  if (clock !== undefined && !isClock(clock)) refuse('clock', clock, `a clock with ${CLOCK_METHODS.join(', ')}`);
  if (seed !== undefined && !Number.isInteger(seed)) refuse('seed', seed, 'a whole number');
}

/** Throws {@link InputError} for what cannot be run. */
export function checkRun(run: unknown): void {
  if (typeof run !== 'function') refuse('run', run, 'a function to run');
}

/** Throws {@link InputError} for the first option of `execute` that is wrong. Costs are checked by {@link costsOf}. */
export function checkExecuteOptions(options: ExecuteOptions): void {
  checkNames('options', options, EXECUTE_OPTIONS);
  const { key, signal, idempotent, deadlineMs } = options;
  if (key !== undefined && typeof key !== 'string') refuse('key', key, 'a text that names the bucket');
  if (signal !== undefined) checkSignal(signal);
  if (idempotent !== undefined && typeof idempotent !== 'boolean') refuse('idempotent', idempotent, 'true or false');
  if (deadlineMs !== undefined && !(typeof deadlineMs === 'number' && deadlineMs >= 0)) {
    refuse('deadlineMs', deadlineMs, 'a number of ms, 0 or more');
  }
}

/** Throws {@link InputError} for what is neither a signal nor null. */
export function checkSignal(signal: AbortSignal | null): AbortSignal | null {
  if (signal === null || typeof signal?.addEventListener === 'function') return signal;
  return refuse('signal', signal, 'an AbortSignal, such as the signal of an AbortController');
}

/** Costs in the order of the quotas. A name that no quota has is a mistake that would otherwise cost nothing. */
export function costsOf(cost: Readonly<Record<string, number>>, quotaNames: readonly string[]): number[] {
  if (typeof cost !== 'object' || cost === null) refuse('cost', cost, 'an object of units by the name of the quota');
  for (const [name, amount] of Object.entries(cost)) {
    if (!quotaNames.includes(name)) {
      if (quotaNames.length === 0) refuse(`cost.${name}`, amount, 'no cost without a quota of that name in the policy');
      throw new InputError(unknownKey(`cost.${name}`, name, quotaNames));
    }
    if (!(amount >= 0 && Number.isFinite(amount))) refuse(`cost.${name}`, amount, 'a number of units, 0 or more');
  }
  return quotaNames.map((name) => cost[name] ?? 1);
}

function isClock(clock: Clock): boolean {
  return CLOCK_METHODS.every((method) => typeof clock?.[method] === 'function');
}

function checkNames(field: string, options: object, known: readonly string[]): void {
  if (typeof options !== 'object' || options === null) refuse(field, options, `an object with ${known.join(', ')}`);
  for (const name in options) if (!known.includes(name)) throw new InputError(unknownKey(name, name, known));
}

function refuse(field: string, value: unknown, allowed: string): never {
  throw new InputError({ field, value, allowed });
}
