import type { FlagValues } from '../core/policy/flag.js';
import type { CommandFlag } from './command.js';

/** Below it a wait is hardly ever meant: who writes `--base 1` or `--deadline 30` mostly thinks of seconds. */
const FEWEST_LIKELY_MS = 100;

/**
 * One sentence for each duration that was given without a unit and is so short that seconds may have been meant. The
 * value stands: a bare number is milliseconds.
 */
export function bareDurationNotes(known: readonly CommandFlag[], flags: FlagValues): string[] {
  return known.flatMap(({ name, value }) => {
    const given = flags[name];
    if (value !== 'DURATION' || typeof given !== 'string' || !/^\d+(?:\.\d+)?$/.test(given)) return [];
    const isShort = Number(given) > 0 && Number(given) < FEWEST_LIKELY_MS;
    return isShort ? [`--${name} ${given} is ${given} ms; for seconds write --${name} ${given}s`] : [];
  });
}
