import type { Format } from './format.js';

/** What is left, in whole units: a started one is no longer there. A debt is told as 0. */
export const whole: Format = {
  id: 'whole',
  about: 'a whole number, rounded down',
  write: (value) => plain(Math.max(0, Math.floor(value))),
};

/** `598.0`: the same as Reddit has it. */
export const wholeAsFloat: Format = {
  id: 'whole-as-float',
  about: 'a whole number, rounded down, with .0 behind it',
  write: (value, context) => `${whole.write(value, context)}.0`,
};

/** What is used, in whole units: a started one is used. */
export const wholeUsed: Format = {
  id: 'whole-used',
  about: 'a whole number, rounded up',
  write: (value) => plain(Math.max(0, Math.ceil(value))),
};

export const nearestThousand: Format = {
  id: 'nearest-thousand',
  about: 'a whole number, rounded to the nearest thousand',
  write: (value) => plain(Math.max(0, Math.round(value / 1000) * 1000)),
};

/** `0.86`: the used part of the whole, which can exceed 1. */
export const share: Format = {
  id: 'share',
  about: 'a decimal fraction with two places',
  write: (value) => (Math.floor(Math.max(0, value) * 100 + 1e-9) / 100).toFixed(2).replace(/\.?0+$/, ''),
};

/** Digits, whatever the size: no group separators and no exponent. */
function plain(value: number): string {
  return value < 1e21 ? String(value) : BigInt(value).toString();
}
