/** A line of code, lines that belong together, or nothing where a feature is left out. */
export type Part = string | false | null | undefined | readonly Part[];

/** The lines of all parts in order, those left out dropped. Texts of several lines are taken apart. */
export function lines(...parts: readonly Part[]): string[] {
  return parts.flatMap((part) => {
    if (part === false || part === null || part === undefined) return [];
    return typeof part === 'string' ? part.split('\n') : lines(...part);
  });
}

/** The lines, each moved right; empty ones stay empty. */
export function indent(text: readonly string[], by: string): string[] {
  return text.map((line) => (line === '' ? '' : by + line));
}

/** Breaks a text between words so that no line is wider than `width`; a longer word stands alone. */
export function fill(text: string, width: number): string[] {
  const filled: string[] = [];
  let line = '';
  for (const word of text.split(' ')) {
    if (line !== '' && line.length + 1 + word.length > width) {
      filled.push(line);
      line = word;
    } else line = line === '' ? word : `${line} ${word}`;
  }
  return [...filled, line];
}
