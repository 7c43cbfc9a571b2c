// Where the parts of an argument list begin and end, in languages with brackets, quotes and, in Python, comments after a #.

/** The parts between the commas that lie in no bracket and no text, without comments. */
export function split(text: string): string[] {
  const parts: string[] = [];
  let [depth, part] = [0, ''];
  for (let at = 0; at < text.length; at++) {
    const skipped = skipText(text, at);
    if (skipped > at) {
      if (text[at] !== '#') part += text.slice(at, skipped);
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

/** Behind the text or the comment that begins at `at`; `at` itself where none does. */
export function skipText(source: string, at: number): number {
  const quote = source[at];
  if (quote === '#') {
    const end = source.indexOf('\n', at);
    return end === -1 ? source.length : end;
  }
  if (quote !== '"' && quote !== "'") return at;
  const triple = quote.repeat(3);
  if (source.startsWith(triple, at)) {
    const end = source.indexOf(triple, at + 3);
    return end === -1 ? source.length : end + 3;
  }
  for (let end = at + 1; end < source.length && source[end] !== '\n'; end++) {
    if (source[end] === '\\') end++;
    else if (source[end] === quote) return end + 1;
  }
  return source.length;
}
