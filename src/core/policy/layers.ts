import { isPlain, type Plain, setAt, valueAt } from './paths.js';

/** One place that values of a policy come from. */
export interface PolicyLayer {
  readonly kind: 'flag' | 'file' | 'preset';
  /** What people call it, such as `policy.json`. */
  readonly name: string;
  readonly input: Plain;
}

/**
 * Lays policies over each other, the first one on top. A value on top hides the one beneath it; groups are merged field
 * by field. Where the top chooses another variant (listed delays, another kind of budget), what belongs only to the
 * variant beneath goes with it.
 */
export function mergeLayers(layers: readonly PolicyLayer[]): Plain {
  return layers.reduceRight<Plain>((beneath, layer) => over(layer.input, withoutOldVariant(layer.input, beneath)), {});
}

/** The topmost layer that says something about a field; null where none does, so that the default holds. */
export function layerOf(layers: readonly PolicyLayer[], path: string): PolicyLayer | null {
  return layers.find((layer) => valueAt(layer.input, path) !== undefined) ?? null;
}

function over(top: Plain, beneath: Plain, path = ''): Plain {
  const merged = new Map(Object.entries(beneath));
  for (const [key, value] of Object.entries(top)) {
    const below = merged.get(key);
    // A jitter is one value, although it may be written as an object.
    const isGroup = isPlain(value) && isPlain(below) && `${path}${key}` !== 'jitter';
    if (value !== undefined) merged.set(key, isGroup ? over(value, below, `${path}${key}.`) : value);
  }
  // Not by assignment: a key named __proto__ must stay a key, so that it is refused like any other unknown one.
  return Object.fromEntries(merged);
}

function withoutOldVariant(top: Plain, beneath: Plain): Plain {
  const kept: Plain = { ...beneath };
  if (valueAt(top, 'backoff.delaysMs') !== undefined) {
    drop(kept, 'backoff', ['baseMs', 'multiplier', 'throttledBaseMs']);
  } else if (valueAt(top, 'backoff.baseMs') !== undefined) drop(kept, 'backoff', ['delaysMs']);
  const kind = valueAt(top, 'retryBudget.kind');
  if (kind !== undefined && kind !== (valueAt(kept, 'retryBudget.kind') ?? 'ratio')) delete kept.retryBudget;
  return kept;
}

function drop(policy: Plain, group: string, names: readonly string[]): void {
  const fields = policy[group];
  if (!isPlain(fields)) return;
  setAt(policy, group, Object.fromEntries(Object.entries(fields).filter(([name]) => !names.includes(name))));
}
