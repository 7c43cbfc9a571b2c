import { digitsOf } from '../../../../src/core/grammar/digits.js';
import { isListed, type Policy } from '../../../../src/core/policy/policy.js';
import { formatWait } from '../../../../src/core/text/format-time.js';

/** How the wait before retry k comes about, in one line with the user's numbers. */
export function formulaOf(policy: Policy): string {
  const { jitter, backoff } = policy;
  const floor = backoff.minMs === 0 ? '' : `, at least ${formatWait(backoff.minMs)}`;
  if (jitter === 'decorrelated') {
    const base = isListed(backoff) ? '' : formatWait(backoff.baseMs);
    return `wait(k) = ${capped(backoff.capMs, `random(${base} … 3 · wait(k − 1))`)}, wait(0) = ${base}${floor}`;
  }
  return `wait(k) = ${DRAWN[typeof jitter === 'string' ? jitter : 'range']?.(jitter) ?? ''}, raw(k) = ${rawFormula(policy)}${floor}`;
}

/** The raw delay of retry k. */
export function rawFormula({ backoff, jitter }: Policy): string {
  if (isListed(backoff)) return capped(backoff.capMs, `the k-th of ${backoff.delaysMs.map(formatWait).join(', ')}`);
  const { baseMs, multiplier, capMs } = backoff;
  const grown = multiplier === 1 ? formatWait(baseMs) : `${formatWait(baseMs)} · ${digitsOf(multiplier)}^(k − 1)`;
  // The cap is a promise, so a jitter that may add to the raw delay has it stop earlier.
  const high = typeof jitter === 'string' ? 1 : jitter.high;
  return capped(capMs === null || high <= 1 ? capMs : capMs / high, grown);
}

function capped(capMs: number | null, term: string): string {
  return capMs === null ? term : `min(${formatWait(capMs)}, ${term})`;
}

const DRAWN: Readonly<Record<string, (jitter: Policy['jitter']) => string>> = {
  none: () => 'raw(k)',
  full: () => 'random(0 … raw(k))',
  equal: () => 'random(½ raw(k) … raw(k))',
  range: (jitter) =>
    typeof jitter === 'string' ? '' : `random(${digitsOf(jitter.low)} … ${digitsOf(jitter.high)}) · raw(k)`,
};
