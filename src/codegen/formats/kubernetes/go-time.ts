// Durations in Go source: a number times a unit of package time.

import { InputError } from '../../../core/errors.js';
import { digitsOf } from '../../../core/grammar/digits.js';
import { toNanosecond } from '../durations.js';

const UNITS: Readonly<Record<string, number>> = {
  Nanosecond: 1e-6,
  Microsecond: 1e-3,
  Millisecond: 1,
  Second: 1000,
  Minute: 60_000,
  Hour: 3_600_000,
};

const NUMBER = String.raw`(?:time\.Duration\()?(\d[\d_]*(?:\.\d+)?)\)?`;
const UNIT = String.raw`time\.(Nanosecond|Microsecond|Millisecond|Second|Minute|Hour)`;
const PRODUCT = new RegExp(String.raw`^(?:${NUMBER}\s*\*\s*${UNIT}|${UNIT}\s*\*\s*${NUMBER}|${UNIT}|${NUMBER})$`);

/** `10 * time.Millisecond`, `time.Second` or nanoseconds as a bare number. Returns ms. */
export function readGoTime(code: string, field: string): number {
  const match = PRODUCT.exec(code);
  if (match === null) throw new InputError({ field, value: code, allowed: 'a duration such as 10 * time.Millisecond' });
  const unit = match[2] ?? match[3] ?? match[5] ?? 'Nanosecond';
  const digits = match[1] ?? match[4] ?? match[6] ?? '1';
  return toNanosecond(Number(digits.replaceAll('_', '')) * (UNITS[unit] as number));
}

/** In the largest unit that gives a whole number. */
export function writeGoTime(ms: number): string {
  const nanoseconds = Math.round(ms * 1e6);
  const units = Object.entries(UNITS).toReversed();
  const [unit, size] = units.find(([, of]) => nanoseconds > 0 && nanoseconds % (of * 1e6) === 0) ?? [
    'Nanosecond',
    1e-6,
  ];
  return `${digitsOf(nanoseconds / (size * 1e6))} * time.${unit}`;
}
