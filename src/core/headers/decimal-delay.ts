// Non-negative decimal numbers as whole milliseconds, rounded up and exact: no float touches the digits, so 1.1 s is
// 1100 ms and not 1101. No sign, no exponent, no bare point: what is not plainly a number is not guessed at.

const ZERO = 48;
const NINE = 57;
const POINT = 46;

/** The longest delay that is told apart; larger ones saturate here, never at Infinity (the idea of RFC 9111 §1.2.2). */
export const LONGEST_DELAY_MS = Number.MAX_SAFE_INTEGER;

/**
 * Where the decimal point stands in `1*DIGIT [ "." 1*DIGIT ]`: its index, or the length of the text when there is
 * none, or −1 when the text is no such number. One pass, whatever the length.
 */
export function decimalPoint(text: string): number {
  let point = -1;
  for (let i = 0; i < text.length; i++) {
    const code = text.charCodeAt(i);
    if (code >= ZERO && code <= NINE) continue;
    if (code !== POINT || point !== -1 || i === 0 || i === text.length - 1) return -1;
    point = i;
  }
  if (text.length === 0) return -1;
  return point === -1 ? text.length : point;
}

/** Milliseconds of a number of seconds. `point` is what {@link decimalPoint} said of the text. */
export function secondsToMs(text: string, point: number): number {
  const wholeMs = Number(text.slice(0, point)) * 1000;
  if (point === text.length) return Math.min(wholeMs, LONGEST_DELAY_MS);
  const fractionMs = Number(text.slice(point + 1, point + 4).padEnd(3, '0'));
  return Math.min(wholeMs + fractionMs + roundingUp(text, point + 4), LONGEST_DELAY_MS);
}

/** Whole milliseconds of a number of milliseconds. `point` is what {@link decimalPoint} said of the text. */
export function millisecondsToMs(text: string, point: number): number {
  return Math.min(Number(text.slice(0, point)) + roundingUp(text, point + 1), LONGEST_DELAY_MS);
}

/** 1 when a digit other than 0 was cut off from `start` on, else 0. */
function roundingUp(text: string, start: number): 0 | 1 {
  for (let i = start; i < text.length; i++) if (text.charCodeAt(i) !== ZERO) return 1;
  return 0;
}
