// The wait= of a retry as Python, with the names to import.

import { digitsOf } from '../../../core/grammar/digits.js';
import { secondsOf } from '../durations.js';
import type { Exponential, TenacityWait } from './settings.js';

/** The sum of the strategies that an export has. */
export function writeWaits(waits: readonly TenacityWait[]): { names: string[]; code: string } {
  const parts = waits.map(writeWait);
  const names = parts.flatMap((part) => [...part.matchAll(/wait_\w+/g)].map(([name]) => name));
  return { names: [...new Set(names)].sort(), code: parts.join(' + ') };
}

function writeWait(wait: TenacityWait): string {
  if (wait.kind === 'chain') return `wait_chain(${wait.waits.map(writeWait).join(', ')})`;
  if (wait.kind === 'uniform') {
    const [min, max] = [secondsOf(wait.minMs), secondsOf(wait.maxMs)];
    return min === max ? `wait_fixed(${min})` : `wait_random(${min}, ${max})`;
  }
  if (wait.kind === 'incrementing') {
    return `wait_incrementing(${secondsOf(wait.startMs)}, ${secondsOf(wait.stepMs)}${maxOf(wait.maxMs)})`;
  }
  const name = {
    exponential: 'wait_exponential',
    'random-exponential': 'wait_random_exponential',
    'exponential-jitter': 'wait_exponential_jitter',
  };
  return `${name[wait.kind]}(${growth(wait)}${wait.kind === 'exponential-jitter' ? `, jitter=${secondsOf(wait.jitterMs)}` : ''})`;
}

function growth({ baseMs, factor, maxMs, minMs }: Exponential): string {
  const base = factor === 2 ? '' : `, exp_base=${digitsOf(factor)}`;
  return `multiplier=${secondsOf(baseMs)}${maxOf(maxMs)}${base}${minMs === 0 ? '' : `, min=${secondsOf(minMs)}`}`;
}

function maxOf(maxMs: number | null): string {
  return maxMs === null ? '' : `, max=${secondsOf(maxMs)}`;
}
