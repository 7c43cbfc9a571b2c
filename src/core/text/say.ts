import type { Sentence } from './sentence.js';

/** Sentences by id, in the order they are told. Each is a text, or null where it does not apply. */
export type Sayings<Context> = Readonly<Record<string, (context: Context) => string | null>>;

/** The sentences that apply. */
export function say<Context>(sayings: Sayings<Context>, context: Context): Sentence[] {
  return Object.entries(sayings).flatMap(([id, tell]) => {
    const text = tell(context);
    return text === null ? [] : [{ id, text }];
  });
}

/** `a`, `a and b`, `a, b and c`. */
export function joinAnd(items: readonly string[]): string {
  if (items.length < 2) return items.join('');
  return `${items.slice(0, -1).join(', ')} and ${items.at(-1)}`;
}
