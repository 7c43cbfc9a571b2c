/** A piece of a sentence: a figure with its unit, or what stands between. */
export interface Piece {
  readonly text: string;
  readonly isFigure: boolean;
}

const FIGURE =
  /(?<![\w./-]|“[^”]*)(?:\d{4}-\d\d-\d\dT[\d:.]+Z|\d+(?:,\d{3})*(?:\.\d+)?(?: × 10\^\d+)?(?: (?:ms|s|min|h|days|years|%|attempts\/min)(?![\w/-]))?(?![\w/-]))/g;

/** An instant is so long that it would outshine the wait beside it. */
const INSTANT = /^\d{4}-/;

/** A sentence cut at its figures, so that they can stand out. A count that opens it is part of what it is about. */
export function cutAtFigures(sentence: string): Piece[] {
  const pieces: Piece[] = [];
  let from = 0;
  for (const match of sentence.matchAll(FIGURE)) {
    if (match.index === 0 || INSTANT.test(match[0])) continue;
    pieces.push({ text: sentence.slice(from, match.index), isFigure: false }, { text: match[0], isFigure: true });
    from = match.index + match[0].length;
  }
  pieces.push({ text: sentence.slice(from), isFigure: false });
  return pieces.filter(({ text }) => text !== '');
}
