// From flags and a script to the options of an emulator.

import { LOAD_FIELDS } from '../../core/capacity/load-fields.js';
import { readDuration, readLimit } from '../../core/capacity/read-load-field.js';
import { InputError, type InputIssue, PolicyError } from '../../core/errors.js';
import { parseShare } from '../../core/grammar/share.js';
import { parseUnits } from '../../core/grammar/units.js';
import type { FlagValues } from '../../core/policy/flag.js';
import {
  CUSTOM_FIELDS,
  CUSTOM_HINTS,
  type CustomLimit,
  customRuleBook,
  type LimitFigures,
  limitNames,
  RULE_BOOKS,
  type RuleBook,
} from '../../core/rulebooks/index.js';
import { nearest } from '../../core/text/nearest.js';
import { type ConditionSwitch, type EmulatorOptions, type EmulatorScript, readScript } from '../../emulator/index.js';
import { conditionOf } from '../../emulator/settings.js';
import type { Io } from '../io.js';
import { parseJson } from './parse-json.js';
import { nameOfInput, readText } from './read-text.js';

const MAX_BYTES = 1024 * 1024;

/** How long an answer may be on its way over a socket: who sends within it of a refusal could not know of it. */
const FLIGHT_MS = 10;

/** One limit as a flag gives it. */
interface GivenLimit extends LimitFigures {
  readonly name: string;
  readonly amount: number;
  /** Undefined for one of requests in progress. */
  readonly windowMs: number | undefined;
  readonly burst: number | undefined;
  readonly flag: string;
  /** As it was given to the flag. */
  readonly given: unknown;
}

/** Flags beat the script. Throws `UsageError`, `InputError` or `PolicyError` for what cannot be used. */
export async function emulatorOptions(provider: string, flags: FlagValues, io: Io): Promise<EmulatorOptions> {
  const known = provider === 'custom' ? null : knownBook(provider, flags);
  const limits = limitsOf(flags, known);
  const script = await scriptOf(flags.script, io);
  const rules = known ?? customBook(limits, flags);
  if (known !== null) for (const limit of limits) checkName(limit, known);
  const figures =
    provider === 'custom'
      ? []
      : limits.map(({ name, amount, windowMs, burst }) => [name, { amount, windowMs, burst }] as const);
  return {
    flightMs: FLIGHT_MS,
    ...script,
    ...(figures.length === 0 ? {} : { limits: { ...script.limits, ...Object.fromEntries(figures) } }),
    ...single(flags, 'seed', 'seed', readSeed),
    ...single(flags, 'latency', 'latencyMs', (text, flag) => readDuration(text, flag) ?? 0),
    ...single(flags, 'others', 'othersShare', (text, flag) => parseShare(text, flag).value),
    ...single(flags, 'window-factor', 'windowFactor', readFactor),
    conditions: [...conditionsOf(flags, rules), ...(script.conditions ?? [])],
    rules,
  };
}

function single<T>(
  flags: FlagValues,
  name: string,
  field: keyof EmulatorScript,
  read: (text: string, flag: string) => T,
): Partial<Record<string, T>> {
  const text = flags[name];
  return typeof text === 'string' ? { [field]: read(text, `--${name}`) } : {};
}

function readSeed(text: string, field: string): number {
  const seed = /^\d{1,10}$/.test(text) ? Number(text) : Number.NaN;
  if (seed < 2 ** 32) return seed;
  throw new InputError({ field, value: text, allowed: 'a whole number from 0 to 4294967295' });
}

function readFactor(text: string, field: string): number {
  const factor = /^(?:\d+(?:\.\d+)?|\.\d+)$/.test(text) ? Number(text) : Number.NaN;
  if (factor >= 1e-6 && factor <= 1e6) return factor;
  throw new InputError({ field, value: text, allowed: 'a number from 0.000001 to 1000000' });
}

async function scriptOf(path: FlagValues[string], io: Io): Promise<EmulatorScript> {
  if (typeof path !== 'string') return {};
  const name = nameOfInput(path);
  const document = parseJson(await readText(io, path, '--script', MAX_BYTES), name);
  try {
    return readScript(document);
  } catch (error) {
    if (!(error instanceof PolicyError)) throw error;
    const named = ({ field, ...issue }: InputIssue): InputIssue => ({
      ...issue,
      field: field === '' ? name : `${name}: ${field}`,
    });
    throw new PolicyError(error.issues.map(named));
  }
}

/** Shorthands in the order of the table, then `--limit` in the order given. `book` is null for a server of one's own. */
function limitsOf(flags: FlagValues, book: RuleBook | null): GivenLimit[] {
  const limits = LOAD_FIELDS.flatMap(({ flag, kind, limit }): GivenLimit[] => {
    const value = flag === null ? undefined : flags[flag];
    if (value === undefined || flag === null) return [];
    if (kind === 'limits') return (value as readonly string[]).map((text) => writtenOut(text, book));
    if (limit === undefined) return [];
    return [{ ...limit, amount: parseUnits(value, `--${flag}`), burst: undefined, flag: `--${flag}`, given: value }];
  });
  const names = limits.map(({ name }) => name);
  const twice = limits.find(({ name }, index) => names.indexOf(name) < index);
  if (twice === undefined) return limits;
  throw new InputError({ field: twice.flag, value: twice.given, allowed: `${twice.name} once` });
}

function writtenOut(text: string, book: RuleBook | null): GivenLimit {
  const [, slots = '', count = ''] = /^([^=]*)=([^/@+]*)$/.exec(text) ?? [];
  const rule = book?.limits.find(({ name, planned }) => name === slots || planned === slots);
  if (rule?.limiter.kind === 'concurrency') {
    const amount = parseUnits(count, '--limit');
    return { name: slots, amount, windowMs: undefined, burst: undefined, flag: '--limit', given: text };
  }
  const { name, amount, windowMs, burst, cost } = readLimit(text, '--limit');
  if (cost !== null) {
    const allowed = 'NAME=AMOUNT/WINDOW[+BURST]: what a request costs, the provider says';
    throw new InputError({ field: '--limit', value: text, allowed });
  }
  return { name, amount, windowMs, burst: text.includes('+') ? burst : undefined, flag: '--limit', given: text };
}

function checkName({ name, flag, given }: GivenLimit, book: RuleBook): void {
  if (book.limits.some((rule) => rule.name === name || rule.planned === name)) return;
  const names = limitNames(book);
  if (flag !== '--limit') {
    const flags = LOAD_FIELDS.filter(({ limit }) => names.includes(limit?.name ?? '')).map(
      (field) => `--${field.flag}`,
    );
    const allowed = `a limit that ${book.title} has: ${[...flags, '--limit with its name'].join(', ')}`;
    throw new InputError({ field: flag, value: given, allowed });
  }
  const close = nearest(name, names);
  const hint = close === null ? {} : { hint: `did you mean ${close}?` };
  throw new InputError({ field: flag, value: name, allowed: `a limit of ${book.title}: ${names.join(', ')}`, ...hint });
}

function knownBook(provider: string, flags: FlagValues): RuleBook {
  for (const name of ['fields', 'hint']) {
    if (flags[name] === undefined) continue;
    throw new InputError({ field: `--${name}`, value: flags[name], allowed: 'it with custom only' });
  }
  const book = RULE_BOOKS.find(({ id }) => id === provider);
  if (book !== undefined) return book;
  const known = [...RULE_BOOKS.map(({ id }) => id), 'custom'];
  const close = nearest(provider, known);
  const hint = close === null ? {} : { hint: `did you mean ${close}?` };
  throw new InputError({ field: 'PROVIDER', value: provider, allowed: `one of ${known.join(', ')}`, ...hint });
}

/** Buckets that fill evenly, told in one of the usual ways. */
function customBook(limits: readonly GivenLimit[], flags: FlagValues): RuleBook {
  if (limits.length === 0) {
    const allowed = 'one or more for custom, such as --limit requests=20/s+20 or --rpm 60';
    throw new InputError({ field: '--limit', value: undefined, allowed });
  }
  return customRuleBook({
    limits: limits.map(({ name, amount, windowMs: given, burst }): CustomLimit => {
      // Only a provider that is known has a limit without one.
      const windowMs = given as number;
      const limiter = { kind: 'token-bucket', amount, windowMs, ...(burst === undefined ? {} : { burst }) } as const;
      return { name, limiter, cost: COSTS.find((cost) => cost === name) };
    }),
    fields: choiceOf(flags.fields, CUSTOM_FIELDS, '--fields'),
    hint: choiceOf(flags.hint, CUSTOM_HINTS, '--hint'),
  });
}

const COSTS = ['inputTokens', 'outputTokens', 'tokens'] as const;

function choiceOf<const T extends string>(
  value: FlagValues[string],
  known: readonly T[],
  field: string,
): T | undefined {
  if (value === undefined) return undefined;
  const found = known.find((each) => each === value);
  if (found === undefined) throw new InputError({ field, value, allowed: known.join(', ') });
  return found;
}

/** `--overload SHARE`, and `--condition ID[=SHARE]` as often as wanted. */
function conditionsOf({ overload, condition = [] }: FlagValues, book: RuleBook): ConditionSwitch[] {
  const first = typeof overload === 'string' ? [switchOf(book, 'overload', overload, '--overload')] : [];
  const rest = (condition as readonly string[]).map((text) => {
    const equals = text.indexOf('=');
    const id = equals === -1 ? text : text.slice(0, equals);
    return switchOf(book, id, equals === -1 ? '1' : text.slice(equals + 1), '--condition');
  });
  return [...first, ...rest];
}

function switchOf(book: RuleBook, id: string, share: string, flag: string): ConditionSwitch {
  return { condition: conditionOf(book, id, flag).id, when: { share: parseShare(share, flag).value } };
}
