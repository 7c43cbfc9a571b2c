import { digitsOf } from '../../core/grammar/digits.js';

/** The digits of a number as a literal, the thousands parted by `_`: `32_000`, `0.5`. Many languages read it so. */
export function groupedDigits(value: number): string {
  const [whole = '', fraction] = digitsOf(value).split('.');
  const text = whole.replace(/\B(?=(?:\d{3})+$)/g, '_');
  return fraction === undefined ? text : `${text}.${fraction}`;
}

/** The digits of a number with the point that makes a literal one of floating point: `32_000.0`, `0.5`. */
export function floatDigits(value: number): string {
  const text = groupedDigits(value);
  return text.includes('.') ? text : `${text}.0`;
}
