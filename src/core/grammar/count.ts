import { InputError } from '../errors.js';

const COUNT = /^(\d+(?:\.\d+)?|\.\d+)([kKmMgG]?)$/;
const GROUPED = /^\d{1,3}(?:,\d{3})+$/;
const EXPONENT: Record<string, string> = { '': 'e0', k: 'e3', m: 'e6', g: 'e9' };

/**
 * Reads `200k`, `1.5M`, `2G`, `1,000` or a plain number. Returns a finite number ≥ 0, which need not be whole.
 * Throws {@link InputError} on anything else; "1,00" is a slip rather than a hundred.
 */
export function parseCount(input: unknown, field = 'count'): number {
  const count = typeof input === 'number' ? input : typeof input === 'string' ? countOf(input.trim()) : Number.NaN;
  if (!Number.isFinite(count) || count < 0) {
    throw new InputError({ field, value: input, allowed: 'a number such as 50, 1,000, 200k or 1.5M' });
  }
  return count;
}

function countOf(text: string): number {
  if (GROUPED.test(text)) return Number(text.replaceAll(',', ''));
  const match = COUNT.exec(text);
  if (match === null) return Number.NaN;
  return Number(`${match[1]}${EXPONENT[(match[2] as string).toLowerCase()]}`);
}
