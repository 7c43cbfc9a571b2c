import type { Sentence } from '../../src/core/text/sentence.js';

/** Where a value has a number that is none, or undefined; null when it has neither. */
export function notFinite(value: unknown, path: string): string | null {
  if (typeof value === 'number') return Number.isFinite(value) ? null : `${path} is ${value}`;
  if (value === undefined) return `${path} is undefined`;
  if (typeof value !== 'object' || value === null) return null;
  for (const key of Object.keys(value)) {
    const child = (value as Record<string, unknown>)[key];
    // A path is only needed where something is wrong.
    if (notFinite(child, '') !== null) return notFinite(child, `${path}.${key}`);
  }
  return null;
}

/** The first sentence that tells what is no number; null when none does. */
export function notSaid(sentences: readonly Sentence[]): string | null {
  const odd = sentences.find(({ text }) => /NaN|Infinity|undefined|null|–|\[object|e[+-]\d/.test(text));
  return odd === undefined ? null : `${odd.id}: ${odd.text}`;
}
