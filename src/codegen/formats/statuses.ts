// The statuses of a policy for a system that lists them one by one, and back.

import type { Policy } from '../../core/policy/policy.js';
import { NEVER_RETRIED } from '../../core/policy/read-field.js';
import type { Fields } from './fields.js';
import { type Loss, lossOf } from './loss.js';

/** What 5xx stands for in a list: the statuses that servers send when it is worth to ask again. */
const SERVER_ERRORS = [500, 502, 503, 504];

/** The statuses one by one, in order. */
export function listedStatuses({ retryOn }: Policy): number[] {
  const listed = retryOn.statuses.flatMap((status) => (status === '5xx' ? SERVER_ERRORS : status));
  return [...new Set(listed)].sort((a, b) => a - b);
}

/** Of a list, the statuses that a policy can hold, and the loss of the others. */
export function heldStatuses(statuses: readonly number[], system: string): { held: number[]; losses: Loss[] } {
  const held = statuses.filter((status) => status >= 400 && status <= 599 && !NEVER_RETRIED.includes(status));
  const others = statuses.filter((status) => !held.includes(status));
  const does = `${system} repeats ${others.join(', ')}`;
  return {
    held,
    losses: others.length === 0 ? [] : [lossOf('retryOn.statuses', 'dropped', 'never repeats them', does)],
  };
}

/** The list under a key of a config. Throws `InputError` where it is none. */
export function readStatuses(fields: Fields, key: string, fallback: readonly number[]): readonly number[] {
  const given = fields.value(key) ?? fallback;
  if (Array.isArray(given) && given.every((status) => Number.isInteger(status))) return given;
  return fields.refuse([key], 'a list of statuses such as [429, 503]');
}
