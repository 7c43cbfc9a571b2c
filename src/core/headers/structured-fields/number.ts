// Integers and Decimals (RFC 9651 §4.2.4).

import { isDigit, MINUS, POINT, ZERO } from './characters.js';
import type { Cursor } from './cursor.js';
import type { BareItem } from './values.js';

const INTEGER_DIGITS = 15;
const WHOLE_DIGITS = 12;
const FRACTION_DIGITS = 3;
const TENS = [1, 10, 100, 1000];

/** Reads what starts with a digit or "-". */
export function readNumber(cursor: Cursor): BareItem | null {
  const negative = cursor.take(MINUS);
  if (!isDigit(cursor.peek())) return cursor.expected('a digit');
  const start = cursor.at;
  let number = readDigits(cursor, 0);
  const whole = cursor.at - start;
  if (cursor.peek() !== POINT) {
    if (whole > INTEGER_DIGITS) return cursor.fail(`an Integer of more than ${INTEGER_DIGITS} digits`, start);
    return { type: 'integer', value: signed(number, negative) };
  }
  if (whole > WHOLE_DIGITS) return cursor.fail(`a Decimal with more than ${WHOLE_DIGITS} digits before "."`, start);
  cursor.at++;
  if (!isDigit(cursor.peek())) return cursor.expected('a digit after "."');
  number = readDigits(cursor, number);
  const places = cursor.at - start - whole - 1;
  if (places > FRACTION_DIGITS)
    return cursor.fail(`a Decimal with more than ${FRACTION_DIGITS} digits after "."`, start);
  // 15 digits are exact and one division rounds once, so this is the double nearest to the decimal.
  return { type: 'decimal', value: signed(number / (TENS[places] as number), negative) };
}

/** Continues `number` with the digits that follow. Beyond 15 digits its value means nothing. */
function readDigits(cursor: Cursor, number: number): number {
  let result = number;
  for (let code = cursor.peek(); isDigit(code); code = cursor.peek()) {
    result = result * 10 + (code - ZERO);
    cursor.at++;
  }
  return result;
}

/** "-0" is read as 0: §3.3.1 lets the sign of zero go. */
function signed(number: number, negative: boolean): number {
  return negative && number !== 0 ? -number : number;
}
