import { InputError, type InputIssue, PolicyError } from '../errors.js';
import type { Limit } from '../grammar/limit.js';
import { parseUnits } from '../grammar/units.js';
import { type Costs, costFor, missingCost } from './costs.js';
import type { Load } from './load.js';
import type { LoadField, LoadFieldKind } from './load-fields.js';
import {
  type LimitDraft,
  readCosts,
  readCount,
  readDuration,
  readLimit,
  readRatePerMinute,
  readSlots,
  readSuccess,
} from './read-load-field.js';

/** What was read so far, and what was wrong with it. */
export interface LoadDraft {
  readonly fields: Record<string, unknown>;
  readonly limits: { readonly limit: LimitDraft; readonly from: string; readonly shorthand: boolean }[];
  readonly costs: Record<string, number>;
  readonly issues: InputIssue[];
}

/** A draft with nothing in it. */
export function emptyDraft(): LoadDraft {
  return { fields: {}, limits: [], costs: {}, issues: [] };
}

/** Reads one value of a field into the draft; what is wrong with it becomes an issue. `name` is what messages call it. */
export function readIntoDraft(draft: LoadDraft, field: LoadField, value: unknown, name: string): void {
  collect(draft, () => READ[field.kind](draft, field, value, name));
}

/** How each kind of field is read into the draft. */
const READ: Record<LoadFieldKind, (draft: LoadDraft, field: LoadField, value: unknown, name: string) => void> = {
  'measured-share': (draft, field, value, name) => set(draft, field, readSuccess(value, name)),
  duration: (draft, field, value, name) => set(draft, field, readDuration(value, name)),
  slots: (draft, field, value, name) => set(draft, field, readSlots(value, name)),
  count: (draft, field, value, name) => set(draft, field, readCount(value, name)),
  rate: (draft, _, value, name) => {
    draft.fields.arrivalsPerMinute = readRatePerMinute(value, name);
  },
  limit: (draft, field, value, name) => {
    const { name: limit, windowMs } = field.limit as NonNullable<LoadField['limit']>;
    const amount = parseUnits(value, name);
    draft.limits.push({
      limit: { name: limit, amount, windowMs, burst: amount, cost: null },
      from: name,
      shorthand: true,
    });
  },
  cost: (draft, field, value, name) => {
    const cost = parseUnits(value, name);
    for (const limit of field.costOf ?? []) draft.costs[limit] = cost;
  },
  costs: (draft, _, value, name) => {
    Object.assign(draft.costs, readCosts(value, name));
  },
  limits: (draft, _, value, name) => {
    // A flag may be given once or more often; each of its limits is still called by the flag.
    const isFlag = name.startsWith('--');
    if (!isFlag && !Array.isArray(value)) throw new InputError({ field: name, value, allowed: 'a list of limits' });
    for (const [index, each] of (Array.isArray(value) ? value : [value]).entries()) {
      const from = isFlag ? name : `${name}[${index}]`;
      collect(draft, () => draft.limits.push({ limit: readLimit(each, from), from, shorthand: false }));
    }
  },
};

function set(draft: LoadDraft, field: LoadField, value: unknown): void {
  draft.fields[field.path as string] = value;
}

function collect(draft: LoadDraft, read: () => void): void {
  try {
    read();
  } catch (error) {
    if (!(error instanceof InputError)) throw error;
    draft.issues.push(error.issue);
  }
}

/**
 * The load of a draft laid over `base`: fields that were read take the place of the base's, limits of all its limits, and
 * costs those of limits with that name. Throws {@link PolicyError} listing every issue.
 */
export function finishDraft({ fields, limits, costs, issues }: LoadDraft, base: Load): Load {
  const allCosts: Costs = { ...base.costs, ...costs };
  for (const [index, { limit, from, shorthand }] of limits.entries()) {
    if (limits.findIndex((other) => other.limit.name === limit.name) !== index) {
      issues.push({ field: from, value: limit.name, allowed: 'a name that no other limit has' });
    }
    // Only shorthands are sure to count tokens; a limit written out says its cost or takes 1, as its grammar promises.
    const missing = shorthand ? missingCost(limit.name, allCosts) : null;
    // Once is enough: two limits may lack the same cost, and a cost that was given wrong has been refused already.
    if (missing !== null && !issues.some(({ field }) => field === missing.field)) issues.push(missing);
  }
  if (issues.length > 0) throw new PolicyError(issues);
  const own = limits.map(({ limit }): Limit => ({ ...limit, cost: limit.cost ?? costFor(limit.name, allCosts) ?? 1 }));
  const inherited = base.limits.map((limit) => ({ ...limit, cost: costFor(limit.name, costs) ?? limit.cost }));
  return { ...base, ...fields, limits: own.length > 0 ? own : inherited, costs: allCosts };
}
