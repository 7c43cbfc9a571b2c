// A rule book at work: who may pass, what is taken, and what there is to say about it. Told the time, and pure otherwise.

import { capacityOf, createLimiter, type Limiter } from '../limiters/create-limiter.js';
import { costOf, usedOf } from './cost.js';
import type { Demand, Usage } from './demand.js';
import { type Refusing, refusalOf } from './refusal-of.js';
import { Rotation } from './rotation.js';
import type { LimitRule, RuleBook } from './rule-book.js';
import type { LimitStanding, Refused, Standing } from './standing.js';
import { standingOf } from './standing-of.js';

/** A request that was let in, until it is settled. */
export interface Admission {
  readonly demand: Demand;
  /** Null when it was let in. */
  readonly refused: Refused | null;
  /** How long the request would have to wait if nobody else came: whole ms; null when nobody can tell, or never. */
  readonly waitMs: number | null;
  readonly holdings: readonly Holding[];
  /** The allowances that it counts against; looked up where they are not given. */
  readonly counters?: readonly Counter[];
}

/** An allowance that a request counts against. */
export interface Counter {
  readonly rule: LimitRule;
  /** Its own name among all allowances of the server. */
  readonly bucket: string;
  readonly limiter: Limiter;
  /** The most that can be taken of it at once. */
  readonly capacity: number;
}

/** What a request has taken of one limit. */
interface Holding {
  readonly rule: LimitRule;
  readonly limiter: Limiter;
  charged: number;
  readonly chargedAt: number;
}

/** The number of allowances kept; beyond it those that are whole are forgotten, since they would be made anew the same. */
const MOST_LIMITERS = 10_000;

export class Enforcer {
  readonly book: RuleBook;
  private readonly counters = new Map<string, Counter>();
  private readonly rotation = new Rotation(this.counters);
  private readonly kinds = new Map<string, EndpointKind>();
  private readonly others: Others | null;

  /** `othersShare` of every rate goes to other tenants, evenly, and never more than is there. */
  constructor(book: RuleBook, othersShare = 0) {
    this.book = book;
    this.others = othersShare > 0 ? { share: othersShare, servedAt: new WeakMap() } : null;
  }

  /** The number of allowances that are kept. */
  get size(): number {
    return this.counters.size;
  }

  /** Takes what the request costs of every limit that counts it, or of none. `now` in whole ms. */
  admit(demand: Demand, now: number, counters = this.countersOf(demand, now)): Admission {
    const holdings: Holding[] = [];
    const refusing: Refusing[] = [];
    for (const { rule, limiter, capacity } of counters) {
      const { asked, charged } = costOf(rule.cost, demand, capacity);
      const waitMs = limiter.waitMs(asked, now);
      if (waitMs === 0) holdings.push({ rule, limiter, charged, chargedAt: now });
      else refusing.push({ rule, limiter, asked, waitMs });
    }
    if (refusing.length > 0) return { demand, ...refusalOf(refusing, now), holdings: [], counters };
    for (const { limiter, charged } of holdings) limiter.charge(charged, now);
    return { demand, refused: null, waitMs: null, holdings, counters };
  }

  /** The allowances that a request counts against, in the order of the book. */
  countersOf(demand: Demand, now: number): readonly Counter[] {
    const kind = this.kindOf(demand.resource);
    const key = keyOf(kind, demand);
    const known = kind.lists.get(key);
    if (known !== undefined) {
      if (this.others !== null) for (const { limiter } of known) serveOthers(this.others, limiter, now);
      return known;
    }
    // Only while nothing of it is forgotten on the way: a list must not keep what is made anew for others.
    const isKept = Math.max(this.counters.size + kind.rules.length, kind.lists.size) < MOST_LIMITERS;
    const found = kind.rules.map((rule) => this.counterOf(rule, bucketOf(rule, demand), now));
    if (isKept) kind.lists.set(key, found);
    return found;
  }

  /** Charges the output so far, all of it, of what counts as it is produced. Not needed: `settle` charges the rest. */
  produce({ holdings }: Admission, outputTokens: number, now: number): void {
    for (const holding of holdings) {
      const { cost } = holding.rule;
      if (cost.of !== 'tokens' || cost.taken !== 'nothing' || cost.counts === 'input') continue;
      holding.limiter.charge(outputTokens - holding.charged, now);
      holding.charged = outputTokens;
    }
  }

  /** Corrects what was taken once the use is known, and ends what was held while it lasted. Once per request. */
  settle({ holdings }: Admission, usage: Usage, now: number): void {
    for (const { rule, limiter, charged, chargedAt } of holdings) {
      const used = usedOf(rule.cost, usage);
      if (used !== null) limiter.settle(charged, used, chargedAt, now);
    }
  }

  /** What there is to say to a request, let in or not. `nowMs` is the wall clock that the answer goes by. */
  standing({ demand, refused, waitMs, counters }: Admission, requestId: string, now: number, nowMs = now): Standing {
    const limits: LimitStanding[] = [];
    for (const { rule, limiter } of counters ?? this.countersOf(demand, now)) {
      if (this.others !== null) serveOthers(this.others, limiter, now);
      if (rule.isHidden !== true) limits.push(standingOf(rule, limiter, now));
    }
    return { nowMs, requestId, demand, limits, refused, waitMs };
  }

  /** Worked out once for each kind of endpoint. */
  private kindOf(resource: string): EndpointKind {
    const known = this.kinds.get(resource);
    if (known !== undefined) return known;
    const rules = this.book.limits.filter(
      ({ isOptional, resources }) => isOptional !== true && (resources === undefined || resources.includes(resource)),
    );
    const pers = new Set(rules.map(({ per }) => per));
    const made = { rules, isByModel: pers.has('model'), isByRoute: pers.has('route'), lists: new Map() };
    this.kinds.set(resource, made);
    return made;
  }

  private counterOf(rule: LimitRule, bucket: string, now: number): Counter {
    const known = this.counters.get(bucket);
    if (known !== undefined) {
      if (this.others !== null) serveOthers(this.others, known.limiter, now);
      return known;
    }
    if (this.counters.size >= MOST_LIMITERS) this.forgetWhole(now);
    const limiter = createLimiter(rule.limiter, now, rule.name);
    this.others?.servedAt.set(limiter, now);
    const made = { rule, bucket, limiter, capacity: capacityOf(rule.limiter) };
    this.counters.set(bucket, made);
    return made;
  }

  /** Looks at a few at a time, each in its turn. */
  private forgetWhole(now: number): void {
    for (const { lists } of this.kinds.values()) lists.clear();
    for (let looks = 0; looks < 8; looks++) {
      const entry = this.rotation.next();
      if (entry === null) return;
      const [key, { limiter }] = entry;
      // More accounts than this at once are no test of anything: memory comes first.
      if (limiter.resetMs(now) === 0 || this.counters.size >= 2 * MOST_LIMITERS) this.counters.delete(key);
    }
  }
}

/** Endpoints that the same rules count. */
interface EndpointKind {
  readonly rules: readonly LimitRule[];
  readonly isByModel: boolean;
  readonly isByRoute: boolean;
  /** Of those who have been here, so that one text is looked up and not one for each rule. */
  readonly lists: Map<string, readonly Counter[]>;
}

function keyOf({ isByModel, isByRoute }: EndpointKind, { account, model, route }: Demand): string {
  if (isByModel) return isByRoute ? `${account}\n${model.length}\n${model}${route}` : `${account}\n${model}`;
  return isByRoute ? `${account}\n${route}` : account;
}

/** Tenants who share the allowances and of whom no request is seen. */
interface Others {
  readonly share: number;
  readonly servedAt: WeakMap<Limiter, number>;
}

function serveOthers({ share, servedAt }: Others, limiter: Limiter, now: number): void {
  const { spec } = limiter;
  const elapsedMs = now - (servedAt.get(limiter) ?? now);
  if (elapsedMs <= 0 || spec.kind === 'concurrency') return;
  servedAt.set(limiter, now);
  const left = limiter.remaining(now);
  if (left > 0) limiter.charge(Math.min(left, (share * spec.amount * elapsedMs) / spec.windowMs), now);
}

function bucketOf({ name, per }: LimitRule, { account, model, resource, route }: Demand): string {
  const within = per === 'account' ? '' : per === 'model' ? model : per === 'resource' ? resource : route;
  return `${name}\n${account}\n${within}`;
}
