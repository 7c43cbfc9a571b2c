import { compile, type Rules } from '../../src/core/backoff/compile.js';
import type { Load } from '../../src/core/capacity/load.js';
import { parseLoad } from '../../src/core/capacity/parse-load.js';
import { parsePolicy } from '../../src/core/policy/parse-policy.js';
import { randomCase } from './random-case.js';

/** Where the seeds begin: each case has its own, and is the same for the same seed. `SEED=4711` begins with that one. */
const SEED = Number(process.env.SEED ?? 1);

/** Looks at one case: what is wrong with it, in words, or null. */
export type Look = (rules: Rules, load: Load, seed: number) => string | null;

/** Seeds in blocks, so that each block is a test of its own: [first, last]. */
export function blocks(count: number, size: number): [first: number, last: number][] {
  return Array.from({ length: Math.ceil(count / size) }, (_, block) => [
    SEED + block * size,
    SEED + Math.min(count, (block + 1) * size) - 1,
  ]);
}

/** The first few cases that are wrong, with their seeds and what they were; an empty text when none is. */
export function disorders(first: number, last: number, jitter: 'uniform' | 'decorrelated', look: Look): string {
  const found: string[] = [];
  for (let seed = first; seed <= last && found.length < 3; seed++) {
    const { policy, load } = randomCase(seed, jitter === 'decorrelated');
    const wrong = caught(() => look(compile(parsePolicy(policy)), parseLoad(load), seed));
    if (wrong !== null) found.push(`SEED=${seed}, ${jitter}: ${wrong}\n${JSON.stringify({ policy, load })}`);
  }
  return found.join('\n');
}

function caught(look: () => string | null): string | null {
  try {
    return look();
  } catch (error) {
    return `throws ${error instanceof Error ? error.stack : error}`;
  }
}
