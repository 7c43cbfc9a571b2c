/** Whether a program printed what was expected; `…` stands for anything in its line, or alone for any number of lines. */
export function matches(expected: string, actual: string): boolean {
  const literal = (text: string) => text.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&');
  const lines = trimLines(expected).split('\n');
  const pattern = lines.map((line) => (line === '…' ? '[^]*' : line.split('…').map(literal).join('.*')));
  return new RegExp(`^${pattern.join('\n')}$`).test(trimLines(actual));
}

/** Trailing space cannot be seen in a comment, so it does not count. */
export function trimLines(text: string): string {
  return text.replaceAll(/[ \t\r]+$/gm, '').trimEnd();
}
