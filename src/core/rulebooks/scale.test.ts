import { describe, expect, it } from 'vitest';
import { InputError } from '../errors.js';
import { createLimiter } from '../limiters/create-limiter.js';
import { RULE_BOOKS } from './books/all.js';
import { customRuleBook } from './custom.js';
import { ruleBookOf } from './index.js';
import { type LimitFigures, limitNames, type Scaling, scaled } from './scale.js';

const limiterOf = (id: string, scaling: Scaling, name: string) =>
  scaled(ruleBookOf(id), scaling).limits.find((rule) => rule.name === name)?.limiter;

describe('a rule book with other figures', () => {
  it.each<[string, string, Scaling, string, object]>([
    [
      'amounts by name',
      'anthropic',
      { limits: { inputTokens: { amount: 50_000 } } },
      'inputTokens',
      { amount: 50_000 },
    ],
    ['amounts by the name of a plan', 'ietf', { limits: { requests: { amount: 7 } } }, 'burst', { amount: 7 }],
    ['a window', 'ietf', { limits: { daily: { windowMs: 5000 } } }, 'daily', { amount: 1000, windowMs: 5000 }],
    ['a burst', 'openai', { limits: { requests: { burst: 5 } } }, 'requests', { amount: 500, burst: 5 }],
    [
      'the size of a leaky bucket',
      'shopify',
      { limits: { requests: { burst: 400, amount: 20 } } },
      'requests',
      { size: 400, amount: 20 },
    ],
    ['every amount', 'anthropic', { amountFactor: 0.1 }, 'requests', { amount: 5, windowMs: 60_000 }],
    ['amounts of at least one', 'anthropic', { amountFactor: 0.001 }, 'requests', { amount: 1 }],
    ['every window', 'anthropic', { windowFactor: 0.01 }, 'requests', { amount: 50, windowMs: 600 }],
    ['both the size and the leak', 'shopify', { amountFactor: 10 }, 'requests', { size: 400, amount: 20 }],
    ['windows in whole parts', 'azure-openai', { windowFactor: 0.0111 }, 'requests', { windowMs: 666, parts: 6 }],
    [
      'no window of what has none',
      'stripe',
      { windowFactor: 0.5, amountFactor: 0.5 },
      'global-concurrency',
      { amount: 50 },
    ],
    [
      'a day that is none begins with its first use',
      'gemini',
      { windowFactor: 0.001 },
      'requestsPerDay',
      { windowMs: 86_400, opens: 'first-use' },
    ],
    [
      'a day that is one ends at its hour',
      'gemini',
      { amountFactor: 2 },
      'requestsPerDay',
      { amount: 500, opens: { hour: 0, zone: 'us-pacific' } },
    ],
    [
      'what is given rather than the factor',
      'anthropic',
      { amountFactor: 2, limits: { requests: { amount: 3 } } },
      'requests',
      { amount: 3 },
    ],
  ])('%s', (_, id, scaling, name, figures) => {
    expect(limiterOf(id, scaling, name)).toMatchObject(figures);
  });

  it('has the burst of its new amount, unless one is given too', () => {
    const limits = [{ name: 'x', limiter: { kind: 'gcra', amount: 10, windowMs: 1000, burst: 2 } as const }];
    const limiterWith = (figures: LimitFigures) =>
      scaled(customRuleBook({ limits }), { limits: { x: figures } }).limits[0]?.limiter;
    expect(limiterWith({ amount: 20 })).toEqual({ kind: 'gcra', amount: 20, windowMs: 1000 });
    expect(limiterWith({ amount: 20, burst: 3 })).toEqual({ kind: 'gcra', amount: 20, windowMs: 1000, burst: 3 });
    expect(limiterWith({ windowMs: 500 })).toEqual({ kind: 'gcra', amount: 10, windowMs: 500, burst: 2 });
  });

  it('is left as it was', () => {
    const before = JSON.stringify(RULE_BOOKS);
    for (const book of RULE_BOOKS) scaled(book, { amountFactor: 0.01, windowFactor: 0.01 });
    expect(JSON.stringify(RULE_BOOKS)).toBe(before);
  });

  it('enforces an optional limit once an amount is given for it', () => {
    const [, , perDay] = scaled(ruleBookOf('openai'), { limits: { requestsPerDay: { amount: 9 } } }).limits;
    expect(perDay).not.toHaveProperty('isOptional');
    expect(scaled(ruleBookOf('openai'), {}).limits[2]).toHaveProperty('isOptional', true);
  });

  it.each(RULE_BOOKS.map((book) => [book.id, book] as const))(
    '%s can be made much faster, slower, larger and smaller',
    (_, book) => {
      for (const factor of [0.001, 0.37, 100]) {
        const { limits } = scaled(book, { amountFactor: factor, windowFactor: factor });
        for (const { limiter, name } of limits) expect(() => createLimiter(limiter, 0, name)).not.toThrow();
      }
    },
  );

  it.each<[string, string, Scaling, string]>([
    [
      'a limit that there is not',
      'anthropic',
      { limits: { inputTokens2: { amount: 1 } } },
      'limits: "inputTokens2" is not allowed; give a limit of Anthropic: requests, inputTokens, outputTokens (did you mean inputTokens?)',
    ],
    [
      'an amount of 0',
      'anthropic',
      { limits: { requests: { amount: 0 } } },
      'limits.requests.amount: 0 is not allowed',
    ],
    [
      'a burst of what has none',
      'ietf',
      { limits: { burst: { burst: 1 } } },
      'limits.burst.burst: 1 is not allowed; give no burst: a fixed-window has none',
    ],
    [
      'a window of what has none',
      'stripe',
      { limits: { concurrency: { windowMs: 1 } } },
      'limits.concurrency.windowMs: 1 is not allowed',
    ],
    [
      'parts of a ms',
      'azure-openai',
      { limits: { requests: { windowMs: 7 } } },
      'limits.requests.parts: 6 is not allowed',
    ],
    [
      'a limit that lets nothing in',
      'ietf',
      { limits: { requests: { amount: 0.5 } } },
      'limits.requests.amount: 0.5 is not allowed; give 1 or more: less lets nothing in',
    ],
    [
      'a bucket that never holds one',
      'anthropic',
      { limits: { requests: { amount: 0.5 } } },
      'give 1 or more, or a burst of 1 or more beside it',
    ],
    [
      'a rate of one in thousands of years',
      'anthropic',
      { limits: { requests: { amount: 1e-9, burst: 5 } } },
      'limits.requests.amount: 1e-9 is not allowed; give enough for one in 1e11 ms',
    ],
    ['windows of years', 'anthropic-subscription', { windowFactor: 1000 }, '7d.windowMs: 604800000000 is not allowed'],
    ['a factor of 0', 'openai', { windowFactor: 0 }, 'windowFactor: 0 is not allowed'],
    ['a factor that is no number', 'openai', { amountFactor: Number.NaN }, 'amountFactor: NaN is not allowed'],
  ])('refuses %s', (_, id, scaling, message) => {
    expect(() => scaled(ruleBookOf(id), scaling)).toThrow(InputError);
    expect(() => scaled(ruleBookOf(id), scaling)).toThrow(message);
  });

  it('is not kept from long windows by a limit that is not enforced', () => {
    expect(scaled(ruleBookOf('openai'), { windowFactor: 10_000 }).limits[0]?.limiter).toMatchObject({ windowMs: 6e8 });
  });

  it('keeps the hour at which a day ends, unless it lasts another time', () => {
    const opensOf = (windowMs: number) => {
      const { limits } = scaled(ruleBookOf('gemini'), { limits: { requestsPerDay: { amount: 5, windowMs } } });
      return limits.find(({ name }) => name === 'requestsPerDay')?.limiter;
    };
    expect(opensOf(86_400_000)).toMatchObject({ amount: 5, opens: { hour: 0, zone: 'us-pacific' } });
    expect(opensOf(3_600_000)).toMatchObject({ opens: 'first-use' });
  });

  it('may let in less than one per window, with a burst of one', () => {
    const { limits } = scaled(ruleBookOf('anthropic'), { limits: { requests: { amount: 0.5, burst: 1 } } });
    expect(limits[0]?.limiter).toMatchObject({ amount: 0.5, burst: 1 });
  });

  it('has limits that are called as in a plan', () => {
    expect(limitNames(ruleBookOf('ietf'))).toEqual(['requests', 'requestsPerDay']);
  });
});
