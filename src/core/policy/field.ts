/** One row of the field table: what a field is called everywhere, and what it accepts. */
export interface Field {
  /** Dotted path in the policy, such as `backoff.baseMs`. */
  readonly path: string;
  readonly kind: FieldKind;
  readonly default: unknown;
  /** Smallest and largest value, both allowed. */
  readonly min?: number;
  readonly max?: number;
  /** For `choice`: the words allowed. */
  readonly choices?: readonly string[];
  /** `null`, or `none` in a flag or link, is allowed and means "without". */
  readonly nullable?: boolean;
  /** A word that is allowed in place of a value, such as `auto`. */
  readonly word?: string;
  /** Flag without the dashes; also the key in a link. */
  readonly flag?: string;
  /** One sentence: what it is, in which unit. */
  readonly about: string;
  /** This field exists only in the variant where another field has this value. */
  readonly when?: { readonly path: string; readonly is: string };
}

export type FieldKind =
  /** Milliseconds, or a text such as `1.5s`. */
  | 'duration'
  /** A whole number. */
  | 'integer'
  /** A finite number, which need not be whole. */
  | 'number'
  /** A number from 0 to 1, also as a percentage. */
  | 'share'
  | 'boolean'
  | 'choice'
  | 'jitter'
  | 'durations'
  | 'statuses'
  | 'quotas'
  /** A short name: letters, digits, `_`, `.` and `-`, starting with a letter. */
  | 'name'
  /** A number above 0, also as `200k`. */
  | 'amount';
