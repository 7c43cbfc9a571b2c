import type { Flag, FlagValues } from '../core/policy/flag.js';
import type { LinkParameter } from '../core/policy/link.js';
import type { Plain } from '../core/policy/paths.js';
import type { Io } from './io.js';
import type { View } from './render/view.js';

/** A command as the help lists it. Its code is loaded when it is called, so that `--help` stays instant. */
export interface CommandEntry {
  readonly name: string;
  readonly summary: string;
  load(): Promise<Command>;
}

/** One command, as plain data and one function. */
export interface Command {
  readonly name: string;
  readonly summary: string;
  /** Lines that can be typed, each with what it shows. They come first in the help. */
  readonly examples: readonly Example[];
  readonly groups: readonly FlagGroup[];
  /** The one word that may stand without a flag, where there is such. Its value comes under this name, in capitals. */
  readonly operand?: Operand;
  /** Another one behind it. */
  readonly secondOperand?: Operand;
  /** Computes the answer. Prints nothing. Throws `UsageError`, `InputError` or `PolicyError` for what cannot be used. */
  run(flags: FlagValues, io: Io): Promise<Answer>;
}

export interface Operand {
  readonly name: string;
  readonly about: string;
}

export interface Example {
  readonly line: string;
  readonly about: string;
}

export interface FlagGroup {
  readonly title: string;
  readonly flags: readonly CommandFlag[];
}

/** A flag of the command line. */
export interface CommandFlag extends Flag {
  /** One letter, where there is a short form. */
  readonly short?: string;
  /** The value may be left out. */
  readonly optionalValue?: boolean;
  /** May be given more than once. */
  readonly repeatable?: boolean;
}

/** What a command found, in every form that it can be printed in. */
export interface Answer {
  /** The document of `--json`, without `version`. */
  readonly json: Plain;
  /** The one line that matters, for `--quiet`. */
  readonly sentence: string;
  /** Where each value came from, for `--explain`. */
  readonly explained: readonly ExplainedValue[];
  /** Where the page shows the same, for `--explain` to link to. */
  readonly page?: OnPage;
  /** What was odd about the input, one sentence each; told on standard error. */
  readonly warnings: readonly string[];
  /** Stopped by Ctrl-C: what is answered is what there was by then. */
  readonly isInterrupted?: boolean;
  /** With `--check`. */
  readonly check?: { readonly ok: boolean; readonly sentence: string };
  text(view: View): string;
  csv(): string;
  markdown(): string;
}

/** A view of the page. */
export interface OnPage {
  readonly id: 'schedule' | 'plan' | 'code';
  /** What it shows of several things, such as the language of the code. */
  readonly choices?: readonly LinkParameter[];
}

export interface ExplainedValue {
  /** Path of the field, such as `backoff.baseMs`. */
  readonly field: string;
  readonly flag: string | null;
  /** As it would be typed. */
  readonly value: string;
  /** `flag`, `default`, the name of a file, or a preset. */
  readonly source: string;
}
