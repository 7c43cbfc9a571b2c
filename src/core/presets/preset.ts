import type { PolicyInput } from '../policy/policy.js';

/** The documented default of one real client, written as a policy: how it retries when nobody configures it. */
export interface Preset {
  /** Lower case with hyphens; what `--preset` takes. */
  readonly id: string;
  readonly title: string;
  /** Retrying only: how much is in flight, quotas and time-outs of one attempt stay holdoff's own. */
  readonly policy: PolicyInput;
  /** Package and version or repository, and the file or document in it where the numbers stand. */
  readonly source: string;
  /** `yyyy-mm-dd` or `yyyy-mm`: when that version was published or, for a page without a version, when it was read. */
  readonly date: string;
  readonly url?: string;
  /** What the policy cannot say, or says only nearly, one sentence each. Empty where it says everything. */
  readonly differs: readonly string[];
}

/** Presets that belong together, for a table with headings. */
export interface PresetGroup {
  readonly id: string;
  readonly title: string;
  readonly presets: readonly Preset[];
}
