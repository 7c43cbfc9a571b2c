// A policy as the config of another system, with what that config cannot say.

import { checkParsed } from '../../core/policy/check-parsed.js';
import { parsePolicy } from '../../core/policy/parse-policy.js';
import type { Policy } from '../../core/policy/policy.js';
import type { Format } from './format.js';
import { differences, type Loss } from './loss.js';
import { largestMeanChange, type MeanChange } from './mean-change.js';

/** A policy in the words of another system, and what gets lost on the way there. */
export interface Exported {
  /** The config, ready to be saved. */
  readonly text: string;
  readonly losses: readonly Loss[];
  /** Null where every mean wait stays what it was. */
  readonly largestMeanChange: MeanChange | null;
  /** The policy that the config amounts to: what importing it gives. */
  readonly kept: Policy;
}

/** Writes a policy in a format. The losses are those of reading the result back, so none is left out. */
export function exportWith<Settings>(format: Format<Settings>, policy: Policy): Exported {
  checkParsed(policy);
  const settings = format.fit(policy);
  const { policy: input, losses } = format.toPolicy(settings);
  const kept = parsePolicy(input);
  // What the format says of a whole group, such as retryOn, is better than what is found field by field.
  const isToldByGroup = ({ field }: Loss): boolean => losses.some((loss) => field.startsWith(`${loss.field}.`));
  const lost = differences(policy, kept, format.system, format.because).filter((loss) => !isToldByGroup(loss));
  const untold = losses.filter(({ field }) => !lost.some((loss) => loss.field === field));
  return {
    text: format.write(settings),
    losses: [...lost, ...untold],
    largestMeanChange: largestMeanChange(policy, format.meansMs(settings, kept.maxAttempts - 1), format.system),
    kept,
  };
}
