// The character classes of structured fields, by character code, and the characters that mean something by themselves.

export const TAB = 9;
export const SPACE = 32;
export const QUOTE = 34;
export const PERCENT = 37;
export const OPEN = 40;
export const CLOSE = 41;
const STAR = 42;
export const COMMA = 44;
export const MINUS = 45;
export const POINT = 46;
export const ZERO = 48;
export const ONE = 49;
export const COLON = 58;
export const SEMICOLON = 59;
export const EQUALS = 61;
export const QUESTION = 63;
export const AT = 64;
export const BACKSLASH = 92;

const LOWER = 'abcdefghijklmnopqrstuvwxyz';
const ALPHA = LOWER + LOWER.toUpperCase();
const DIGITS = '0123456789';

const IN_KEY = 1;
const IN_TOKEN = 2;
const STARTS_TOKEN = 4;

const classes = new Uint8Array(128);
mark(`${LOWER}${DIGITS}_-.*`, IN_KEY);
// tchar of RFC 9110 §5.6.2, ":" and "/".
mark(`${ALPHA}${DIGITS}!#$%&'*+-.^_\`|~:/`, IN_TOKEN);
mark(`${ALPHA}*`, STARTS_TOKEN);

export function isDigit(code: number): boolean {
  return code >= ZERO && code <= 57;
}

export function startsKey(code: number): boolean {
  return (code >= 97 && code <= 122) || code === STAR;
}

export function isInKey(code: number): boolean {
  return is(code, IN_KEY);
}

export function startsToken(code: number): boolean {
  return is(code, STARTS_TOKEN);
}

export function isInToken(code: number): boolean {
  return is(code, IN_TOKEN);
}

/** VCHAR or SP: what may stand in a String or a Display String. */
export function isPrintable(code: number): boolean {
  return code >= SPACE && code <= 126;
}

/** Any code, also that of no character (−1). */
function is(code: number, wanted: number): boolean {
  return code >= 0 && code < 128 && ((classes[code] as number) & wanted) !== 0;
}

function mark(characters: string, as: number): void {
  for (let i = 0; i < characters.length; i++) {
    const code = characters.charCodeAt(i);
    classes[code] = (classes[code] as number) | as;
  }
}
