import { type Exported, formatOf } from '../../../../src/codegen/formats/index.js';
import type { Policy } from '../../../../src/core/policy/policy.js';

export interface ConfigInput {
  readonly policy: Policy;
  /** Id of a format. */
  readonly format: string;
}

/** A policy as a config, with what is lost. */
export interface ConfigView extends Pick<Exported, 'text' | 'losses' | 'largestMeanChange'> {
  readonly format: string;
}

/** Plain data from plain data, here or in a worker. */
export function configView({ policy, format }: ConfigInput): ConfigView {
  const { text, losses, largestMeanChange } = formatOf(format).exportPolicy(policy);
  return { format, text, losses, largestMeanChange };
}

/** Whether it takes longer than a frame: the means of decorrelated jitter come from tables. */
export function isHeavyConfig({ policy }: ConfigInput): boolean {
  return policy.jitter === 'decorrelated' || policy.maxAttempts > 1000;
}
