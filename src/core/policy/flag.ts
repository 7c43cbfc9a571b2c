import type { Field, FieldKind } from './field.js';
import { writeField } from './written.js';

/** A flag as the command line and its help know it. */
export interface Flag {
  /** Without the dashes. */
  readonly name: string;
  /** What stands for its value in the help; null when it takes none. */
  readonly value: string | null;
  readonly about: string;
  /** The value that holds without the flag, as text. */
  readonly default?: string;
}

/** Flags as typed, by name: text, `true` where the flag takes no value, a list where it may be repeated. */
export type FlagValues = Readonly<Record<string, string | true | readonly string[] | undefined>>;

const PLACEHOLDERS: Partial<Record<FieldKind, string>> = {
  duration: 'DURATION',
  integer: 'COUNT',
  amount: 'COUNT',
  number: 'NUMBER',
  jitter: 'JITTER',
  share: 'SHARE',
};

/** The flag of a field. */
export function flagOf(field: Field): Flag {
  const flag = {
    name: field.flag ?? field.path,
    value: PLACEHOLDERS[field.kind] ?? field.kind.toUpperCase(),
    about: field.about,
  };
  return field.default === undefined ? flag : { ...flag, default: writeField(field, field.default) };
}
