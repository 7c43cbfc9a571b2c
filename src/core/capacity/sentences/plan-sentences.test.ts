import { describe, expect, it } from 'vitest';
import { parsePolicy } from '../../policy/parse-policy.js';
import type { PolicyInput } from '../../policy/policy.js';
import { loadFromFlags } from '../load-flags.js';
import { planOf } from '../plan.js';
import type { PlanReport } from '../report.js';
import { PLAN_SENTENCE_IDS } from './plan-sentences.js';

/** Base 1 s, ×2, 5 attempts, full jitter against 1 000 requests and 200 000 tokens per minute. */
const worked = parsePolicy({ backoff: { baseMs: 1000, capMs: null }, maxAttempts: 5 });
const workedLoad = loadFromFlags({
  success: '0.5',
  latency: '4s',
  rpm: '1000',
  tpm: '200k',
  tokens: '2000',
  'in-flight': '8',
  backlog: '5,000',
  arrivals: '20/min',
});

const said = (plan: PlanReport): Record<string, string> =>
  Object.fromEntries(plan.sentences.map(({ id, text }) => [id, text]));

/** The sentences of the worked example with another load; every flag is a text. */
const sayAbout = (flags: Record<string, string>, policy = worked): Record<string, string> =>
  said(planOf(policy, loadFromFlags({ rpm: '100', latency: '4s', success: '0.5', ...flags })));

describe('what a plan says', () => {
  it('tells the worked example in its own numbers', () => {
    expect(said(planOf(worked, workedLoad))).toEqual({
      success:
        'The success share of 50.0 % is assumed rather than measured, so no interval applies; give counts such as 37/50 to bracket the figures.',
      'all-fail':
        'If every attempt fails, a request waits 7.50 s in total on average and 15.0 s at worst before it is given up.',
      'attempts-per-request':
        'Each request costs 1.94 attempts on average, and 3.1 % of requests exhaust all 5 attempts.',
      limits:
        'Attempts/min that each limit allows: requests 1,000 and tokens 100. The tokens limit binds; the requests limit is 10 times the binding limit.',
      'in-flight':
        "By Little's law 6.67 attempts in flight reach the ceiling at 4.00 s each. Set the pool to 6 slots, the whole-slot figure: a worker never holds a part of one, nor two. That sends 90 attempts/min, 90.0 % of the ceiling.",
      spacing:
        'Spread evenly, that is one attempt every 600 ms. Do spread them, since a limit of 60 per minute may be enforced as one per second.',
      planned: '8 planned in flight imply 120 attempts/min, 120.0 % of the ceiling: what is above it will be refused.',
      resolved: 'At the ceiling 51.6 requests complete per minute, and 50 of them resolve, that is, end well.',
      'retry-tax':
        'The retry tax is 48.4 %, the share of attempts that are retries: for every resolved request the schedule spends 2 attempts.',
      drain:
        'With 50 resolved and 20 arriving per minute, the backlog of 5,000 shrinks by 30 per minute and clears in 166.7 min.',
      lever:
        'The plan reaches the ceiling, so more in flight resolve nothing more: the lever is a larger tokens quota or a better success share.',
      'own-wait':
        'Each caller waits at least 1.00 s of its own on average, counting waits between attempts only. That is another question than how long the backlog takes.',
      units: 'Working the backlog off uses 10,000 requests and 20,000,000 tokens; arrivals are not counted.',
      'hidden-capacity':
        'If everything fails, each request costs all 5 attempts, so the dependency recovers by itself only up to 20 requests per minute (the ceiling ÷ 5).',
    });
  });

  it('says that success is assumed to be certain when none is given', () => {
    const plan = planOf(worked, loadFromFlags({ rpm: '100' }));
    expect(said(plan).success).toMatch(/taken to succeed at once \(100 %\).*assumed, not measured/);
    expect(plan).toMatchObject({ attemptsPerRequest: 1, expectedWaitMs: 0, exhaustedShare: 0, retryTax: 0 });
  });

  it('gives reasons for what is infinite at success 0', () => {
    const plan = planOf(worked, loadFromFlags({ rpm: '100', success: '0', backlog: '10' }));
    expect(plan).toMatchObject({
      attemptsPerRequest: 5,
      exhaustedShare: 1,
      resolvedPerMinute: 0,
      expectedWaitMs: 7500,
      limits: [{ unitsToDrain: null }],
      drain: { status: 'grows', shortfallPerMinute: 0, maxArrivalsPerMinute: 0 },
    });
    expect(said(plan)).toMatchObject({
      'retry-tax':
        'The retry tax is 80.0 %, the share of attempts that are retries; no request is ever resolved, whatever the schedule spends.',
      units: 'No amount of units works the backlog off, since no attempt succeeds: the units to drain it are infinite.',
    });
    expect(said(plan)['attempts-per-request']).toBe(
      'Each request costs 5 attempts on average, and 100 % of requests exhaust all 5 attempts.',
    );
    expect(said(plan).drain).toMatch(/never clears, so its time is infinite\.$/);
    expect(said(plan).lever).toMatch(/^The only lever is the success share/);
  });

  it('treats a success share too small to divide by as none', () => {
    const load = loadFromFlags({ rpm: '100', backlog: '10' });
    const plan = planOf(worked, { ...load, success: { value: Number.MIN_VALUE, counts: null } });
    expect(said(plan)['retry-tax']).toContain('no request is ever resolved, whatever the schedule spends');
    expect(said(plan).units).toBe('The units that the backlog uses are beyond what a number can hold.');
  });

  it.each([
    ['without a latency', {}, 'The latency of an attempt is not known, so no concurrency can be given.'],
    ['with a latency of 0', { latency: '0' }, 'With a latency of 0 an attempt holds no slot'],
  ])('gives no concurrency %s, and says why', (_, flags, reason) => {
    const plan = planOf(worked, loadFromFlags({ rpm: '100', 'in-flight': '8', ...flags }));
    expect([plan.safeInFlight, plan.slots, plan.planned]).toEqual([null, null, null]);
    expect(said(plan)['in-flight']).toContain(reason);
    expect(said(plan).planned).toContain('cannot be told without a latency above 0');
  });

  it.each([
    [
      'below one slot',
      { latency: '300ms' },
      'in-flight',
      'That is below one slot: keep one in flight and start an attempt every 600 ms.',
    ],
    ['at one slot', { latency: '600ms' }, 'in-flight', 'Set the pool to 1 slot, the whole-slot figure'],
    [
      'with one limit',
      {},
      'limits',
      'The requests limit allows 100 attempts/min. It is the only one given, so no comparison is possible.',
    ],
    [
      'with a tie',
      { tpm: '1k', tokens: '10' },
      'limits',
      'The requests limit binds; the tokens limit is as large as the binding limit.',
    ],
    [
      'by the day',
      { rpm: '100', rpd: '1440' },
      'long-window',
      'The binding limit counts over 24.0 h, and the ceiling spreads it evenly.',
    ],
    [
      'below the ceiling',
      { 'in-flight': '2' },
      'lever',
      'The plan stays below the ceiling, so the lever is concurrency: more in flight resolve more.',
    ],
    [
      'with 2 in flight',
      { 'in-flight': '2' },
      'planned',
      '2 planned in flight imply 30 attempts/min, 30.0 % of the ceiling.',
    ],
    [
      'with 1 in flight',
      { 'in-flight': '1' },
      'planned',
      '1 planned in flight implies 15 attempts/min, 15.0 % of the ceiling.',
    ],
    [
      'unplanned',
      {},
      'lever',
      'Below the ceiling the lever is concurrency; at it, a larger requests quota or a better success share.',
    ],
    [
      'with no backlog',
      {},
      'drain',
      'With 50 resolved and 0 arriving per minute there is no backlog, and none builds up.',
    ],
    [
      'with too many arriving',
      { arrivals: '300/min', 'in-flight': '2' },
      'drain',
      'With 15 resolved and 300 arriving per minute at the planned concurrency, the backlog grows by 285 per minute; arrivals would have to fall to 15 per minute for it to stand still.',
    ],
    [
      'with as many arriving',
      { arrivals: '50/min', backlog: '7' },
      'drain',
      'With 50 resolved and 50 arriving per minute, the backlog of 7 stands still and never clears, so its time is infinite: arrivals would have to fall below 50 per minute.',
    ],
    [
      'with an outage that feeds itself',
      { arrivals: '21/min' },
      'hidden-capacity',
      'More than that arrive, 21 per minute, so an outage would keep itself going',
    ],
    [
      'with a cost of nothing',
      { images: '3' },
      'warning-cost-unused',
      'A cost was given for images, but no limit counts that, so it has no effect.',
    ],
  ])('%s', (_, flags, id, text) => expect(sayAbout(flags)[id]).toContain(text));

  it('says nothing of a cost that one of its limits uses', () => {
    expect(sayAbout({ tpd: '1M', tokens: '10' })).not.toHaveProperty('warning-cost-unused');
  });

  it('has stable ids', () => {
    expect(PLAN_SENTENCE_IDS).toEqual([
      'success',
      'all-fail',
      'throttled-waits',
      'attempts-per-request',
      'limits',
      'long-window',
      'in-flight',
      'spacing',
      'planned',
      'resolved',
      'retry-tax',
      'drain',
      'lever',
      'own-wait',
      'units',
      'hidden-capacity',
      'hidden-capacity-with-budget',
      'retry-quota',
      'warning-never-fits',
      'warning-cost-unused',
    ]);
  });
});

describe('capacity hidden by retries', () => {
  // Bronson et al. (HotOS 2021): a database good for 300/s whose clients retry once heals itself below 150/s only.
  const load = loadFromFlags({ limit: 'queries=300/s', arrivals: '280/s', success: '1' });
  const planWith = (retryBudget: PolicyInput['retryBudget'], maxAttempts = 2): PlanReport =>
    planOf(parsePolicy({ maxAttempts, retryBudget: retryBudget ?? null }), load);

  it.each([
    [2, 150],
    [3, 100],
    [4, 75],
    [1, 300],
  ])('with %i attempts 300/s are %s/s', (maxAttempts, perSecond) => {
    expect(planWith(null, maxAttempts).hiddenCapacityPerMinute / 60).toBeCloseTo(perSecond, 9);
  });

  it.each([
    [0.1, 272.727, 'still less than the 16,800 that arrive'],
    [0.2, 250, 'still less than the 16,800 that arrive'],
    [0.05, 285.714, 'raises that to 17,143 requests per minute: retries stay within 5.0 % of requests'],
  ])('a budget of %s makes it %s/s', (share, perSecond, text) => {
    const plan = planWith({ kind: 'ratio', share });
    expect((plan.hiddenCapacityWithBudgetPerMinute as number) / 60).toBeCloseTo(perSecond, 2);
    expect(said(plan)['hidden-capacity-with-budget']).toContain(text);
  });

  it('a budget of tokens runs out and gives all of it back', () => {
    const plan = planWith({ kind: 'tokens' });
    expect(plan.hiddenCapacityWithBudgetPerMinute).toBe(18_000);
  });

  it('without a budget there is no such figure', () =>
    expect(planWith(null)).not.toHaveProperty('hiddenCapacityWithBudgetPerMinute'));

  it('a retry quota says where it begins to drain, and how soon it is empty', () => {
    const policy = parsePolicy({ maxAttempts: 3, retryBudget: { kind: 'tokens' } });
    const at = (success: string): string | undefined =>
      said(planOf(policy, loadFromFlags({ rpm: '100', success })))['retry-quota'];
    expect(at('0.5')).toBe(
      'A budget of 500 retry tokens stays full while fewer than 21.5 % of attempts fail at a cost of 14 each, 32.1 % at 5 for quota refusals. Here 50.0 % fail, so it is empty after about 106 requests: from then on only what successes return is retried, and the figures above no longer hold.',
    );
    expect(at('0.9')).toContain('Here 10.0 % fail, so it stays full.');
  });
});
