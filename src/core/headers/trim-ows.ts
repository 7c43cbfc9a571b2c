// The optional whitespace around a field value (RFC 9110 §5.6.3). A loop, because /[ \t]+$/ takes quadratic time on
// hostile values and String.prototype.trim also removes characters that HTTP keeps, such as the no-break space.

const SPACE = 32;
const TAB = 9;

/** Without the spaces and tabs at both ends. Returns the same string when there are none. */
export function trimOws(text: string): string {
  let start = 0;
  let end = text.length;
  while (start < end && isOws(text.charCodeAt(start))) start++;
  while (end > start && isOws(text.charCodeAt(end - 1))) end--;
  return end - start === text.length ? text : text.slice(start, end);
}

function isOws(code: number): boolean {
  return code === SPACE || code === TAB;
}
