import { skipSlashes } from '../split-arguments.js';

/** Behind the text, the template, the comment or the regular expression that begins at `at`; `at` itself where none does. */
export function skipJavaScript(source: string, at: number): number {
  const skipped = skipSlashes(source, at);
  if (skipped > at) return skipped;
  if (source[at] === '`') return behind(source, at, '`', source.length);
  return source[at] === '/' && isRegex(source, at) ? behind(source, at, '/', lineEnd(source, at)) : at;
}

/** A slash that divides stands behind a value; one that begins a regular expression behind anything else. */
function isRegex(source: string, at: number): boolean {
  const before = source
    .slice(Math.max(0, at - 20), at)
    .trimEnd()
    .at(-1);
  return before === undefined || '([{=,:;!&|?+-*~^<>'.includes(before);
}

function behind(source: string, at: number, closing: string, limit: number): number {
  for (let end = at + 1; end < limit; end++) {
    if (source[end] === '\\') end++;
    else if (source[end] === closing) return end + 1;
  }
  return limit;
}

function lineEnd(source: string, at: number): number {
  const end = source.indexOf('\n', at);
  return end === -1 ? source.length : end;
}
