// decode(encode(state)) = state: random traffic goes through every rule book, and what the decoder reads from each answer
// must be what the server knew, in the steps in which the provider tells it.

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { decode } from '../headers/decode.js';
import type { Decoded } from '../headers/decoded.js';
import { DIALECTS } from '../headers/dialects/all.js';
import { type Answer, refusalAnswer, servedHeaders } from './answer.js';
import { RULE_BOOKS } from './books/all.js';
import { type Demand, demandOf, NO_USAGE } from './demand.js';
import { Enforcer } from './enforcer.js';
import { type InSteps, TELLINGS, type Telling } from './fixtures/tellings.js';
import { httpDate } from './formats/instants.js';
import type { RuleBook } from './rule-book.js';
import { scaled } from './scale.js';
import type { Standing } from './standing.js';

/** Bursts that exhaust a limit, and pauses long enough for it to come back. */
const traffic = fc.array(
  fc.record({
    pauseMs: fc.oneof(
      { weight: 4, arbitrary: fc.nat(300) },
      { weight: 2, arbitrary: fc.nat(20_000) },
      fc.nat(4_000_000),
    ),
    times: fc.oneof({ weight: 8, arbitrary: fc.integer({ min: 1, max: 6 }) }, fc.constant(45)),
    input: fc.nat(4000),
    output: fc.nat(9000),
    method: fc.constantFrom('GET', 'POST'),
    resource: fc.nat(10),
    isSettled: fc.boolean(),
    hasDate: fc.boolean(),
  }),
  { minLength: 1, maxLength: 25 },
);
type Step = typeof traffic extends fc.Arbitrary<(infer Each)[]> ? Each : never;

const amounts = fc.array(fc.integer({ min: 2, max: 9 }), { minLength: 10, maxLength: 10 });

/** Traffic that uses up every limit of requests, and every limit of tokens. */
const EXHAUSTING: [Step[], number[]][] = [
  [exhaust({ input: 0, output: 0 }), Array(10).fill(2)],
  [exhaust({ input: 4000, output: 9000 }), [3, 2, 2, ...Array(7).fill(9)]],
];

function exhaust(tokens: { readonly input: number; readonly output: number }): Step[] {
  const step = { pauseMs: 4_000_000, times: 45, method: 'GET', isSettled: true, hasDate: false } as const;
  return [0, 1, 2].map((resource): Step => ({ ...step, ...tokens, resource }));
}

/** Half a minute before midnight in Pacific time, on the day on which the clocks change. */
const START = Date.UTC(2026, 2, 8, 7, 59, 30, 250);

describe.each(RULE_BOOKS.map((book) => [book.id, book] as const))('%s', (id, book) => {
  const isKnown = DIALECTS.some((dialect) => dialect.id === book.dialect);

  // A rule book may come before its dialect; it is run here from the day on which the dialect is there.
  it.skipIf(!isKnown)('reads as what the server knew', () => {
    const telling = TELLINGS[id] as Telling;
    expect(telling, `${id} needs a row in fixtures/tellings.ts: what a decoder can learn from it`).toBeDefined();
    const seen = new Set<string>();
    fc.assert(
      fc.property(traffic, amounts, (steps, figures) => {
        const enforcer = new Enforcer(withAmounts(book, figures));
        let now = START;
        const found: string[] = [];
        for (const step of steps) {
          now += step.pauseMs;
          for (let time = 0; time < step.times; time++) {
            const standing = serve(enforcer, demandFor(book, step), step, now);
            for (const { name } of standing.refused?.all ?? [{ name: 'nobody' }]) seen.add(name);
            found.push(...faults(enforcer.book, telling, standing, now, step.hasDate));
          }
        }
        expect(found).toEqual([]);
      }),
      { numRuns: 30, examples: EXHAUSTING },
    );
    // Nothing is shown by traffic that is never refused.
    expect(['nobody', ...Object.keys(telling.limits)].filter((name) => !seen.has(name))).toEqual([]);
  });
});

/** What few of a limit are: some thousand tokens, some hundred ms of processor time, else as many. */
const UNITS: Readonly<Record<string, number>> = { tokens: 2500, cpu: 100 };

/** So little of every limit that each of them refuses now and then. */
function withAmounts(book: RuleBook, figures: readonly number[]): RuleBook {
  const limits = book.limits.map(({ name, limiter, cost }, index) => {
    const few = figures[index] as number;
    // Shopify's buckets of every plan leak out in 20 s.
    if (limiter.kind === 'leaky-bucket') return [name, { amount: few % 3 || 1, burst: 20 * (few % 3 || 1) }];
    return [name, { amount: few * (UNITS[cost.of] ?? 1) }];
  });
  return scaled(book, { limits: Object.fromEntries(limits) });
}

function demandFor(book: RuleBook, { method, input, output, resource }: Step): Demand {
  const resources = [...new Set(book.limits.flatMap(({ resources: counted = [] }) => counted))];
  return demandOf({
    method,
    tokens: { input, outputBounds: [output] },
    resource: resources[resource % Math.max(1, resources.length)] ?? '',
    queryCost: 1 + (input % 3),
  });
}

function serve(enforcer: Enforcer, demand: Demand, step: Step, now: number): Standing {
  const admission = enforcer.admit(demand, now);
  if (step.isSettled) {
    const { queryCost } = demand;
    const usage = { ...NO_USAGE, inputTokens: step.input, outputTokens: step.output, cpuMs: 50, queryCost };
    enforcer.settle(admission, usage, now);
  }
  return enforcer.standing(admission, 'req_1', now);
}

/** What the decoder got wrong, in words: the property expects none of it, and asks once for all of a run. */
function faults(book: RuleBook, telling: Telling, standing: Standing, now: number, hasDate: boolean): string[] {
  const answer: Answer =
    standing.refused === null
      ? { status: 200, headers: servedHeaders(book, standing), body: book.extension?.(standing) }
      : refusalAnswer(book, standing);
  // A Date has whole seconds, the one that has begun: instants then look up to a second further ahead.
  const date = [['date', httpDate.write(0, { nowMs: Math.floor(now / 1000) * 1000 })] as const];
  const headers = hasDate ? [...answer.headers, ...date] : answer.headers;
  const decoded = decode({ status: answer.status, headers, body: answer.body }, { nowMs: now, dialect: book.dialect });
  const lateMs = hasDate ? now % 1000 : 0;
  const warned = decoded.warnings.filter(({ code }) => !HARMLESS.has(code)).map(({ message }) => `warns: ${message}`);
  const about =
    standing.refused === null ? verdictFault(decoded, ['ok']) : refusalFaults(telling, standing, decoded, lateMs);
  return [...warned, ...limitFaults(telling, standing, decoded, lateMs), ...about];
}

/** Said of what a server may rightly tell. */
const HARMLESS: ReadonlySet<string> = new Set([
  'sub-window',
  'zero-delay',
  'past-date',
  'pointless-delay',
  'decimal-seconds',
]);

function limitFaults({ limits }: Telling, standing: Standing, decoded: Decoded, lateMs: number): string[] {
  return standing.limits.flatMap((known) => {
    const told = limits[known.name];
    if (told === undefined || told.isTold?.(standing) === false) return [];
    const read = decoded.limits.find(({ name }) => name === known.name);
    if (read === undefined) return [`${known.name} is not among the limits read`];
    const window =
      read.windowMs === null ? [] : same(`${known.name}, window`, read.windowMs, told.windowMs ?? known.windowMs);
    return [
      ...same(`${known.name}, limit`, read.limit, told.limit === undefined ? known.limit : told.limit),
      ...same(`${known.name}, remaining`, read.remaining, told.remaining(known, standing)),
      ...window,
      ...timeFault(`${known.name}, reset`, read.resetMs, told.reset(known, standing), lateMs),
    ];
  });
}

function refusalFaults(telling: Telling, standing: Standing, decoded: Decoded, lateMs: number): string[] {
  const { refused, waitMs } = standing;
  const refusedBy = telling.refusedBy(standing);
  const named = refusedBy === undefined ? [] : same('refusedBy', decoded.refusedBy, refusedBy);
  if (refused?.isForever === true || waitMs === null)
    return [...named, ...verdictFault(decoded, ['retry', 'never', 'backoff'])];
  const wait = telling.wait(standing);
  const time = wait === null ? [] : timeFault('hint', decoded.hintMs, wait, lateMs);
  return [...named, ...verdictFault(decoded, [telling.verdict?.(standing) ?? 'retry']), ...time];
}

function verdictFault({ verdict }: Decoded, allowed: readonly Decoded['verdict'][]): string[] {
  return allowed.includes(verdict) ? [] : [`verdict: read ${verdict} instead of ${allowed.join(' or ')}`];
}

function timeFault(what: string, read: number | null, expected: InSteps | null, lateMs: number): string[] {
  if (expected === null) return same(what, read, null);
  const { exactMs, stepMs } = expected;
  if (read !== null && read >= exactMs && read < exactMs + stepMs + lateMs) return [];
  return [`${what}: read ${read} instead of ${exactMs} in steps of ${stepMs}`];
}

function same(what: string, read: unknown, expected: unknown): string[] {
  return read === expected ? [] : [`${what}: read ${read} instead of ${expected}`];
}
