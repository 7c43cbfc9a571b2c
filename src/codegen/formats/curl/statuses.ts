/** What curl repeats with --retry alone. */
export const ALWAYS_REPEATED: readonly number[] = [408, 429, 500, 502, 503, 504];
