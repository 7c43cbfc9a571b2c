// Where an option belongs that was given in another place, or under the name that it has elsewhere: the client, its calls
// and the policy take their settings apart, and nobody remembers which takes what.

import { FIELDS } from '../core/policy/fields.js';
import { nearest } from '../core/text/nearest.js';

export const CLIENT_OPTIONS: readonly string[] = [
  'fetch',
  'provider',
  'key',
  'cost',
  'terms',
  'maxQueued',
  'waiting',
  'syncLimits',
  'trackBodies',
  'holdFirstEvent',
  'fallback',
  'store',
  'clock',
  'seed',
];
export const EXECUTE_OPTIONS: readonly string[] = [
  'key',
  'cost',
  'signal',
  'idempotent',
  'priority',
  'deadlineMs',
  'fallback',
];
export const MAP_OPTIONS: readonly string[] = [...EXECUTE_OPTIONS, 'settle', 'maxPending', 'onProgress'];

/** Settings of the policy by the last part of their paths: `baseMs` is `backoff.baseMs`. */
const POLICY_PATHS = pathsByName();
const POLICY_NAMES = [...new Set(FIELDS.map(({ path }) => path.split('.')[0] as string))];

/** Of a name that several places know, the first counts. */
const PLACES: readonly (readonly [names: readonly string[], place: string])[] = [
  [POLICY_NAMES, 'it belongs into the policy, the first argument of createFetch and createClient'],
  [CLIENT_OPTIONS, 'it belongs into the options of the client, the second argument of createFetch and createClient'],
  [['priority'], 'it is an option of execute and map; a fetch gets one by the option terms of its client'],
  [['signal'], 'it is an option of execute and map; a fetch has it in its init'],
  [EXECUTE_OPTIONS, 'it is an option of execute and map'],
  [MAP_OPTIONS, 'it is an option of map'],
];

const ATTEMPTS = 'the policy has maxAttempts, which counts the first attempt too';
const IN_FLIGHT = 'the policy has maxInFlight';

/** What other libraries call it. */
const ELSEWHERE: Readonly<Record<string, string>> = {
  retries: ATTEMPTS,
  retry: ATTEMPTS,
  maxRetries: ATTEMPTS,
  concurrency: IN_FLIGHT,
  maxConcurrent: IN_FLIGHT,
  limit: IN_FLIGHT,
  timeout: 'the policy has attemptTimeoutMs and deadlineMs',
  minTimeout: 'the policy has backoff.baseMs',
  maxTimeout: 'the policy has backoff.capMs',
  factor: 'the policy has backoff.multiplier',
  preset: "a preset is a policy: createFetch(presetOf('openai-node').policy), with presetOf from holdoff/core",
};

/**
 * What to do about a name that is not among the `known` ones of its place; null when nothing comes to mind. A name that is
 * right elsewhere beats one that is nearly right here.
 */
export function placeHint(name: string, known: readonly string[]): string | null {
  if (Object.hasOwn(ELSEWHERE, name)) return ELSEWHERE[name] as string;
  const place = placeOf(name);
  if (place !== null) return place;
  const near = nearest(name, known);
  if (near !== null) return `did you mean ${near}?`;
  const far = nearest(name, [...PLACES.flatMap(([names]) => names), ...POLICY_PATHS.keys()]);
  return far === null ? null : `did you mean ${far}? ${placeOf(far)}`;
}

function placeOf(name: string): string | null {
  const place = PLACES.find(([names]) => names.includes(name))?.[1];
  if (place !== undefined) return place;
  const paths = POLICY_PATHS.get(name);
  return paths === undefined ? null : `the policy has ${paths.join(' and ')}`;
}

function pathsByName(): Map<string, string[]> {
  const paths = new Map<string, string[]>();
  for (const { path } of FIELDS) {
    const parts = path.split('.');
    if (parts.length === 1) continue;
    const name = parts.at(-1) as string;
    paths.set(name, [...(paths.get(name) ?? []), path]);
  }
  return paths;
}
