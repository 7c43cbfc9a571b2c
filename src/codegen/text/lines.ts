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
