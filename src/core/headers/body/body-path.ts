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
  for (const step of path.split('.')) {
    const isList = step.endsWith('[]');
    const key = isList ? step.slice(0, -2) : step;
    found = found.flatMap((value) => childrenOf(value, key, isList)).slice(0, MOST_VALUES);
  }
  return found;
}

function childrenOf(value: unknown, key: string, isList: boolean): readonly unknown[] {
  if (key === '*') return isObject(value) ? Object.values(value).slice(0, MOST_VALUES) : [];
  const child = property(value, key);
  if (child === undefined) return [];
  return isList && Array.isArray(child) ? child.slice(0, MOST_VALUES) : [child];
}
