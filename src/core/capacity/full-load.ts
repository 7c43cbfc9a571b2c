import { type InputIssue, PolicyError } from '../errors.js';
import { MAX_DURATION_MS } from '../grammar/duration.js';
import type { Limit } from '../grammar/limit.js';
import { LEAST_UNITS, MOST_UNITS } from '../grammar/units.js';
import { isPlain } from '../policy/paths.js';
import { unknownKey } from '../policy/read-quotas.js';
import { type Load, NO_LOAD } from './load.js';

/**
 * The load with what is not known filled in. Throws {@link PolicyError} for anything that no reader of loads would have
 * given, listing every issue, unknown keys with the nearest known one: from plain JavaScript a load may be anything.
 * Cheap: it is asked for every answer.
 */
export function fullLoad(load: Partial<Load>): Load {
  if (!isPlain(load)) throw new PolicyError([{ field: 'load', value: load, allowed: 'a plain object' }]);
  const full: Record<string, unknown> = { ...NO_LOAD };
  const issues: InputIssue[] = [];
  for (const key of Object.keys(load)) {
    const value = load[key as keyof Load];
    const check = Object.hasOwn(CHECKS, key) ? CHECKS[key as keyof Load] : undefined;
    if (check === undefined) issues.push(unknownKey(key, key, KEYS));
    else if (value !== undefined) {
      check(value, key, issues);
      full[key] = value;
    }
  }
  if (issues.length > 0) throw new PolicyError(issues);
  return full as unknown as Load;
}

type Check = (value: unknown, field: string, issues: InputIssue[]) => void;

const CHECKS: Readonly<Record<keyof Load, Check>> = {
  success: checkSuccess,
  latencyMs: orNull(within(0, MAX_DURATION_MS, 'a number of ms, 0 or more')),
  deadlineMs: orNull(within(0, MAX_DURATION_MS, 'a number of ms, 0 or more')),
  inFlight: orNull(checkSlots),
  backlog: within(0, MOST_UNITS, `a number from 0 to ${MOST_UNITS}`),
  arrivalsPerMinute: within(0, MOST_UNITS, `a number from 0 to ${MOST_UNITS}`),
  limits: checkLimits,
  costs: checkCosts,
};

const KEYS = Object.keys(CHECKS);
const checkUnits = within(LEAST_UNITS, MOST_UNITS, `a number from ${LEAST_UNITS} to ${MOST_UNITS}`);
const checkWindow = within(1, MAX_DURATION_MS, 'a number of ms, 1 or more');

const LIMIT_CHECKS: readonly (readonly [key: keyof Limit, check: Check])[] = [
  ['name', checkName],
  ['amount', checkUnits],
  ['windowMs', checkWindow],
  ['burst', checkUnits],
  ['cost', checkUnits],
];

function within(least: number, most: number, allowed: string): Check {
  return (value, field, issues) => {
    if (!(typeof value === 'number' && value >= least && value <= most)) issues.push({ field, value, allowed });
  };
}

function orNull(check: Check): Check {
  return (value, field, issues) => {
    if (value !== null) check(value, field, issues);
  };
}

function checkSlots(value: unknown, field: string, issues: InputIssue[]): void {
  if (Number.isInteger(value) && (value as number) >= 1 && (value as number) <= MOST_UNITS) return;
  issues.push({ field, value, allowed: 'a whole number of at least 1' });
}

function checkName(value: unknown, field: string, issues: InputIssue[]): void {
  if (typeof value !== 'string' || value === '') issues.push({ field, value, allowed: 'a name such as requests' });
}

function checkSuccess(value: unknown, field: string, issues: InputIssue[]): void {
  if (value === null) return;
  const allowed = 'a share from parseShare, such as { value: 0.5, counts: null }';
  if (!isPlain(value)) {
    issues.push({ field, value, allowed });
    return;
  }
  const { value: share, counts } = value;
  if (!(typeof share === 'number' && share >= 0 && share <= 1)) {
    issues.push({ field: `${field}.value`, value: share, allowed: 'a share from 0 to 1' });
  }
  if (counts !== null && !areCounts(counts)) issues.push({ field: `${field}.counts`, value: counts, allowed: COUNTS });
}

const COUNTS = 'null, or whole numbers of successes and of trials, 1 or more, of which no more succeed';

function areCounts(counts: unknown): boolean {
  if (!isPlain(counts)) return false;
  const { successes, trials } = counts as { successes: number; trials: number };
  return (
    Number.isSafeInteger(successes) &&
    Number.isSafeInteger(trials) &&
    successes >= 0 &&
    successes <= trials &&
    trials > 0
  );
}

function checkLimits(value: unknown, field: string, issues: InputIssue[]): void {
  if (!Array.isArray(value)) {
    issues.push({ field, value, allowed: 'a list of limits, each as parseLimit gives it' });
    return;
  }
  for (const [index, limit] of value.entries()) {
    const at = `${field}[${index}]`;
    if (!isPlain(limit)) issues.push({ field: at, value: limit, allowed: 'a limit from parseLimit' });
    else for (const [key, check] of LIMIT_CHECKS) check(limit[key], `${at}.${key}`, issues);
  }
}

function checkCosts(value: unknown, field: string, issues: InputIssue[]): void {
  if (!isPlain(value)) issues.push({ field, value, allowed: 'an object such as { tokens: 2000 }' });
  else for (const [name, cost] of Object.entries(value)) checkUnits(cost, `${field}.${name}`, issues);
}
