/**
 * The one table of load fields, as `FIELDS` is for the policy: flags, links, the `load` of a policy file and the
 * reference page are read from it.
 */
export interface LoadField {
  /** Key in the `load` of a policy file; null where only a flag or link has it. */
  readonly path: string | null;
  /** Flag without the dashes; also the key in a link. Null where only a file has it. */
  readonly flag: string | null;
  readonly kind: LoadFieldKind;
  /** For a shorthand: the limit it gives. */
  readonly limit?: LimitShorthand;
  /** For a cost: the limits that take it. */
  readonly costOf?: readonly string[];
  /** One sentence: what it is, in which unit. */
  readonly about: string;
}

export type LoadFieldKind =
  /** A share from 0 to 1, also as counts such as `37/50`. */
  | 'measured-share'
  /** Milliseconds, or a text such as `1.5s`, or `none`. */
  | 'duration'
  /** A whole number of at least 1. */
  | 'slots'
  /** A number of at least 0, also as `200k`. */
  | 'count'
  /** An amount per window, such as `20/min`; 0 is allowed. */
  | 'rate'
  /** Limits as `NAME=AMOUNT/WINDOW[@COST][+BURST]` or as objects; a flag may be repeated. */
  | 'limits'
  /** Units of one attempt by limit name. */
  | 'costs'
  /** An amount above 0 per minute or per day, which makes a limit. */
  | 'limit'
  /** Units that one attempt takes, above 0. */
  | 'cost';

export interface LimitShorthand {
  readonly name: string;
  readonly windowMs: number;
}

const MINUTE_MS = 60_000;
const DAY_MS = 86_400_000;

/** Every field of a load, in the order in which flags, forms and documents have them. */
export const LOAD_FIELDS: readonly LoadField[] = [
  {
    path: 'success',
    flag: 'success',
    kind: 'measured-share',
    about: 'Chance that one attempt succeeds; counts such as 37/50 also say how sure that is.',
  },
  { path: 'latencyMs', flag: 'latency', kind: 'duration', about: 'Time that one attempt takes.' },
  { path: 'deadlineMs', flag: 'deadline', kind: 'duration', about: 'Time within which the caller needs the answer.' },
  { path: 'inFlight', flag: 'in-flight', kind: 'slots', about: 'Attempts planned in flight at once.' },
  { path: 'backlog', flag: 'backlog', kind: 'count', about: 'Requests waiting to be worked off.' },
  { path: 'arrivalsPerMinute', flag: null, kind: 'count', about: 'New requests per minute, as a plain number.' },
  { path: 'arrivals', flag: 'arrivals', kind: 'rate', about: 'New requests per window, such as 20/min.' },
  shorthand('rpm', 'requests', MINUTE_MS, 'Requests allowed per minute.'),
  shorthand('tpm', 'tokens', MINUTE_MS, 'Tokens allowed per minute, input and output together.'),
  shorthand('itpm', 'inputTokens', MINUTE_MS, 'Input tokens allowed per minute.'),
  shorthand('otpm', 'outputTokens', MINUTE_MS, 'Output tokens allowed per minute.'),
  shorthand('rpd', 'requestsPerDay', DAY_MS, 'Requests allowed per day.'),
  shorthand('tpd', 'tokensPerDay', DAY_MS, 'Tokens allowed per day, input and output together.'),
  shorthand('ipm', 'images', MINUTE_MS, 'Images allowed per minute.'),
  cost('tokens', ['tokens', 'tokensPerDay', 'projectTokens'], 'Tokens that one attempt takes.'),
  cost('input-tokens', ['inputTokens'], 'Input tokens that one attempt takes.'),
  cost('output-tokens', ['outputTokens'], 'Output tokens that one attempt takes.'),
  cost('images', ['images'], 'Images that one attempt asks for.'),
  {
    path: 'limits',
    flag: 'limit',
    kind: 'limits',
    about: 'A limit, NAME=AMOUNT/WINDOW[@COST][+BURST]; one attempt costs 1 and the burst is the amount unless given.',
  },
  { path: 'costs', flag: null, kind: 'costs', about: 'Units that one attempt takes of a quota, by its name.' },
];

function shorthand(flag: string, name: string, windowMs: number, about: string): LoadField {
  return { path: null, flag, kind: 'limit', limit: { name, windowMs }, about };
}

function cost(flag: string, costOf: readonly string[], about: string): LoadField {
  return { path: null, flag, kind: 'cost', costOf, about };
}
