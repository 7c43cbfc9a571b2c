// Finds the objects of a config that matter, however deep they lie.

import { isPlain, type Plain } from '../../core/policy/paths.js';

const DEEPEST = 64;

/**
 * Calls `visit` for every object of a document, outer ones first, each once. A path such as `routes[0].route` says where
 * it lies. What lies deeper than 64 levels is passed over: no config does.
 */
export function walk(document: unknown, visit: (node: Plain, path: string, parents: readonly Plain[]) => void): void {
  // YAML may name one object in many places; each visited once, the work is bounded by the text.
  const seen = new Set<object>();
  const go = (value: unknown, path: string, parents: readonly Plain[], depth: number): void => {
    if (typeof value !== 'object' || value === null || depth > DEEPEST || seen.has(value)) return;
    seen.add(value);
    if (Array.isArray(value)) {
      for (const [index, child] of value.entries()) go(child, `${path}[${index}]`, parents, depth + 1);
    } else if (isPlain(value)) {
      visit(value, path, parents);
      const inside = [...parents, value];
      for (const [key, child] of Object.entries(value))
        go(child, path === '' ? key : `${path}.${key}`, inside, depth + 1);
    }
  };
  go(document, '', [], 0);
}
