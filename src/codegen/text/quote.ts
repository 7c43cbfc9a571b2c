// Texts of others as literals of a language. Everything but visible ASCII is escaped, so that no line ends early, no
// reading order turns and no encoding matters; and what a language would act on within a literal is escaped, too.

/** A literal for JavaScript and TypeScript, between double quotes, as their formatters like it. */
export function quoteJavaScript(text: string): string {
  return `"${escapeUnits(text, /["\\]/, (unit) => `\\u${hex(unit, 4)}`)}"`;
}

/**
 * A string literal of Java. Its compiler turns `\u000a` into a line end before it looks for literals and comments, so
 * that all that could end one is written in octal.
 */
export function quoteJava(text: string): string {
  const code = (unit: number) => (unit < 0x100 ? `\\${unit.toString(8).padStart(3, '0')}` : `\\u${hex(unit, 4)}`);
  return `"${escapeUnits(text, /["\\]/, code)}"`;
}

/** A literal between double quotes for Python. */
export function quotePython(text: string): string {
  return `"${escapePoints(text, /["\\]/, (point) => (point < 0x10000 ? `\\u${hex(point, 4)}` : `\\U${hex(point, 8)}`))}"`;
}

/** An interpreted string literal of Go. Half a surrogate pair, which is no character, becomes U+FFFD. */
export function quoteGo(text: string): string {
  const safe = withoutHalves(text);
  return `"${escapePoints(safe, /["\\]/, (point) => (point < 0x10000 ? `\\u${hex(point, 4)}` : `\\U${hex(point, 8)}`))}"`;
}

/** A string literal of Rust. Half a surrogate pair, which is no character, becomes U+FFFD. */
export function quoteRust(text: string): string {
  return `"${escapePoints(withoutHalves(text), /["\\]/, (point) => `\\u{${point.toString(16)}}`)}"`;
}

/**
 * A word for bash. Visible ASCII goes between single quotes, within which nothing is special but the quote itself.
 * Other texts need `$'…'`; a NUL, which no argument can hold, is left out.
 */
export function quoteBash(text: string): string {
  if (/^[ -~]*$/.test(text)) return `'${text.replaceAll("'", `'\\''`)}'`;
  const safe = withoutHalves(text).replaceAll('\0', '');
  return `$'${escapePoints(safe, /['\\]/, (point) => `\\U${hex(point, 8)}`)}'`;
}

/**
 * A string of PHP. Between single quotes nothing is special but the quote and the backslash; yet `?>` ends even a comment,
 * so that a text with it is escaped between double quotes, like one that is not all visible ASCII.
 */
export function quotePhp(text: string): string {
  if (/^[ -~]*$/.test(text) && !text.includes('?>')) return `'${text.replace(/['\\]/g, '\\$&')}'`;
  const escaped = escapePoints(withoutHalves(text), /["\\$]/, (point) => `\\u{${point.toString(16)}}`);
  return `"${escaped.replaceAll('?>', '?\\u{3e}')}"`;
}

/**
 * A string of Ruby. Between single quotes nothing is special but the quote and the backslash; other texts than visible
 * ASCII need double quotes, within which `#` starts code.
 */
export function quoteRuby(text: string): string {
  if (/^[ -~]*$/.test(text)) return `'${text.replace(/['\\]/g, '\\$&')}'`;
  return `"${escapePoints(withoutHalves(text), /["\\#]/, (point) => `\\u{${point.toString(16)}}`)}"`;
}

/** A string of Kotlin, in which `$` starts code. */
export function quoteKotlin(text: string): string {
  return `"${escapeUnits(text, /["\\$]/, (unit) => `\\u${hex(unit, 4)}`)}"`;
}

/** A string of C#, with nothing to fill in. */
export function quoteCSharp(text: string): string {
  return quoteJavaScript(text);
}

/** By UTF-16 code units: these languages write a character beyond the first 65,536 as two escapes. */
function escapeUnits(text: string, special: RegExp, code: (unit: number) => string): string {
  return Array.from({ length: text.length }, (_, at) => {
    const unit = text.charCodeAt(at);
    return isVisible(unit) ? guarded(text.charAt(at), special) : code(unit);
  }).join('');
}

/** By whole characters. */
function escapePoints(text: string, special: RegExp, code: (point: number) => string): string {
  return Array.from(text, (character) => {
    const point = character.codePointAt(0) as number;
    return isVisible(point) ? guarded(character, special) : code(point);
  }).join('');
}

/** Half a surrogate pair is no character, and these languages refuse it. */
function withoutHalves(text: string): string {
  return text.replace(/\p{Cs}/gu, '\ufffd');
}

function isVisible(code: number): boolean {
  return code >= 0x20 && code < 0x7f;
}

function guarded(character: string, special: RegExp): string {
  return special.test(character) ? `\\${character}` : character;
}

function hex(code: number, digits: number): string {
  return code.toString(16).padStart(digits, '0');
}
