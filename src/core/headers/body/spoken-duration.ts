// Durations as sentences write them: `6m0s`, `1.574s`, `45 seconds`, `4hr 59min`, `2 days and 3 hours`.

import { decimalPoint } from '../decimal-delay.js';

export interface SpokenDuration {
  /** Not rounded. */
  readonly ms: number;
  /** Where the text goes on. */
  readonly end: number;
}

const PART = /(\d{1,15}(?:\.\d{1,15})?) ?([a-zµμ]{1,12})/iy;
/** What may stand between the parts. */
const JOINT = /(?:,? and |, | )?(?=\d)/y;

const UNITS: ReadonlyMap<string, number> = new Map(
  Object.entries({
    'ns nanosecond nanoseconds': 1e-6,
    'us µs μs microsecond microseconds': 1e-3,
    'ms msec msecs millisecond milliseconds': 1,
    's sec secs second seconds': 1000,
    'm min mins minute minutes': 60_000,
    'h hr hrs hour hours': 3_600_000,
    'd day days': 86_400_000,
    'w week weeks': 604_800_000,
  }).flatMap(([names, ms]) => names.split(' ').map((name) => [name, ms] as const)),
);

/** The duration that starts exactly here: all of its parts added up. Null when none does; a bare number is none. */
export function readSpokenDuration(text: string, start: number): SpokenDuration | null {
  let ms = 0;
  let end = -1;
  for (let at = start; ; ) {
    PART.lastIndex = at;
    const part = PART.exec(text);
    const unitMs = part === null ? undefined : UNITS.get((part[2] as string).toLowerCase());
    if (part === null || unitMs === undefined) break;
    ms += scale(part[1] as string, unitMs);
    end = PART.lastIndex;
    JOINT.lastIndex = end;
    if (!JOINT.test(text)) break;
    at = JOINT.lastIndex;
  }
  return end === -1 ? null : { ms, end };
}

/** Digits first, then the scale, since 1.1 × 1000 is not 1100 exactly. */
function scale(digits: string, unitMs: number): number {
  const point = decimalPoint(digits);
  const places = digits.slice(point + 1);
  return (Number(digits.slice(0, point) + places) * unitMs) / 10 ** places.length;
}
