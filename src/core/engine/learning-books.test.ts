import { describe, expect, it } from 'vitest';
import { decode } from '../headers/decode.js';
import { refusalAnswer, servedHeaders } from '../rulebooks/answer.js';
import { RULE_BOOKS } from '../rulebooks/books/all.js';
import { demandOf, NO_USAGE } from '../rulebooks/demand.js';
import { Enforcer } from '../rulebooks/enforcer.js';
import { scaled } from '../rulebooks/scale.js';
import { judge, type Server } from './fixtures/judge.js';

// The same batches against providers, whose answers are read by the decoder: what an engine has to learn from in earnest.

const START = Date.UTC(2026, 5, 1, 12, 0, 0, 300);

/** A provider whose limit on requests is 20 per second, `windowMs` at a time, and whose others never bind. */
function serverOf(id: string, limit: string, windowMs: number): Server {
  const base = RULE_BOOKS.find((known) => known.id === id) as (typeof RULE_BOOKS)[number];
  const others = base.limits.filter(({ isOptional }) => isOptional !== true).map(({ name }) => [name, { amount: 1e7 }]);
  const limits = { ...Object.fromEntries(others), [limit]: { amount: windowMs / 50, windowMs } };
  const book = scaled(base, { limits });
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
