import { describe, expect, it } from 'vitest';
import { decode } from '../headers/decode.js';
import type { LimiterSpec } from '../limiters/create-limiter.js';
import { refusalAnswer, servedHeaders } from '../rulebooks/answer.js';
import { RULE_BOOKS } from '../rulebooks/books/all.js';
import { demandOf, NO_USAGE } from '../rulebooks/demand.js';
import { Enforcer } from '../rulebooks/enforcer.js';
import type { RuleBook } from '../rulebooks/rule-book.js';
import { scaled } from '../rulebooks/scale.js';
import { judge, type Server } from './fixtures/judge.js';

// The same batches against providers, whose answers are read by the decoder: what an engine has to learn from in earnest.

const START = Date.UTC(2026, 5, 1, 12, 0, 0, 300);

/**
 * A provider whose limit on requests is 20 per second, `windowMs` at a time, and whose others never bind. With a burst it
 * is a bucket that holds no more, whatever the provider's own limiter is: the headers tell the amount per window.
 */
function serverOf(id: string, limit: string, windowMs: number, burst?: number): Server {
  const figures = { amount: windowMs / 50, windowMs };
  return serverWith(id, limit, figures, burst === undefined ? null : { kind: 'token-bucket', ...figures, burst });
}

/** The same with any figures and, where it is given, another limiter. */
function serverWith(
  id: string,
  limit: string,
  { amount, windowMs }: { amount: number; windowMs: number },
  limiter: LimiterSpec | null,
): Server {
  const base = RULE_BOOKS.find((known) => known.id === id) as (typeof RULE_BOOKS)[number];
  const others = base.limits.filter(({ isOptional }) => isOptional !== true).map(({ name }) => [name, { amount: 1e7 }]);
  const figures = scaled(base, { limits: { ...Object.fromEntries(others), [limit]: { amount, windowMs } } });
  const book = limiter === null ? figures : withLimiter(figures, limit, limiter);
  const enforcer = new Enforcer(book);
  const demand = demandOf({ method: 'POST', tokens: { input: 5, outputBounds: [5] } });
  return (at) => {
    const now = Math.round(at);
    const admission = enforcer.admit(demand, now);
    const isServed = admission.refused === null;
    if (isServed) enforcer.settle(admission, { ...NO_USAGE, inputTokens: 5, outputTokens: 5 }, now);
    const standing = enforcer.standing(admission, 'request', now, START + now);
    const { status, headers, body } = isServed
      ? { status: 200, headers: servedHeaders(book, standing), body: null }
      : refusalAnswer(book, standing);
    // The decoder gives times from the response on, so the local clock plays no part.
    const { limits: read, hintMs } = decode({ status, headers, body }, { nowMs: START + now, dialect: book.dialect });
    return { isServed, limits: read, hintMs };
  };
}

function withLimiter(book: RuleBook, limit: string, limiter: LimiterSpec): RuleBook {
  const rules = book.limits.flatMap((rule): RuleBook['limits'] => {
    if (rule.name !== limit) return ['inputTokens', 'outputTokens', 'tokens'].includes(rule.name) ? [rule] : [];
    const { resources: _, ...everywhere } = rule;
    return [{ ...everywhere, limiter }];
  });
  return { ...book, limits: rules };
}

describe('a batch into an unknown quota', () => {
  it.each<[id: string, limit: string, windowMs: number, time: number, perRequest: number]>([
    // A minute that lasts a second: the window that the dialect knows is refuted by what is told.
    ['anthropic', 'requests', 1000, 1.01, 1.005],
    ['openai', 'requests', 1000, 1.01, 1.005],
    ['anthropic', 'requests', 10_000, 1.01, 1.005],
    ['openai', 'requests', 10_000, 1.01, 1.005],
    ['anthropic', 'requests', 60_000, 1.01, 1.005],
    ['openai', 'requests', 60_000, 1.01, 1.005],
    ['discord', 'requests', 10_000, 1.02, 1.005],
    ['ietf', 'burst', 10_000, 1.02, 1.005],
    ['ietf-draft-03', 'requests', 10_000, 1.02, 1.005],
    // These tell nothing but refusals: Gemini how long to wait, Stripe and AWS not even that.
    ['gemini', 'requests', 1000, 1.07, 1.21],
    ['stripe', 'global-rate', 1000, 1.02, 1.07],
    ['aws', 'requests', 1000, 1.02, 1.07],
  ])('of %s (%s per %d ms) ends near the bound', (id, limit, windowMs, time, perRequest) => {
    const burst = windowMs / 50;
    const calls = Math.max(1000, 3 * burst);
    const boundMs = (calls - burst) * 50;
    const verdict = judge({ habit: serverOf(id, limit, windowMs), calls, untilMs: 30 * boundMs });
    expect(verdict).toMatchObject({ served: calls, lost: 0, early: 0 });
    expect(verdict.endMs / (boundMs + 200)).toBeLessThanOrEqual(time);
    expect(verdict.perRequest).toBeLessThanOrEqual(perRequest);
  });
});

// 1200 per minute that may not be had at once: the headers say 1200 and 19 left, and whole again in a second.
describe('a batch into a bucket that holds less than its window gives', () => {
  const ids = [
    ['anthropic', 'requests'],
    ['openai', 'requests'],
    ['azure-openai', 'requests'],
    ['ietf', 'burst'],
  ] as const;
  const rows = ids.flatMap(([id, limit]) => [12_000, 60_000].map((windowMs) => [id, limit, windowMs] as const));

  it.each(rows)('of %s (%s per %d ms) ends near the bound, with hardly a refusal', (id, limit, windowMs) => {
    for (const seed of [11, 12]) {
      for (const [calls, most] of [
        [200, 1.04],
        [1000, 1.02],
      ] as const) {
        const boundMs = (calls - 20) * 50;
        const habit = serverOf(id, limit, windowMs, 20);
        const verdict = judge({ habit, calls, seed, untilMs: 10 * boundMs });
        expect(verdict).toMatchObject({ served: calls, lost: 0, early: 0 });
        expect(verdict.endMs / (boundMs + 200)).toBeLessThanOrEqual(most);
        expect(verdict.perRequest).toBeLessThanOrEqual(1.02);
      }
    }
  });

  it('even of GitHub, which tells the hour, whole seconds, and a long wait to whoever is refused', () => {
    const habit = serverOf('github', 'core', 60_000, 20);
    const verdict = judge({ habit, calls: 1000, seed: 11, untilMs: 500_000 });
    expect(verdict).toMatchObject({ served: 1000, lost: 0, early: 0 });
    expect(verdict.endMs / 49_200).toBeLessThanOrEqual(1.1);
    expect(verdict.perRequest).toBeLessThanOrEqual(1.02);
  });
});

describe('a window that is shorter than the dialect knows', () => {
  it('is waited for when the headers say that it ends soon: a GitHub whose hour lasts a minute', () => {
    const habit = serverOf('github', 'core', 60_000);
    const verdict = judge({ habit, calls: 3600, untilMs: 1e6 });
    expect(verdict).toMatchObject({ served: 3600, lost: 0, early: 0 });
    expect(verdict.endMs / 120_200).toBeLessThanOrEqual(1.03);
  });
});

// OpenAI's limits are buckets, so that a window's end looks like the time to a full one, and that like a limit per day.
describe('OpenAI-style headers over a fixed window', () => {
  it.each([
    [10_000, 20],
    [10_000, 100],
    [60_000, 20],
    [60_000, 100],
    [120_000, 100],
  ] as const)('of %d ms, %d at a time, lose no call of 200', (windowMs, amount) => {
    const figures = { amount, windowMs };
    for (const opens of ['first-use', 'wall-clock'] as const) {
      const habit = serverWith('openai', 'requests', figures, { kind: 'fixed-window', ...figures, opens });
      const boundMs = (200 / amount - 1) * windowMs;
      const verdict = judge({ habit, calls: 200, seed: 11, untilMs: 3 * boundMs });
      expect(verdict).toMatchObject({ served: 200, lost: 0, early: 0 });
      expect(verdict.endMs / (boundMs + 200)).toBeLessThanOrEqual(1.04);
      expect(verdict.perRequest).toBeLessThanOrEqual(1.02);
    }
  });
});

describe('a short batch over a short journey', () => {
  it.each([
    ['anthropic', 'requests', undefined],
    ['anthropic', 'requests', 20],
    ['openai', 'requests', 20],
    ['ietf', 'burst', undefined],
  ] as const)('of 60 calls to %s (%s) takes the two seconds that it has to', (id, limit, burst) => {
    for (const seed of [11, 12, 13]) {
      const habit = serverOf(id, limit, 1000, burst);
      const verdict = judge({ habit, calls: 60, seed, latencyMs: [10, 30], untilMs: 20_000 });
      expect(verdict).toMatchObject({ served: 60, lost: 0, early: 0 });
      expect(verdict.endMs / (2000 + 60)).toBeLessThanOrEqual(1.04);
      expect(verdict.perRequest).toBeLessThanOrEqual(1.04);
    }
  });
});
