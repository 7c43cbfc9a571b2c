import { describe, expect, it } from 'vitest';
import type { LimiterSpec } from '../limiters/create-limiter.js';
import { customRuleBook } from './custom.js';
import { type Demand, demandOf, NO_USAGE } from './demand.js';
import { type Admission, Enforcer } from './enforcer.js';
import { ruleBookOf } from './index.js';
import { scaled } from './scale.js';

const MINUTE = 60_000;

function bookOf(limits: Readonly<Record<string, LimiterSpec>>) {
  return customRuleBook({ limits: Object.entries(limits).map(([name, limiter]) => ({ name, limiter })) });
}

function remainingOf(enforcer: Enforcer, admission: Admission, now: number): Record<string, number> {
  return Object.fromEntries(
    enforcer.standing(admission, 'r', now).limits.map(({ name, remaining }) => [name, remaining]),
  );
}

describe('a request that several limits must let through', () => {
  const book = bookOf({
    fast: { kind: 'token-bucket', amount: 60, windowMs: MINUTE, burst: 2 },
    slow: { kind: 'fixed-window', amount: 3, windowMs: MINUTE, opens: 'first-use' },
    slots: { kind: 'concurrency', amount: 4 },
  });

  it('takes of all of them', () => {
    const enforcer = new Enforcer(book);
    const admission = enforcer.admit(demandOf(), 0);
    expect(admission).toMatchObject({ refused: null, waitMs: null });
    expect(remainingOf(enforcer, admission, 0)).toEqual({ fast: 1, slow: 2, slots: 3 });
  });

  it('else takes of none, and names the limit with the longest wait beside all that refused', () => {
    const enforcer = new Enforcer(book);
    enforcer.admit(demandOf(), 0);
    enforcer.admit(demandOf(), 0);
    const first = enforcer.admit(demandOf(), 0);
    expect(first.refused?.by.name).toBe('fast');
    expect(first.waitMs).toBe(1000);
    expect(remainingOf(enforcer, first, 0)).toEqual({ fast: 0, slow: 1, slots: 2 });
    enforcer.admit(demandOf(), 1000);
    const second = enforcer.admit(demandOf(), 1000);
    expect(second.refused?.by.name).toBe('slow');
    expect(second.refused?.all.map(({ name }) => name)).toEqual(['fast', 'slow']);
    expect(second.waitMs).toBe(59_000);
  });

  it('prefers a wait to a limit of which nobody can tell when it lets in again', () => {
    const enforcer = new Enforcer(
      bookOf({
        slots: { kind: 'concurrency', amount: 1 },
        fast: { kind: 'token-bucket', amount: 60, windowMs: MINUTE, burst: 1 },
      }),
    );
    enforcer.admit(demandOf(), 0);
    expect(enforcer.admit(demandOf(), 0)).toMatchObject({ waitMs: 1000, refused: { by: { name: 'fast' } } });
    expect(enforcer.admit(demandOf(), 1000)).toMatchObject({
      waitMs: null,
      refused: { by: { name: 'slots' }, isForever: false },
    });
  });
});

describe('who shares an allowance', () => {
  const admits = (rules: string, demands: readonly Partial<Demand>[]) => {
    const enforcer = new Enforcer(scaled(ruleBookOf(rules), { amountFactor: 1e-6 }));
    return demands.map((parts) => enforcer.admit(demandOf(parts), 0).refused?.by.name ?? 'in');
  };

  it.each<[string, string, Partial<Demand>[], string[]]>([
    ['nobody with another key', 'ietf', [{ account: 'a' }, { account: 'b' }, { account: 'a' }], ['in', 'in', 'daily']],
    ['no other model', 'openai', [{ model: 'x' }, { model: 'y' }, { model: 'x' }], ['in', 'in', 'requests']],
    ['no other route', 'discord', [{ route: '/a' }, { route: '/b' }], ['in', 'global']],
    [
      'no other resource',
      'github',
      [
        { resource: 'core', route: '/a' },
        { resource: 'core', route: '/b' },
      ],
      ['in', 'core'],
    ],
  ])('%s', (_, rules, demands, ends) => {
    expect(admits(rules, demands)).toEqual(ends);
  });

  it('and what is whole again is forgotten, so that a million keys do not fill the memory', () => {
    const enforcer = new Enforcer(bookOf({ fast: { kind: 'token-bucket', amount: 1, windowMs: 1 } }));
    for (let i = 0; i < 30_000; i++) enforcer.admit(demandOf({ account: String(i) }), i);
    expect(enforcer.size).toBeLessThanOrEqual(10_000);
    const busy = new Enforcer(bookOf({ slow: { kind: 'token-bucket', amount: 1, windowMs: 1e9 } }));
    for (let i = 0; i < 25_000; i++) busy.admit(demandOf({ account: String(i) }), 0);
    expect(busy.size).toBeLessThanOrEqual(20_000);
  });
});

it('what two models share is one allowance, also when it had been forgotten in between', () => {
  const limiter = { kind: 'fixed-window', amount: 3, windowMs: 1000, opens: 'first-use' } as const;
  const limits = [
    { name: 'all', limiter },
    { name: 'each', limiter, per: 'model' as const },
  ];
  const enforcer = new Enforcer(customRuleBook({ limits }));
  const ask = (account: string, model: string, now: number) => {
    return remainingOf(enforcer, enforcer.admit(demandOf({ account, model }), now), now);
  };
  expect(ask('a', '1', 0)).toEqual({ all: 2, each: 2 });
  expect(ask('a', '2', 0)).toEqual({ all: 1, each: 2 });
  for (let i = 0; i < 5100; i++) ask(`other ${i}`, '', 2000);
  expect(ask('a', '1', 2000)).toEqual({ all: 2, each: 2 });
  expect(ask('a', '2', 2000)).toEqual({ all: 1, each: 2 });
  expect(ask('a', '1', 2000)).toEqual({ all: 0, each: 1 });
});

describe('what is settled', () => {
  const tokens = { input: 1000, outputBounds: [500] };

  it('Anthropic: input is corrected without what came from the cache, and output is charged as it was produced', () => {
    const enforcer = new Enforcer(ruleBookOf('anthropic'));
    const admission = enforcer.admit(demandOf({ tokens }), 0);
    expect(remainingOf(enforcer, admission, 0)).toEqual({ requests: 49, inputTokens: 29_000, outputTokens: 8000 });
    enforcer.settle(admission, { ...NO_USAGE, inputTokens: 200, cachedInputTokens: 900, outputTokens: 300 }, 0);
    expect(remainingOf(enforcer, admission, 0)).toEqual({ requests: 49, inputTokens: 29_800, outputTokens: 7700 });
  });

  it('Anthropic: max_tokens plays no part, but without any output left nothing is let in', () => {
    const enforcer = new Enforcer(ruleBookOf('anthropic'));
    const admission = enforcer.admit(demandOf({ tokens: { input: 1, outputBounds: [1e6] } }), 0);
    expect(admission.refused).toBeNull();
    enforcer.settle(admission, { ...NO_USAGE, inputTokens: 1, outputTokens: 16_000 }, 0);
    const refused = enforcer.admit(demandOf({ tokens }), 0);
    // 8,000 in debt, and one has to be there: 8,001 tokens at 8,000 a minute.
    expect(refused).toMatchObject({ waitMs: 60_008, refused: { by: { name: 'outputTokens' }, requested: 1 } });
  });

  it('OpenAI: the larger of input and bound is charged, and stays', () => {
    const enforcer = new Enforcer(ruleBookOf('openai'));
    const admission = enforcer.admit(demandOf({ tokens }), 0);
    enforcer.settle(admission, { ...NO_USAGE, inputTokens: 10, outputTokens: 10 }, 0);
    expect(remainingOf(enforcer, admission, 0)).toEqual({ requests: 499, tokens: 29_000 });
    const tooLarge = enforcer.admit(demandOf({ tokens: { input: 31_538, outputBounds: [] } }), 0);
    expect(tooLarge).toMatchObject({ waitMs: null, refused: { isForever: true, requested: 31_538 } });
  });

  it('Bedrock: input and bound are reserved, and what was not used comes back', () => {
    const enforcer = new Enforcer(ruleBookOf('aws'));
    const admission = enforcer.admit(demandOf({ tokens }), 0);
    expect(remainingOf(enforcer, admission, 0).tokens).toBe(198_500);
    enforcer.settle(admission, { ...NO_USAGE, inputTokens: 100, cachedInputTokens: 50, outputTokens: 10 }, 0);
    expect(remainingOf(enforcer, admission, 0).tokens).toBe(199_840);
  });

  it('of a limit with a small burst, an output that nobody bounded is cut to the burst', () => {
    const enforcer = new Enforcer(scaled(ruleBookOf('aws'), { limits: { tokens: { amount: 200_000, burst: 1000 } } }));
    expect(enforcer.admit(demandOf({ tokens: { input: 8, outputBounds: [] } }), 0).refused).toBeNull();
  });

  it('Bedrock: a request without a bound reserves the most that the model can produce', () => {
    const enforcer = new Enforcer(ruleBookOf('aws'));
    const admission = enforcer.admit(demandOf({ tokens: { input: 8, outputBounds: [] } }), 0);
    expect(remainingOf(enforcer, admission, 0).tokens).toBe(191_800);
  });

  it('GitHub: slots and processor time end with the request; 100 may be in progress', () => {
    const enforcer = new Enforcer(ruleBookOf('github'));
    const inProgress = Array.from({ length: 100 }, (_, i) =>
      enforcer.admit(demandOf({ resource: 'core', route: `/${i}` }), 0),
    );
    expect(inProgress.filter(({ refused }) => refused !== null)).toEqual([]);
    const next = () => enforcer.admit(demandOf({ resource: 'core' }), 0);
    expect(next().refused?.by.name).toBe('secondary-concurrency');
    for (const admission of inProgress) enforcer.settle(admission, { ...NO_USAGE, cpuMs: 900 }, 0);
    expect(next()).toMatchObject({ waitMs: 60_000, refused: { by: { name: 'secondary-cpu' } } });
  });

  it.each([
    ['HEAD', 'weighs one point, of which an endpoint has 900 a minute', 900, 'secondary-points'],
    ['DELETE', 'creates content, of which there may be 80 a minute', 80, 'secondary-content'],
  ])('GitHub: %s %s', (method, _, most, name) => {
    const enforcer = new Enforcer(ruleBookOf('github'));
    const end = (route: string) => {
      const admission = enforcer.admit(demandOf({ method, resource: 'core', route }), 0);
      enforcer.settle(admission, NO_USAGE, 0);
      return admission.refused?.by.name ?? 'in';
    };
    expect(Array.from({ length: most }, () => end('/a')).filter((each) => each !== 'in')).toEqual([]);
    expect(end('/a')).toBe(name);
    expect(end('/b')).toBe(name === 'secondary-points' ? 'in' : name);
  });

  it('Shopify: a query is charged what it was found to cost, and corrected by what it did', () => {
    const enforcer = new Enforcer(ruleBookOf('shopify'));
    const admission = enforcer.admit(demandOf({ resource: 'graphql', queryCost: 300 }), 0);
    expect(remainingOf(enforcer, admission, 0)).toEqual({ points: 700 });
    enforcer.settle(admission, { ...NO_USAGE, queryCost: 40 }, 0);
    expect(remainingOf(enforcer, admission, 0)).toEqual({ points: 960 });
    const [points] = enforcer.standing(admission, 'r', 0).limits;
    expect(points).toMatchObject({ limit: 1000, perWindow: 50, resetMs: 800 });
  });
});

describe('what there is to say', () => {
  it('keeps hidden limits to itself, also when they refuse', () => {
    const enforcer = new Enforcer(scaled(ruleBookOf('github'), { limits: { 'secondary-points': { amount: 1 } } }));
    enforcer.admit(demandOf({ resource: 'core' }), 0);
    const admission = enforcer.admit(demandOf({ resource: 'core' }), 0);
    expect(admission.refused?.by.name).toBe('secondary-points');
    expect(Object.keys(remainingOf(enforcer, admission, 0))).toEqual(['core']);
  });

  it('of a bucket: when it is full, and when there is one more', () => {
    const enforcer = new Enforcer(ruleBookOf('openai'));
    let admission = enforcer.admit(demandOf(), 0);
    for (let i = 0; i < 9; i++) admission = enforcer.admit(demandOf(), 0);
    const [requests] = enforcer.standing(admission, 'r', 60, 1_764_547_200_000).limits;
    expect(requests).toEqual({
      name: 'requests',
      limit: 500,
      perWindow: 500,
      remaining: 490.5,
      resetMs: 1140,
      nextMs: 60,
      windowMs: MINUTE,
    });
  });

  it('of a debt: until there is one', () => {
    const enforcer = new Enforcer(ruleBookOf('anthropic'));
    const admission = enforcer.admit(demandOf(), 0);
    enforcer.settle(admission, { ...NO_USAGE, outputTokens: 8800 }, 0);
    const [, , output] = enforcer.standing(admission, 'r', 0).limits;
    expect(output).toMatchObject({ remaining: -800, nextMs: 6008, resetMs: 66_000 });
  });

  it('of a window: when it ends', () => {
    const enforcer = new Enforcer(ruleBookOf('ietf'));
    enforcer.admit(demandOf(), 0);
    const [burst] = enforcer.standing(enforcer.admit(demandOf(), 100), 'r', 200).limits;
    expect(burst).toMatchObject({ remaining: 98, resetMs: 59_800, nextMs: 59_800 });
  });
});

describe('other tenants', () => {
  it('take their share of a window evenly, and never more than is left', () => {
    const window = { kind: 'fixed-window', amount: 60, windowMs: MINUTE, opens: 'creation' } as const;
    const enforcer = new Enforcer(bookOf({ window }), 0.5);
    const first = enforcer.admit(demandOf(), 0);
    expect(remainingOf(enforcer, first, 0)).toEqual({ window: 59 });
    // Half of 60 in a minute: 15 in half of it.
    expect(remainingOf(enforcer, first, 30_000)).toEqual({ window: 44 });
    for (let i = 0; i < 44; i++) expect(enforcer.admit(demandOf(), 30_000).refused).toBeNull();
    expect(remainingOf(enforcer, first, 59_999)).toEqual({ window: 0 });
    expect(enforcer.admit(demandOf(), 59_999)).toMatchObject({ waitMs: 1 });
  });

  it('hold no slots', () => {
    const enforcer = new Enforcer(bookOf({ slots: { kind: 'concurrency', amount: 2 } }), 0.9);
    enforcer.admit(demandOf(), 0);
    expect(enforcer.admit(demandOf(), MINUTE).refused).toBeNull();
  });
});
