// What a prompt holds, and what is answered to it.

/** Characters of all texts within these fields of a request, however deep. */
export function charactersIn(body: Readonly<Record<string, unknown>>, fields: readonly string[]): number {
  let characters = 0;
  // A list of what is still to be looked at: the nesting of a request has no bound that a call stack would have.
  const open: unknown[] = fields.map((field) => body[field]);
  while (open.length > 0) {
    const value = open.pop();
    if (typeof value === 'string') characters += value.length;
    else if (Array.isArray(value)) for (const each of value) open.push(each);
    else if (typeof value === 'object' && value !== null) for (const each of Object.values(value)) open.push(each);
  }
  return characters;
}

/** Four characters to a token, as providers tell people to reckon; a prompt has one at least. */
export function tokensFor(characters: number): number {
  return Math.max(1, Math.ceil(characters / 4));
}

/** The numbers among some values that can bound an output. */
export function boundsOf(...values: readonly unknown[]): number[] {
  return values.filter((value): value is number => Number.isInteger(value) && (value as number) > 0);
}

export function textOr(value: unknown, otherwise: string): string {
  return typeof value === 'string' && value !== '' ? value : otherwise;
}

const WORDS = 'A limit is a promise that the server keeps for everybody at once so wait as long as it says and'.split(
  ' ',
);
const SPACED = WORDS.map((word) => ` ${word}`);
const ROUND = SPACED.join('');
/** Where the space before each of them stands in a round. */
const BEGINS = SPACED.map((_, at) => SPACED.slice(0, at).join('').length);

/** A text of so many tokens, one to a word, from the so-manieth on. A part of the same words over and over, cut out. */
export function wordsOf(tokens: number, from = 0): string {
  if (tokens <= 0) return '';
  const first = from % WORDS.length;
  const rounds = Math.floor((first + tokens) / WORDS.length);
  const end = rounds * ROUND.length + (BEGINS[(first + tokens) % WORDS.length] as number);
  const begin = (BEGINS[first] as number) + (from === 0 ? 1 : 0);
  return ROUND.repeat(rounds + 1).slice(begin, end);
}

/** The parts in which a stream brings an output: one to a token, and no more than 32. */
export function partsOf(tokens: number): { readonly text: string; readonly tokens: number }[] {
  const size = Math.max(1, Math.ceil(tokens / 32));
  const parts = [];
  for (let from = 0; from < tokens; from += size) {
    const count = Math.min(size, tokens - from);
    parts.push({ text: wordsOf(count, from), tokens: count });
  }
  return parts.length > 0 ? parts : [{ text: '', tokens: 0 }];
}
