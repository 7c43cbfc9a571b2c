// The same provider with other figures: a plan of its own, or a minute that lasts a second so that a test does not wait.

import { InputError } from '../errors.js';
import { checkLimiter } from '../limiters/check-limiter.js';
import type { LimiterSpec } from '../limiters/create-limiter.js';
import { nearest } from '../text/nearest.js';
import { checkCapacity } from './check-capacity.js';
import type { LimitRule, RuleBook } from './rule-book.js';

export interface LimitFigures {
  /** Units per window. The burst becomes the same unless it is given, too. */
  readonly amount?: number | undefined;
  readonly windowMs?: number | undefined;
  readonly burst?: number | undefined;
}

export interface Scaling {
  /** By the name of the limit, or by what a plan calls it. An optional limit that is named here is enforced. */
  readonly limits?: Readonly<Record<string, LimitFigures>> | undefined;
  /** Every amount times this; those given in `limits` stay as they are. */
  readonly amountFactor?: number | undefined;
  /** Every window times this; those given in `limits` stay as they are. */
  readonly windowFactor?: number | undefined;
}

/**
 * A rule book with other figures. Amounts are rounded to whole ones, 1 or more, and windows to whole ms.
 * Throws {@link InputError} for a limit that the book does not have, and for figures that no limiter can have.
 */
export function scaled(book: RuleBook, { limits = {}, amountFactor = 1, windowFactor = 1 }: Scaling): RuleBook {
  checkFactor(amountFactor, 'amountFactor');
  checkFactor(windowFactor, 'windowFactor');
  const given = new Map(Object.entries(limits).map(([name, figures]) => [ruleNamed(book, name), { name, figures }]));
  const rules = book.limits.map((rule): LimitRule => {
    const own = given.get(rule);
    const factored = scaleLimiter(rule.limiter, amountFactor, windowFactor);
    if (own === undefined) {
      // One that is not enforced keeps nobody from a factor.
      if (rule.isOptional !== true) checkLimiter(factored, rule.name);
      return { ...rule, limiter: factored };
    }
    const limiter = withFigures(factored, own.figures, `limits.${own.name}`);
    checkCapacity(limiter, `limits.${own.name}`);
    const { isOptional: _, ...enforced } = rule;
    return { ...enforced, limiter };
  });
  return { ...book, limits: rules };
}

/** What the limits of a book are called in flags and configurations. */
export function limitNames(book: RuleBook): string[] {
  return book.limits.map(({ name, planned }) => planned ?? name);
}

function ruleNamed(book: RuleBook, wanted: string): LimitRule {
  const rule = book.limits.find(({ name, planned }) => planned === wanted || name === wanted);
  if (rule !== undefined) return rule;
  const names = limitNames(book);
  const close = nearest(wanted, names);
  const hint = close === null ? {} : { hint: `did you mean ${close}?` };
  throw new InputError({
    field: 'limits',
    value: wanted,
    allowed: `a limit of ${book.title}: ${names.join(', ')}`,
    ...hint,
  });
}

function checkFactor(value: unknown, field: string): void {
  if (typeof value === 'number' && value >= 1e-6 && value <= 1e6) return;
  throw new InputError({ field, value, allowed: 'a number from 0.000001 to 1000000' });
}

function scaleLimiter(spec: LimiterSpec, amountFactor: number, windowFactor: number): LimiterSpec {
  const amountOf = (amount: number) => (amountFactor === 1 ? amount : Math.max(1, Math.round(amount * amountFactor)));
  const scaledAmount = { ...spec, amount: amountOf(spec.amount) };
  if (scaledAmount.kind === 'concurrency' || spec.kind === 'concurrency') return scaledAmount;
  const windowMs = windowFactor === 1 ? spec.windowMs : wholeWindow(spec.windowMs * windowFactor, spec);
  const windowed = { ...scaledAmount, windowMs } as Exclude<LimiterSpec, { kind: 'concurrency' }>;
  if (windowed.kind === 'leaky-bucket') return { ...windowed, size: amountOf(windowed.size) };
  if ('burst' in windowed && windowed.burst !== undefined) return { ...windowed, burst: amountOf(windowed.burst) };
  return windowFactor === 1 ? windowed : unhitched(windowed);
}

/** Whole ms, and whole parts where there are parts. */
function wholeWindow(ms: number, spec: LimiterSpec): number {
  const parts = spec.kind === 'sub-windows' ? spec.parts : 1;
  return Math.max(1, Math.round(ms / parts)) * parts;
}

/** A day that lasts another time than a day has no hour at which it ends; it begins with its first use. */
function unhitched(spec: LimiterSpec): LimiterSpec {
  return spec.kind === 'fixed-window' && typeof spec.opens === 'object' ? { ...spec, opens: 'first-use' } : spec;
}

function withFigures(spec: LimiterSpec, { amount, windowMs, burst }: LimitFigures, field: string): LimiterSpec {
  let result: LimiterSpec = spec;
  if (amount !== undefined) result = { ...result, amount } as LimiterSpec;
  if (windowMs !== undefined) {
    if (spec.kind === 'concurrency') refuse(`${field}.windowMs`, windowMs, 'no window: requests in progress have none');
    // Flags give the window with the amount, and a day that is still a day keeps its hour.
    if (windowMs !== spec.windowMs) result = unhitched({ ...result, windowMs } as LimiterSpec);
  }
  if (burst !== undefined) {
    if (spec.kind === 'leaky-bucket') result = { ...result, size: burst } as LimiterSpec;
    else if (spec.kind === 'token-bucket' || spec.kind === 'gcra') result = { ...result, burst } as LimiterSpec;
    else refuse(`${field}.burst`, burst, `no burst: a ${spec.kind} has none`);
  } else if (amount !== undefined && 'burst' in result) {
    const { burst: _, ...whole } = result;
    result = whole as LimiterSpec;
  }
  checkLimiter(result, field);
  return result;
}

function refuse(field: string, value: unknown, allowed: string): never {
  throw new InputError({ field, value, allowed });
}
