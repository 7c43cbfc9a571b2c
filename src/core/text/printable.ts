// What others wrote, fit to be shown: names, values and keys alike.

/** Characters that move a cursor, end a line, turn text around or are not seen at all. */
const UNSEEN = /[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/u;

/** Longest text of others that a message shows, in characters. */
export const MOST_SHOWN = 60;

/**
 * A text of others, cut to `most` characters, with control characters and those that change the direction of writing
 * shown by their code, as `\u{202e}`: a message must not move the cursor of a terminal nor read otherwise than it is.
 */
export function printable(text: string, most = MOST_SHOWN): string {
  // Far longer texts are not taken apart: a file may be one key of a megabyte.
  const pieces = Array.from(text.slice(0, 2 * most + 2), escaped);
  if (widthOf(pieces) <= most) return pieces.join('');
  while (widthOf(pieces) > most - 1) pieces.pop();
  return `${pieces.join('')}…`;
}

function escaped(character: string): string {
  return UNSEEN.test(character) ? `\\u{${(character.codePointAt(0) as number).toString(16)}}` : character;
}

function widthOf(pieces: readonly string[]): number {
  return pieces.reduce((width, piece) => width + (piece.length > 2 ? piece.length : 1), 0);
}
