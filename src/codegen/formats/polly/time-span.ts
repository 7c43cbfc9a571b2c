import { InputError } from '../../../core/errors.js';
import { isPlain } from '../../../core/policy/paths.js';

const FORM = /^(?:(\d+)\.)?(\d{1,2}):(\d{1,2})(?::(\d{1,2})(?:\.(\d{1,7}))?)?$/;

/** A TimeSpan in its invariant form, `[d.]hh:mm:ss[.fffffff]`. Returns ms. */
export function readTimeSpan(value: unknown, field: string): number {
  const match = typeof value === 'string' ? FORM.exec(value) : null;
  if (match === null || isPlain(value))
    throw new InputError({ field, value, allowed: 'a TimeSpan such as "00:00:02" or "00:00:00.5"' });
  const [days, hours, minutes, seconds] = [match[1], match[2], match[3], match[4]].map((digits) => Number(digits ?? 0));
  if ((hours as number) > 23 || (minutes as number) > 59 || (seconds as number) > 59) {
    throw new InputError({ field, value, allowed: 'hours up to 23, minutes and seconds up to 59' });
  }
  const whole = (((days as number) * 24 + (hours as number)) * 60 + (minutes as number)) * 60 + (seconds as number);
  return whole * 1000 + Number(`0.${match[5] ?? '0'}e3`);
}

/** As {@link readTimeSpan} reads it, to the tick of 100 ns. */
export function writeTimeSpan(ms: number): string {
  const ticks = Math.round(ms * 10_000);
  const whole = Math.floor(ticks / 1e7);
  const two = (value: number): string => String(value).padStart(2, '0');
  const fraction =
    ticks % 1e7 === 0
      ? ''
      : `.${String(ticks % 1e7)
          .padStart(7, '0')
          .replace(/0+$/, '')}`;
  const days = Math.floor(whole / 86_400);
  const time = [Math.floor(whole / 3600) % 24, Math.floor(whole / 60) % 60, whole % 60].map(two).join(':');
  return `${days === 0 ? '' : `${days}.`}${time}${fraction}`;
}
