// The output of highlight.js taken apart, so that the page makes nodes of it and no markup: what was typed stays text.

/** A run of characters of one kind, as highlight.js calls it: `keyword`, `string`; null for plain text. */
export interface CodePiece {
  readonly text: string;
  readonly kind: string | null;
}

/** All the markup that highlight.js writes. */
const MARK = /<span class="([^"]*)">|(<\/span>)/g;

/**
 * The pieces of highlighted code. `code` is what was highlighted; should the pieces not add up to it, it comes back as it
 * is, in one piece.
 */
export function piecesOf(code: string, html: string): CodePiece[] {
  const pieces: CodePiece[] = [];
  const open: string[] = [];
  let from = 0;
  const take = (to: number): void => {
    const text = unescaped(html.slice(from, to));
    if (text !== '') pieces.push({ text, kind: open.at(-1) ?? null });
  };
  for (const mark of html.matchAll(MARK)) {
    take(mark.index);
    from = mark.index + mark[0].length;
    if (mark[1] === undefined) open.pop();
    else open.push(kindOf(mark[1]) ?? open.at(-1) ?? '');
  }
  take(html.length);
  const isWhole = pieces.map(({ text }) => text).join('') === code;
  return isWhole
    ? pieces.map(({ text, kind }) => ({ text, kind: kind === '' ? null : kind }))
    : [{ text: code, kind: null }];
}

/** `hljs-title function_` → `title`; null for languages within languages. */
function kindOf(classes: string): string | null {
  return /^hljs-([a-z]+)/.exec(classes)?.[1] ?? null;
}

const ENTITIES: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', '#x27': "'" };

function unescaped(text: string): string {
  return text.replace(/&([^;]{1,5});/g, (whole, name: string) => ENTITIES[name] ?? whole);
}
