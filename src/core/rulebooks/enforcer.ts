// A rule book at work: who may pass, what is taken, and what there is to say about it. Told the time, and pure otherwise.

import { capacityOf, createLimiter, type Limiter } from '../limiters/create-limiter.js';
import { NO_TIME_KNOWN } from '../limiters/limiter.js';
import { type Cost, costOf, usedOf } from './cost.js';
import type { Demand, Usage } from './demand.js';
import type { LimitRule, RuleBook } from './rule-book.js';
import type { LimitStanding, Refused, Standing } from './standing.js';

/** A request that was let in, until it is settled. */
export interface Admission {
  readonly demand: Demand;
  /** Null when it was let in. */
  readonly refused: Refused | null;
  /** How long the request would have to wait if nobody else came: whole ms; null when nobody can tell, or never. */
  readonly waitMs: number | null;
  readonly holdings: readonly Holding[];
}

/** What a request has taken of one limit. */
interface Holding {
  readonly rule: LimitRule;
  readonly limiter: Limiter;
  readonly charged: number;
  readonly chargedAt: number;
}

/** The number of allowances kept; beyond it those that are whole are forgotten, since they would be made anew the same. */
const MOST_LIMITERS = 10_000;

export class Enforcer {
  readonly book: RuleBook;
  private readonly limiters = new Map<string, Limiter>();

  constructor(book: RuleBook) {
    this.book = book;
  }

  /** The number of allowances that are kept. */
  get size(): number {
    return this.limiters.size;
  }

  /** Takes what the request costs of every limit that counts it, or of none. `now` in whole ms. */
  admit(demand: Demand, now: number): Admission {
    const asked = this.rulesFor(demand).map((rule) => ask(rule, this.limiterOf(rule, demand, now), demand, now));
    const refusing = asked.filter(({ wait }) => wait !== 0);
    if (refusing.length > 0) return refusal(demand, refusing, now);
    return { demand, refused: null, waitMs: null, holdings: asked.map((each) => hold(each, now)) };
  }

  /** Corrects what was taken once the use is known, and ends what was held while it lasted. Once per request. */
  settle({ holdings }: Admission, usage: Usage, now: number): void {
    for (const { rule, limiter, charged, chargedAt } of holdings) {
      const used = usedOf(rule.cost, usage);
      if (used !== null) limiter.settle(charged, used, chargedAt, now);
    }
  }

  /** What there is to say to a request, let in or not. `nowMs` is the wall clock that the answer goes by. */
  standing({ demand, refused, waitMs }: Admission, requestId: string, now: number, nowMs = now): Standing {
    const limits = this.rulesFor(demand)
      .filter(({ isHidden }) => isHidden !== true)
      .map((rule) => standing(rule, this.limiterOf(rule, demand, now), now));
    return { nowMs, requestId, demand, limits, refused, waitMs };
  }

  private rulesFor({ resource }: Demand): LimitRule[] {
    return this.book.limits.filter(
      ({ isOptional, resources }) => isOptional !== true && (resources === undefined || resources.includes(resource)),
    );
  }

  private limiterOf(rule: LimitRule, demand: Demand, now: number): Limiter {
    const { account, model, resource, route } = demand;
    const within = { account: '', model, resource, route }[rule.per];
    const key = `${rule.name}\n${account}\n${within}`;
    const known = this.limiters.get(key);
    if (known !== undefined) return known;
    if (this.limiters.size >= MOST_LIMITERS) this.forgetWhole(now);
    const made = createLimiter(rule.limiter, now, rule.name);
    this.limiters.set(key, made);
    return made;
  }

  /** Looks at a few of the oldest; those still in use are moved to the end, so that each gets its turn. */
  private forgetWhole(now: number): void {
    let looks = 8;
    for (const [key, limiter] of this.limiters) {
      if (looks-- === 0) return;
      this.limiters.delete(key);
      if (limiter.resetMs(now) === 0) continue;
      // More accounts than this at once are no test of anything: memory comes first.
      if (this.limiters.size < 2 * MOST_LIMITERS - 1) this.limiters.set(key, limiter);
    }
  }
}

interface Asked {
  readonly rule: LimitRule;
  readonly limiter: Limiter;
  readonly cost: Cost;
  readonly wait: number;
}

function ask(rule: LimitRule, limiter: Limiter, demand: Demand, now: number): Asked {
  const cost = costOf(rule.cost, demand, capacityOf(rule.limiter));
  return { rule, limiter, cost, wait: limiter.waitMs(cost.asked, now) };
}

function hold({ rule, limiter, cost: { charged } }: Asked, now: number): Holding {
  limiter.charge(charged, now);
  return { rule, limiter, charged, chargedAt: now };
}

/** The longest wait counts, since whoever waits less is refused again; one without an end known comes last. */
function refusal(demand: Demand, refusing: readonly Asked[], now: number): Admission {
  const longest = refusing.reduce((found, each) => (each.wait > found.wait ? each : found));
  const standings = refusing.map(({ rule, limiter }) => standing(rule, limiter, now));
  const { wait, cost } = longest;
  return {
    demand,
    refused: {
      by: standings[refusing.indexOf(longest)] as LimitStanding,
      all: standings,
      requested: cost.asked,
      isForever: wait === Infinity,
    },
    waitMs: wait === Infinity || wait === NO_TIME_KNOWN ? null : wait,
    holdings: [],
  };
}

function standing({ name }: LimitRule, limiter: Limiter, now: number): LimitStanding {
  const { spec } = limiter;
  const limit = spec.kind === 'leaky-bucket' ? spec.size : spec.amount;
  const remaining = limiter.remaining(now);
  const more = Math.floor(remaining) + 1;
  const nextMs = more > limit || spec.kind === 'concurrency' ? 0 : limiter.waitMs(Math.max(1, more), now);
  const windowMs = spec.kind === 'concurrency' ? null : spec.windowMs;
  return {
    name,
    limit,
    perWindow: spec.amount,
    remaining,
    resetMs: Math.max(0, limiter.resetMs(now)),
    nextMs,
    windowMs,
  };
}
