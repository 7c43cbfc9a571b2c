import { InputError } from '../errors.js';
import { digitsOf } from './digits.js';

/** A wait drawn evenly between `low` and `high` times the raw delay: OpenAI's SDKs use 0.75…1, gRPC 0.8…1.2. */
export interface ProportionalJitter {
  readonly low: number;
  readonly high: number;
}

export type JitterName = 'none' | 'full' | 'equal' | 'decorrelated';
/** How a raw delay is spread: by name, or evenly between two shares of it. */
export type Jitter = JitterName | ProportionalJitter;

export const JITTER_NAMES: readonly JitterName[] = ['none', 'full', 'equal', 'decorrelated'];

const RANGE = /^(\d+(?:\.\d+)?|\.\d+)\s*\.\.\s*(\d+(?:\.\d+)?|\.\d+)$/;
const FORMS = 'none, full, equal, decorrelated, or LOW..HIGH shares of the raw delay with LOW ≤ HIGH, such as 0.75..1';

/** Largest HIGH accepted. Beyond it the draw, not the backoff, would decide the wait. */
export const MAX_JITTER_SHARE = 100;

/** Reads a jitter by name, as `LOW..HIGH` or as `{ low, high }`. Throws {@link InputError}. */
export function parseJitter(input: unknown, field = 'jitter'): Jitter {
  const jitter = typeof input === 'string' ? fromText(input.trim()) : fromObject(input);
  if (jitter === null) throw new InputError({ field, value: input, allowed: FORMS });
  return jitter;
}

/** The jitter as a flag or link writes it. */
export function formatJitter(jitter: Jitter): string {
  return typeof jitter === 'string' ? jitter : `${digitsOf(jitter.low)}..${digitsOf(jitter.high)}`;
}

function fromText(text: string): Jitter | null {
  const name = JITTER_NAMES.find((known) => known === text.toLowerCase());
  if (name !== undefined) return name;
  const match = RANGE.exec(text);
  return match === null ? null : proportional(Number(match[1]), Number(match[2]));
}

function fromObject(input: unknown): Jitter | null {
  if (typeof input !== 'object' || input === null || Object.keys(input).length !== 2) return null;
  const { low, high } = input as { low?: unknown; high?: unknown };
  return typeof low === 'number' && typeof high === 'number' ? proportional(low, high) : null;
}

function proportional(low: number, high: number): Jitter | null {
  return low >= 0 && low <= high && high > 0 && high <= MAX_JITTER_SHARE ? { low, high } : null;
}
