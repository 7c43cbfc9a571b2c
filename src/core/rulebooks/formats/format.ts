// Ways of writing an amount, a wait or an instant, as data that rule books name in their rows. They are the other half of
// the decoder's encodings: what is written here is read there.

/** What an answer is written at: waits become instants by it. */
export interface FormatContext {
  /** The server's wall clock, in epoch ms. */
  readonly nowMs: number;
}

export interface Format {
  readonly id: string;
  /** For the pages of providers: what it looks like. */
  readonly about: string;
  readonly write: (value: number, context: FormatContext) => string;
}
