/** One thing a result says, in words. The id is stable; the text may be improved. */
export interface Sentence {
  readonly id: string;
  readonly text: string;
}
