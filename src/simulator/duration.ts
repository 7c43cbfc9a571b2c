/** How long something takes, each time anew. Times in ms. */
export type DurationSpec =
  | { readonly kind: 'constant'; readonly ms: number }
  | { readonly kind: 'exponential'; readonly meanMs: number }
  /** |N(mean, sd)|: the fold is never met where the mean is five deviations away from 0. */
  | { readonly kind: 'normal'; readonly meanMs: number; readonly sdMs: number }
  | { readonly kind: 'uniform'; readonly lowMs: number; readonly highMs: number };

/** The mean of a duration; a normal one is taken to be far from 0. */
export function meanMsOf(spec: DurationSpec): number {
  if (spec.kind === 'constant') return spec.ms;
  return spec.kind === 'uniform' ? (spec.lowMs + spec.highMs) / 2 : spec.meanMs;
}

/** Draws durations; a constant draws nothing. */
export function durationSource(spec: DurationSpec, random: () => number): () => number {
  switch (spec.kind) {
    case 'constant':
      return () => spec.ms;
    case 'exponential':
      return () => -spec.meanMs * Math.log1p(-random());
    case 'uniform':
      return () => spec.lowMs + random() * (spec.highMs - spec.lowMs);
    case 'normal':
      return foldedNormal(spec.meanMs, spec.sdMs, random);
  }
}

/** Marsaglia's polar method, which makes two values at a time. */
function foldedNormal(mean: number, sd: number, random: () => number): () => number {
  let spare = 0;
  let hasSpare = false;
  return () => {
    if (hasSpare) {
      hasSpare = false;
      return Math.abs(mean + sd * spare);
    }
    let x: number;
    let y: number;
    let square: number;
    do {
      x = 2 * random() - 1;
      y = 2 * random() - 1;
      square = x * x + y * y;
    } while (square >= 1 || square === 0);
    const scale = Math.sqrt((-2 * Math.log(square)) / square);
    spare = y * scale;
    hasSpare = true;
    return Math.abs(mean + sd * x * scale);
  };
}
