// Options are checked where they are given: read wrongly, most of them would show only after hours, as a call that
// costs nothing or a deadline that never comes.

import { InputError, type InputIssue, PolicyError } from '../core/errors.js';
import { parseDuration } from '../core/grammar/duration.js';
import { parsePolicy } from '../core/policy/parse-policy.js';
import type { Policy, PolicyInput } from '../core/policy/policy.js';
import { unknownKey } from '../core/policy/read-quotas.js';
import { nearest } from '../core/text/nearest.js';
import type { ClientOptions, FetchTerms } from './client-options.js';
import type { Clock } from './clock.js';
import type { EventKind } from './events.js';
import type { ExecuteOptions } from './execute.js';
import type { MapOptions } from './map.js';
import { CLIENT_OPTIONS, EXECUTE_OPTIONS, MAP_OPTIONS, placeHint } from './option-places.js';
import type { Store } from './store.js';
import { isThenable } from './thenable.js';

const EVENT_KINDS: readonly EventKind[] = ['sent', 'limits', 'answered', 'retry', 'ended', 'store'];
const CLOCK_METHODS = ['now', 'wallNow', 'setTimer', 'clearTimer'] as const;

/** A policy that was checked. Throws {@link PolicyError} for every issue of it, and where a name belongs that is none of its own. */
export function checkPolicy(policy: PolicyInput): Policy {
  try {
    return parsePolicy(policy);
  } catch (error) {
    throw error instanceof PolicyError ? new PolicyError(error.issues.map(withPlace)) : error;
  }
}

/** Throws {@link InputError} for the first option of a client that is wrong. */
export function checkClientOptions(options: ClientOptions): void {
  checkNames('options', options, CLIENT_OPTIONS);
  const { fetch, provider, key, cost, terms, maxQueued, waiting, holdFirstEvent, fallback, store, clock, seed } =
    options;
  if (fetch !== undefined && typeof fetch !== 'function') refuse('fetch', fetch, 'a function like fetch');
  if (provider !== undefined && typeof provider !== 'string') refuse('provider', provider, 'a name, such as anthropic');
  if (key !== undefined && typeof key !== 'function')
    refuse('key', key, 'a function of a request that names its bucket');
  if (cost !== undefined && typeof cost !== 'function')
    refuse('cost', cost, 'a function of a request that tells its units by the name of the quota');
  if (terms !== undefined && typeof terms !== 'function')
    refuse('terms', terms, 'a function of a call that gives its priority and deadlineMs');
  if (waiting !== undefined && waiting !== 'on' && waiting !== 'off') refuse('waiting', waiting, 'on or off');
  for (const name of ['syncLimits', 'trackBodies'] as const) checkFlag(name, options[name]);
  if (holdFirstEvent !== 'auto') checkFlag('holdFirstEvent', holdFirstEvent, 'true, false or auto');
  if (fallback !== undefined && typeof fallback !== 'function')
    refuse('fallback', fallback, 'a function that returns a Response, or nothing');
  if (maxQueued !== undefined && maxQueued !== Infinity && !(Number.isInteger(maxQueued) && maxQueued >= 1)) {
    refuse('maxQueued', maxQueued, 'a whole number of calls, 1 or more, or Infinity');
  }
  if (store !== undefined && !isStore(store)) refuse('store', store, 'a store, such as createRedisStore(client)');
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

/** Throws {@link InputError} for a kind of events that nothing ever tells, and for what cannot be told. */
export function checkListener(kind: unknown, listener: unknown): void {
  if (!(EVENT_KINDS as readonly unknown[]).includes(kind)) {
    throw new InputError(unknownKey('kind', String(kind), EVENT_KINDS));
  }
  if (typeof listener !== 'function') refuse('listener', listener, 'a function that is told the events');
}

/** Throws {@link InputError} for what cannot be run. */
export function checkRun(run: unknown): void {
  if (typeof run !== 'function') refuse('run', run, 'a function to run');
}

/** Throws {@link InputError} for the first option of `execute` that is wrong. Costs are checked by {@link checkCost}. */
export function checkExecuteOptions(
  options: ExecuteOptions<unknown>,
  known: readonly string[] = EXECUTE_OPTIONS,
  field = 'options',
): void {
  checkNames(field, options, known);
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
  if (deadlineMs !== undefined && deadlineMs !== Infinity) parseDuration(deadlineMs, 'deadlineMs');
}

/** What the option `terms` gives for one fetch. Throws {@link InputError} for the first of it that is wrong. */
export function checkTerms(terms: FetchTerms): FetchTerms {
  checkExecuteOptions(terms, TERMS, 'terms');
  return terms;
}

const TERMS = ['priority', 'deadlineMs'];

/** What the option `key` gives for one fetch. Throws {@link InputError} for what is no name: all of it would be one bucket. */
export function checkBucket(bucket: unknown): string {
  return typeof bucket === 'string'
    ? bucket
    : refuse('key', bucket, 'a function that returns a text, the name of a bucket');
}

/** Throws {@link InputError} for what is neither a signal nor null. */
export function checkSignal(signal: AbortSignal | null): AbortSignal | null {
  if (signal === null || typeof signal?.addEventListener === 'function') return signal;
  return refuse('signal', signal, 'an AbortSignal, such as the signal of an AbortController');
}

/** Throws {@link InputError} for what cannot be mapped over and for the first option of `map` that is wrong. */
export function checkMapOptions(items: unknown, options: MapOptions<unknown>): void {
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

function isStore(store: Store): boolean {
  return typeof store?.supply === 'function';
}

function isClock(clock: Clock): boolean {
  return CLOCK_METHODS.every((method) => typeof clock?.[method] === 'function');
}

function checkNames(field: string, options: object, known: readonly string[]): void {
  if (!hasNames(options)) refuse(field, options, `an object with ${known.join(', ')}`);
  for (const name in options) {
    if (known.includes(name)) continue;
    const hint = placeHint(name, known);
    const issue = { field: name, value: name, allowed: `one of ${known.join(', ')}` };
    throw new InputError(hint === null ? issue : { ...issue, hint });
  }
}

/** Lists, maps and promises have none: what they hold would be passed over. */
function hasNames(options: unknown): boolean {
  return typeof options === 'object' && options !== null && !(Symbol.iterator in options) && !isThenable(options);
}

/** Of a name at the top of a policy that it does not have. */
function withPlace(issue: InputIssue): InputIssue {
  const { field, value } = issue;
  if (value !== field || issue.hint !== undefined) return issue;
  const hint = placeHint(field, []);
  return hint === null ? issue : { ...issue, hint };
}

function refuse(field: string, value: unknown, allowed: string): never {
  throw new InputError({ field, value, allowed });
}
