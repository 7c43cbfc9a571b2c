// Options are checked where they are given: read wrongly, most of them would show only after hours, as a call that
// costs nothing or a deadline that never comes.

import { InputError } from '../core/errors.js';
import type { Policy } from '../core/policy/policy.js';
import { unknownKey } from '../core/policy/read-quotas.js';
import { nearest } from '../core/text/nearest.js';
import type { ClientOptions } from './client-options.js';
import type { Clock } from './clock.js';
import type { ExecuteOptions } from './execute.js';
import type { MapOptions } from './map.js';

const CLIENT_OPTIONS = [
  'fetch',
  'provider',
  'key',
  'cost',
  'maxQueued',
  'waiting',
  'syncLimits',
  'trackBodies',
  'holdFirstEvent',
  'fallback',
  'clock',
  'seed',
];
const EXECUTE_OPTIONS = ['key', 'cost', 'signal', 'idempotent', 'priority', 'deadlineMs', 'fallback'];
const MAP_OPTIONS = [...EXECUTE_OPTIONS, 'settle', 'maxPending', 'onProgress'];
const CLOCK_METHODS = ['now', 'wallNow', 'setTimer', 'clearTimer'] as const;

/** Throws {@link InputError} for the first option of a client that is wrong. */
export function checkClientOptions(options: ClientOptions): void {
  checkNames('options', options, CLIENT_OPTIONS);
  const { fetch, provider, key, cost, maxQueued, waiting, holdFirstEvent, fallback, clock, seed } = options;
  if (fetch !== undefined && typeof fetch !== 'function') refuse('fetch', fetch, 'a function like fetch');
  if (provider !== undefined && typeof provider !== 'string') refuse('provider', provider, 'a name, such as anthropic');
  if (key !== undefined && typeof key !== 'function')
    refuse('key', key, 'a function of a request that names its bucket');
  if (cost !== undefined && typeof cost !== 'function')
    refuse('cost', cost, 'a function of a request that tells its units by the name of the quota');
  if (waiting !== undefined && waiting !== 'on' && waiting !== 'off') refuse('waiting', waiting, 'on or off');
  for (const name of ['syncLimits', 'trackBodies'] as const) checkFlag(name, options[name]);
  if (holdFirstEvent !== 'auto') checkFlag('holdFirstEvent', holdFirstEvent, 'true, false or auto');
  if (fallback !== undefined && typeof fallback !== 'function')
    refuse('fallback', fallback, 'a function that returns a Response, or nothing');
  if (maxQueued !== undefined && maxQueued !== Infinity && !(Number.isInteger(maxQueued) && maxQueued >= 1)) {
    refuse('maxQueued', maxQueued, 'a whole number of calls, 1 or more, or Infinity');
  }
  if (clock !== undefined && !isClock(clock)) refuse('clock', clock, `a clock with ${CLOCK_METHODS.join(', ')}`);
  if (seed !== undefined && !Number.isInteger(seed)) refuse('seed', seed, 'a whole number');
}

/** Throws {@link InputError} for an option that would have a setting of the policy be accepted and then ignored. */
export function checkTogether({ idleTimeoutMs }: Policy, { trackBodies }: ClientOptions): void {
  if (idleTimeoutMs === null || trackBodies !== false) return;
  refuse(
    'trackBodies',
    trackBodies,
    'true, or no idleTimeoutMs in the policy: silence shows only in bodies that are tracked',
  );
}

/** Throws {@link InputError} for what cannot be run. */
export function checkRun(run: unknown): void {
  if (typeof run !== 'function') refuse('run', run, 'a function to run');
}

/** Throws {@link InputError} for the first option of `execute` that is wrong. Costs are checked by {@link checkCost}. */
export function checkExecuteOptions(options: ExecuteOptions, known: readonly string[] = EXECUTE_OPTIONS): void {
  checkNames('options', options, known);
  const { key, signal, idempotent, priority, deadlineMs, fallback } = options;
  if (key !== undefined && typeof key !== 'string') refuse('key', key, 'a text that names the bucket');
  if (signal !== undefined) checkSignal(signal);
  checkFlag('idempotent', idempotent);
  if (priority !== undefined && !(typeof priority === 'number' && Number.isFinite(priority))) {
    refuse('priority', priority, 'a number; 1 is worth a second of waiting');
  }
  if (fallback !== undefined && typeof fallback !== 'function') {
    refuse('fallback', fallback, 'a function that gives the result instead');
  }
  if (deadlineMs !== undefined && !(typeof deadlineMs === 'number' && deadlineMs >= 0)) {
    refuse('deadlineMs', deadlineMs, 'a number of ms, 0 or more');
  }
}

/** Throws {@link InputError} for what is neither a signal nor null. */
export function checkSignal(signal: AbortSignal | null): AbortSignal | null {
  if (signal === null || typeof signal?.addEventListener === 'function') return signal;
  return refuse('signal', signal, 'an AbortSignal, such as the signal of an AbortController');
}

/** Throws {@link InputError} for what cannot be mapped over and for the first option of `map` that is wrong. */
export function checkMapOptions(items: unknown, options: MapOptions): void {
  const { [Symbol.iterator]: one, [Symbol.asyncIterator]: other } = Object(items) as Record<symbol, unknown>;
  if (typeof one !== 'function' && typeof other !== 'function') {
    refuse('items', items, 'something to go through with for … of, such as a list');
  }
  checkExecuteOptions(options, MAP_OPTIONS);
  const { settle, maxPending, onProgress } = options;
  checkFlag('settle', settle);
  if (maxPending !== undefined && maxPending !== Infinity && !(Number.isInteger(maxPending) && maxPending >= 1)) {
    refuse('maxPending', maxPending, 'a whole number of items, 1 or more, or Infinity');
  }
  if (onProgress !== undefined && typeof onProgress !== 'function') {
    refuse('onProgress', onProgress, 'a function that is told the progress');
  }
}

/**
 * Throws {@link InputError} for what is no record of units, and for a name that is nearly the one of a quota. Others may
 * be those of limits that the server will name. The amounts are checked where they are read.
 */
export function checkCost(
  cost: Readonly<Record<string, number>>,
  quotaNames: readonly string[],
): Readonly<Record<string, number>> {
  if (typeof cost !== 'object' || cost === null) refuse('cost', cost, 'an object of units by the name of the quota');
  for (const name in cost) {
    if (quotaNames.includes(name) || nearest(name, quotaNames) === null) continue;
    throw new InputError(unknownKey(`cost.${name}`, name, quotaNames));
  }
  return cost;
}

function checkFlag(name: string, value: unknown, allowed = 'true or false'): void {
  if (value !== undefined && typeof value !== 'boolean') refuse(name, value, allowed);
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
