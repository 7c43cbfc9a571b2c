// Where brackets, texts and comments begin and end in source code, whatever its language. Runs nothing.

/** Behind the text or the comment that begins at `at`; `at` itself where none does. */
export type Skip = (source: string, at: number) => number;

/** Longest text between two brackets: one that never closes must not be searched to the end of the file each time. */
const LONGEST = 20_000;

/** The parts between the commas that lie in no bracket and no text, without comments. */
export function split(text: string, skip: Skip = skipText): string[] {
  const parts: string[] = [];
  let [depth, part] = [0, ''];
  for (let at = 0; at < text.length; at++) {
    const skipped = skip(text, at);
    if (skipped > at) {
      if (!isComment(text, at)) part += text.slice(at, skipped);
      at = skipped - 1;
      continue;
    }
    const character = text[at] as string;
    if ('([{'.includes(character)) depth++;
    else if (')]}'.includes(character)) depth--;
    if (character === ',' && depth === 0) {
      parts.push(part);
      part = '';
    } else part += character;
  }
  return [...parts, part].filter((one) => one.trim() !== '');
}

function isComment(text: string, at: number): boolean {
  return text[at] === '#' || text.startsWith('//', at) || text.startsWith('/*', at);
}

/** Where the bracket that was opened before `start` is closed; −1 where it never is. */
export function closingAt(source: string, start: number, skip: Skip = skipText): number {
  let depth = 1;
  for (let at = start; at < Math.min(source.length, start + LONGEST); at++) {
    const skipped = skip(source, at);
    if (skipped > at) {
      at = skipped - 1;
      continue;
    }
    const character = source[at] as string;
    if ('([{'.includes(character)) depth++;
    else if (')]}'.includes(character)) depth--;
    if (depth === 0) return at;
  }
  return -1;
}

/** The source with blanks for its texts and comments, in which a call is none. Every place stays where it was. */
export function withoutTexts(source: string, skip: Skip = skipText): string {
  const parts: string[] = [];
  let from = 0;
  for (let at = 0; at < source.length; at++) {
    const end = skip(source, at);
    if (end === at) continue;
    parts.push(source.slice(from, at), source.slice(at, end).replace(/[^\n]/g, ' '));
    from = end;
    at = end - 1;
  }
  return parts.join('') + source.slice(from);
}

/** In Python and Ruby: quotes, in Python also triple ones, and comments after a #. */
function skipText(source: string, at: number): number {
  const quote = source[at];
  if (quote === '#') return lineEnd(source, at);
  if (quote !== '"' && quote !== "'") return at;
  const triple = quote.repeat(3);
  if (source.startsWith(triple, at)) {
    const end = source.indexOf(triple, at + 3);
    return end === -1 ? source.length : end + 3;
  }
  return behindQuote(source, at);
}

/** In C and its family: quotes, and comments after // or between slashes and stars. */
export function skipSlashes(source: string, at: number): number {
  if (source.startsWith('//', at)) return lineEnd(source, at);
  if (source.startsWith('/*', at)) {
    const end = source.indexOf('*/', at + 2);
    return end === -1 ? source.length : end + 2;
  }
  return source[at] === '"' || source[at] === "'" ? behindQuote(source, at) : at;
}

function lineEnd(source: string, at: number): number {
  const end = source.indexOf('\n', at);
  return end === -1 ? source.length : end;
}

/** Behind the quote that closes the one at `at`; where none does, at the end of the line. */
function behindQuote(source: string, at: number): number {
  const quote = source[at];
  let end = at + 1;
  for (; end < source.length && source[end] !== '\n'; end++) {
    if (source[end] === '\\') end++;
    else if (source[end] === quote) return end + 1;
  }
  return Math.min(end, source.length);
}
