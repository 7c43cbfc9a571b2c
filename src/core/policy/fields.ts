/**
 * The one table of policy fields. Validation, flags, links, the JSON Schema, the form and the reference page are all
 * read from it, so a field that is added here is everywhere at once.
 */
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
  /** A duration, or the word `auto`. */
  | 'duration-or-auto'
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

const listed = { path: 'backoff', is: 'listed' } as const;
const ratio = { path: 'retryBudget.kind', is: 'ratio' } as const;
const tokens = { path: 'retryBudget.kind', is: 'tokens' } as const;

/** Groups that may be null as a whole; their fields get their defaults once the group is an object. */
export const NULLABLE_GROUPS: readonly string[] = ['retryBudget', 'throttle', 'breaker'];

export const FIELDS: readonly Field[] = [
  { path: 'version', kind: 'integer', default: 1, min: 1, max: 1, about: 'Version of this format.' },
  {
    path: 'backoff.baseMs',
    kind: 'duration',
    default: 1000,
    flag: 'base',
    about: 'Raw delay before the first retry.',
  },
  {
    path: 'backoff.multiplier',
    kind: 'number',
    default: 2,
    min: 1,
    max: 10,
    flag: 'multiplier',
    about: 'What each raw delay is multiplied by to give the next.',
  },
  {
    path: 'backoff.capMs',
    kind: 'duration',
    default: 32_000,
    nullable: true,
    flag: 'cap',
    about: 'Longest wait that is ever computed; none lets it grow. With listed delays the default is none.',
  },
  {
    path: 'backoff.minMs',
    kind: 'duration',
    default: 0,
    flag: 'min',
    about: 'Shortest wait that is ever computed, whatever the jitter draws.',
  },
  {
    path: 'backoff.throttledBaseMs',
    kind: 'duration',
    default: null,
    nullable: true,
    flag: 'throttled-base',
    about: 'Another base after a quota refusal (429), as the AWS SDKs have.',
  },
  {
    path: 'backoff.delaysMs',
    kind: 'durations',
    default: undefined,
    about: 'Raw delays written out in place of base and multiplier; the last one repeats.',
    when: listed,
  },
  {
    path: 'jitter',
    kind: 'jitter',
    default: 'full',
    flag: 'jitter',
    about: 'How a wait is drawn from the raw delay: none, full, equal, decorrelated, or LOW..HIGH shares of it.',
  },
  {
    path: 'maxAttempts',
    kind: 'integer',
    default: 6,
    min: 1,
    max: 1000,
    flag: 'attempts',
    about: 'Calls in all, the first one included.',
  },
  {
    path: 'refusals.countAsAttempts',
    kind: 'boolean',
    default: false,
    about: 'Whether a quota refusal uses up an attempt; by default it is a wait, not a failure.',
  },
  {
    path: 'refusals.max',
    kind: 'integer',
    default: 100,
    min: 0,
    max: 1_000_000,
    about: 'Quota refusals after which a call gives up, when they do not count as attempts.',
  },
  {
    path: 'retryAfter.honor',
    kind: 'boolean',
    default: true,
    about: 'Whether the wait that the server names is obeyed.',
  },
  {
    path: 'retryAfter.maxMs',
    kind: 'duration',
    default: 600_000,
    flag: 'retry-after-max',
    about: 'Longest server wait that is obeyed.',
  },
  {
    path: 'retryAfter.beyondMax',
    kind: 'choice',
    default: 'fail',
    choices: ['fail', 'clamp', 'backoff'],
    about:
      'What a longer server wait does: give up with the instant, wait the longest allowed, or use the own backoff.',
  },
  {
    path: 'retryAfter.spreadMs',
    kind: 'duration-or-auto',
    default: 'auto',
    about:
      'Random time added after a server wait. auto: nothing until others are seen to share the quota, then up to 10 % of the wait and 1 s.',
  },
  {
    path: 'retryOn.statuses',
    kind: 'statuses',
    default: [408, 429, '5xx'],
    about: 'Statuses that may be retried; 5xx is all of them but 501, 505 and 511, which never are.',
  },
  {
    path: 'retryOn.networkErrors',
    kind: 'boolean',
    default: true,
    about: 'Whether resets, timeouts and failed connections may be retried.',
  },
  {
    path: 'retryOn.idempotent',
    kind: 'choice',
    default: 'auto',
    choices: ['auto', 'always', 'never'],
    about:
      'Whether a call that may have happened is repeated: when its method or key makes that safe, always, or never.',
  },
  {
    path: 'attemptTimeoutMs',
    kind: 'duration',
    default: null,
    nullable: true,
    min: 1,
    about: 'Longest time one attempt may take. It never runs while a call is queued.',
  },
  {
    path: 'idleTimeoutMs',
    kind: 'duration',
    default: null,
    nullable: true,
    min: 1,
    about: 'Longest silence within a response body.',
  },
  {
    path: 'deadlineMs',
    kind: 'duration',
    default: null,
    nullable: true,
    flag: 'deadline',
    about: 'Longest time a call may take in all: queueing, attempts and waits.',
  },
  {
    path: 'maxInFlight',
    kind: 'integer',
    default: null,
    nullable: true,
    min: 1,
    max: 1_000_000,
    about: 'Most calls in flight at once per account.',
  },
  {
    path: 'initialInFlight',
    kind: 'integer',
    default: 4,
    min: 1,
    max: 1_000_000,
    about:
      'Calls in flight to a bucket of which nothing is known yet; doubles per answered round until the first refusal.',
  },
  { path: 'quotas', kind: 'quotas', default: [], about: 'Amounts per window that a bucket may use.' },
  {
    path: 'retryBudget.kind',
    kind: 'choice',
    default: 'ratio',
    choices: ['ratio', 'tokens'],
    about: 'How retries are rationed: by their ratio to requests, or by tokens that failures use up.',
  },
  {
    path: 'retryBudget.share',
    kind: 'share',
    default: 0.1,
    about: 'Retries allowed per request within the window.',
    when: ratio,
  },
  {
    path: 'retryBudget.windowMs',
    kind: 'duration',
    default: 10_000,
    min: 1,
    about: 'Time over which requests and retries are counted.',
    when: ratio,
  },
  {
    path: 'retryBudget.floorPerSecond',
    kind: 'number',
    default: 10,
    min: 0,
    max: 1_000_000,
    about: 'Retries per second allowed whatever the ratio, so that a quiet client can retry at all.',
    when: ratio,
  },
  {
    path: 'retryBudget.capacity',
    kind: 'number',
    default: 500,
    min: 1,
    max: 1_000_000_000,
    about: 'Tokens in a full budget, and at the start.',
    when: tokens,
  },
  {
    path: 'retryBudget.cost.transient',
    kind: 'number',
    default: 14,
    min: 0,
    max: 1_000_000_000,
    about: 'Tokens a retry takes after an overload or an unknown outcome.',
    when: tokens,
  },
  {
    path: 'retryBudget.cost.throttled',
    kind: 'number',
    default: 5,
    min: 0,
    max: 1_000_000_000,
    about: 'Tokens a retry takes after a quota refusal.',
    when: tokens,
  },
  {
    path: 'retryBudget.refund.firstTry',
    kind: 'number',
    default: 1,
    min: 0,
    max: 1_000_000_000,
    about: 'Tokens that a success at the first attempt returns; a retry that succeeds returns what it took.',
    when: tokens,
  },
  {
    path: 'throttle.k',
    kind: 'number',
    default: 2,
    min: 1,
    max: 1000,
    about: 'Requests sent per request accepted before the client starts to refuse its own.',
  },
  {
    path: 'throttle.windowMs',
    kind: 'duration',
    default: 120_000,
    min: 1,
    about: 'Time over which requests and accepts are counted.',
  },
  {
    path: 'throttle.maxRejectShare',
    kind: 'share',
    default: 0.9,
    about: 'Largest share refused locally, so that recovery is always noticed.',
  },
  {
    path: 'breaker.threshold',
    kind: 'integer',
    default: 5,
    min: 1,
    max: 1_000_000,
    about: 'Failures in a row that open the breaker.',
  },
  {
    path: 'breaker.resetMs',
    kind: 'duration',
    default: 30_000,
    min: 1,
    about: 'Time the breaker stays open before a trial.',
  },
  {
    path: 'breaker.halfOpenPermits',
    kind: 'integer',
    default: 1,
    min: 1,
    max: 1_000_000,
    about: 'Trials allowed at once before the breaker closes.',
  },
  {
    path: 'onGiveUp',
    kind: 'choice',
    default: 'response',
    choices: ['response', 'throw'],
    about: 'Whether a fetch that gives up hands back the last response or throws.',
  },
];

/** The fields of one entry of `quotas`. */
export const QUOTA_FIELDS: readonly Field[] = [
  { path: 'name', kind: 'name', default: undefined, about: 'A name of your own, such as requests or tokens.' },
  { path: 'amount', kind: 'amount', default: undefined, about: 'Units allowed per window, above 0.' },
  { path: 'windowMs', kind: 'duration', default: undefined, min: 1, about: 'Length of the window.' },
  {
    path: 'burst',
    kind: 'amount',
    default: null,
    about: 'Units that can be taken at once, above 0; the amount unless given.',
  },
];
