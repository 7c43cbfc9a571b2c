// Splits shell text into commands and words. Expands and runs nothing.

/** The words of each command: quotes taken away, lines joined at a backslash, comments left out. */
export function shellCommands(text: string): string[][] {
  const commands: string[][] = [];
  let words: string[] = [];
  let word: string | null = null;
  const endWord = (): void => {
    if (word !== null) words.push(word);
    word = null;
  };
  const endCommand = (): void => {
    endWord();
    if (words.length > 0) commands.push(words);
    words = [];
  };
  for (let at = 0; at < text.length; at++) {
    const character = text[at] as string;
    if (character === '\\') {
      const next = text.slice(at + 1, at + 3) === '\r\n' ? '\r\n' : (text[at + 1] ?? '');
      if (next !== '\n' && next !== '\r\n') word = (word ?? '') + next;
      at += next.length;
    } else if (character === "'" || character === '"') {
      const end = closing(text, at);
      const inside = text.slice(at + 1, end);
      word = (word ?? '') + (character === '"' ? inside.replace(/\\(["\\$`])/g, '$1') : inside);
      at = end;
    } else if (character === '#' && word === null) {
      const end = text.indexOf('\n', at);
      at = (end === -1 ? text.length : end) - 1;
    } else if (/[\n\r;|&()]/.test(character)) endCommand();
    else if (/\s/.test(character)) endWord();
    else word = (word ?? '') + character;
  }
  endCommand();
  return commands;
}

/** Where a quoted text ends; the end of all where it is never closed. */
function closing(text: string, start: number): number {
  const quote = text[start];
  for (let at = start + 1; at < text.length; at++) {
    if (text[at] === '\\' && quote === '"') at++;
    else if (text[at] === quote) return at;
  }
  return text.length;
}
