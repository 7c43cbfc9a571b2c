// Places in a JSON document.

import { isObject, property } from '../encodings/json-values.js';

/**
 * Keys joined by points. `[]` after a key stands for every element of a list (a value that is none counts as a list of
 * one), `*` for every key: `error.details[].retryDelay`, `errors[].type`.
 */
export type BodyPath = string;

const MOST_VALUES = 100;

/** The values at a path, in order; at most 100. Only own properties count. */
export function valuesAt(root: unknown, path: BodyPath): unknown[] {
  let found: unknown[] = [root];
  for (const step of stepsOf(path)) {
    const next: unknown[] = [];
    for (const value of found) addChildren(value, step, next);
    if (next.length === 0) return next;
    found = next;
  }
  return found;
}

/** The first key of a path: a body that does not have it has nothing at the path. Null when any key will do. */
export function firstKeyOf(path: BodyPath): string | null {
  const key = stepsOf(path)[0]?.key ?? ANY;
  return key === ANY ? null : key;
}

interface Step {
  readonly key: string;
  readonly isList: boolean;
}

const ANY = '*';
/** Paths stand in the rows of dialects, so there is an end to them. */
const KNOWN_STEPS = new Map<BodyPath, readonly Step[]>();

function stepsOf(path: BodyPath): readonly Step[] {
  let steps = KNOWN_STEPS.get(path);
  if (steps === undefined) {
    steps = path.split('.').map((step) => ({ key: step.replace(/\[\]$/, ''), isList: step.endsWith('[]') }));
    KNOWN_STEPS.set(path, steps);
  }
  return steps;
}

function addChildren(value: unknown, { key, isList }: Step, found: unknown[]): void {
  if (key === ANY) {
    if (isObject(value)) addUpToMost(Object.values(value), found);
    return;
  }
  const child = property(value, key);
  if (child === undefined) return;
  if (isList && Array.isArray(child)) addUpToMost(child, found);
  else if (found.length < MOST_VALUES) found.push(child);
}

function addUpToMost(values: readonly unknown[], found: unknown[]): void {
  for (let i = 0; i < values.length && found.length < MOST_VALUES; i++) found.push(values[i]);
}
