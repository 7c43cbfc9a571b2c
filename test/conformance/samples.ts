// Waits drawn by generated code against those of the engine: the same bounds, and a mean within four standard errors.

import { backoffMs } from '../../src/core/backoff/backoff.js';
import { compile } from '../../src/core/backoff/compile.js';
import type { Jitter } from '../../src/core/grammar/jitter.js';
import { parsePolicy } from '../../src/core/policy/parse-policy.js';
import { isListed, type Policy } from '../../src/core/policy/policy.js';
import { PROGRAMS } from './programs.js';

export interface Sampling {
  /** The jitter, or what else is special. */
  readonly about: string;
  readonly program: string;
  readonly retry: number;
  /** For a walk: the wait before. */
  readonly previousMs: number | null;
  /** Where there are two bases: the one in force. */
  readonly baseMs: number | null;
  /** How many waits are drawn. */
  readonly draws: number;
}

/** Twice as many are drawn: by chance alone one of 16,000 means is further off, but hardly ever two in a row. */
const DRAWS = 1000;
/** Enough where there is nothing to draw. */
const FEW = 10;
const LONGEST_TIMER_MS = 2 ** 31 - 1;

export const SAMPLINGS: readonly Sampling[] = Object.entries(PROGRAMS).flatMap(([program, input]): Sampling[] => {
  const { backoff, jitter, maxAttempts } = parsePolicy(input);
  if (maxAttempts === 1) return [];
  const shared = { program, about: aboutOf(jitter, backoff), draws: jitter === 'none' ? 2 * FEW : 2 * DRAWS };
  if (jitter === 'decorrelated') {
    return [100, 130, 400].map((previousMs) => ({ ...shared, retry: 1, previousMs, baseMs: null }));
  }
  const retries = program === 'endless' ? [1, 2, 500, 999] : [1, 2, 3];
  const bases = 'throttledBaseMs' in backoff && backoff.throttledBaseMs !== null ? [10, 150] : [null];
  return retries.flatMap((retry) => bases.map((baseMs) => ({ ...shared, retry, previousMs: null, baseMs })));
});

function aboutOf(jitter: Jitter, backoff: Policy['backoff']): string {
  if (backoff.minMs > 0) return 'with a minimum';
  if (isListed(backoff)) return 'listed delays';
  return typeof jitter === 'string' ? `jitter ${jitter}` : 'jitter LOW..HIGH';
}

/** What is wrong with a sample, or null. */
export function faultOf(
  { program, retry, previousMs, baseMs, draws }: Sampling,
  drawn: readonly number[],
  roundsMs: number,
) {
  if (drawn.length !== draws) return `${drawn.length} waits`;
  const whole = compile(parsePolicy(PROGRAMS[program] ?? {}));
  const rules = baseMs !== null && baseMs !== whole.baseMs && whole.throttled !== null ? whole.throttled : whole;
  const wait = (u: number) => Math.min(LONGEST_TIMER_MS, backoffMs(rules, retry, previousMs ?? rules.baseMs, u));
  const slack = roundsMs + 1e-9 * wait(1);
  const outside = drawn.find((ms) => !(ms >= wait(0) - slack && ms <= wait(1) + slack));
  if (outside !== undefined) return `${outside} ms lies outside ${wait(0)} … ${wait(1)}`;
  const { mean, deviation } = momentsOf(Array.from({ length: 4000 }, (_, at) => wait((at + 0.5) / 4000)));
  const allowed = (4 * deviation) / Math.sqrt(DRAWS) + slack;
  const means = [drawn.slice(0, draws / 2), drawn.slice(draws / 2)].map((half) => momentsOf(half).mean);
  if (means.some((it) => Math.abs(it - mean) <= allowed)) return null;
  return `means ${means.join(' and ')}, expected ${mean} ± ${allowed}`;
}

function momentsOf(values: readonly number[]): { mean: number; deviation: number } {
  const mean = values.reduce((sum, value) => sum + value, 0) / values.length;
  const variance = values.reduce((sum, value) => sum + (value - mean) ** 2, 0) / values.length;
  return { mean, deviation: Math.sqrt(variance) };
}
