// What a config format is: one system's way to write down how it retries. README.md says how to add one.

import type { Policy, PolicyInput } from '../../core/policy/policy.js';
import type { Loss } from './loss.js';

/** What is known of a format without using it. */
export interface FormatFacts {
  /** Lower case with hyphens; what `holdoff export` and `import` take. */
  readonly id: string;
  readonly title: string;
  /** What the system is called within a sentence. */
  readonly system: string;
  /** `data` is JSON or YAML, which is given as parsed; `text` is a language of its own, given as it stands. */
  readonly syntax: 'data' | 'text';
  /** Name of a file that would hold it. */
  readonly file: string;
  /** Package, repository or document that the semantics were read in. */
  readonly source: string;
  readonly url: string;
  /** `yyyy-mm`: when that was. */
  readonly date: string;
}

/** A config format. `Settings` are the system's own, checked, in its own terms; times in ms. */
export interface Format<Settings> extends FormatFacts {
  /** Why a field of the policy comes out as it does, by its path or the path of its group. The end of a sentence. */
  readonly because: Readonly<Record<string, string>>;
  /** The settings nearest to a policy. What they cannot say is found out by reading them back. */
  fit(policy: Policy): Settings;
  /** The settings as people would write them. */
  write(settings: Settings): string;
  /** Every policy that a file holds. Throws `InputError` when it holds none. */
  find(source: unknown): readonly Found<Settings>[];
  /** What the system does, as far as a policy can say it. */
  toPolicy(settings: Settings): Imported;
  /** The system's own mean wait before each of so many retries, in ms, by its own formula. */
  meansMs(settings: Settings, retries: number): readonly number[];
}

/** One policy in a file. */
export interface Found<Settings> {
  /** What the file calls it: a method, a route, a state, an instance, a queue. Empty where it has no name. */
  readonly name: string;
  /** Checks its values. Throws `InputError` naming the field. */
  read(): Reading<Settings>;
}

export interface Reading<Settings> {
  readonly settings: Settings;
  /** Keys of the file that say something about retrying which is passed over, or that the system does not know. */
  readonly passedOver: readonly Loss[];
}

export interface Imported {
  readonly policy: PolicyInput;
  /** Where the policy says something else than the system does. */
  readonly losses: readonly Loss[];
}
