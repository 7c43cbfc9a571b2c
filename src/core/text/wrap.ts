/** Columns of a text: its characters, none of ours being wider than one. */
export function widthOfText(text: string): number {
  return [...text].length;
}

/**
 * Breaks a text between words so that no line is longer than `width`, except for a word that is longer by itself.
 * `first` opens the first line and `rest` the others; both count.
 */
export function wrapLines(text: string, width: number, first = '', rest = first): string[] {
  const lines: string[] = [];
  let line = first;
  let isFresh = true;
  for (const word of text.split(/ +/)) {
    if (!isFresh && widthOfText(line) + 1 + widthOfText(word) > width) {
      lines.push(line);
      line = rest;
      isFresh = true;
    }
    line += isFresh ? word : ` ${word}`;
    isFresh = false;
  }
  return [...lines, line];
}

/** {@link wrapLines} as one text. */
export function wrap(text: string, width: number, first = '', rest = first): string {
  return wrapLines(text, width, first, rest).join('\n');
}
