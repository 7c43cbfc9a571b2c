// Reports of windows that client and server saw differently, by their ids, played through the engine.

import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { compile } from '../backoff/compile.js';
import { decode } from '../headers/decode.js';
import { createLimiter, type LimiterSpec, take } from '../limiters/create-limiter.js';
import { parsePolicy } from '../policy/parse-policy.js';
import { CallState } from './call-state.js';
import { Decision } from './decision.js';
import { Engine } from './engine.js';
import { judge, type Server } from './fixtures/judge.js';
import { told } from './fixtures/told.js';
import { Outcome } from './outcome.js';

interface Report {
  readonly id: string;
  readonly reproducer: {
    readonly given: { readonly responses: readonly { reset: string; remaining: number }[] };
    readonly expect: { readonly remaining: number; readonly resetEpochMs: number };
  };
}

const file = new URL('../../../test/fixtures/bug-reports.json', import.meta.url);
const reports = JSON.parse(readFileSync(file, 'utf8')) as Report[];

describe('PR-13: an end of a window that jitters from response to response', () => {
  const { given, expect: wanted } = reports.find(({ id }) => id === 'PR-13')?.reproducer ?? expect.fail('is missing');

  it.each([2, 60])('is one window: spent once, and whole again once, with a journey of %i ms', (journeyMs) => {
    const start = 1_661_784_138_000;
    const { engine, key, leaving } = queueOf(20, start);
    const sent = leaving(start);
    expect(sent).toHaveLength(5);
    const now = start + journeyMs;
    for (const [index, { reset, remaining }] of given.responses.entries()) {
      const call = sent[index] as CallState;
      const headers = { 'x-ratelimit-limit': '5', 'x-ratelimit-remaining': `${remaining}`, 'x-ratelimit-reset': reset };
      engine.observe(call, decode({ status: 200, headers }, { nowMs: now }).limits, now);
      engine.answer(call, Outcome.OK, null, now);
      expect(leaving(now)).toEqual([]);
    }
    expect(engine.snapshot(key, now).limits).toMatchObject([{ limit: 5, level: wanted.remaining }]);
    expect(leaving(wanted.resetEpochMs - 100)).toEqual([]);
    expect(leaving(wanted.resetEpochMs)).toHaveLength(5);
    expect(leaving(wanted.resetEpochMs + 30)).toEqual([]);
  });
});

describe('LL-09: the window of a server opens with the first request that it gets', () => {
  const limiter: LimiterSpec = { kind: 'fixed-window', amount: 100, windowMs: 120_000, opens: 'first-use' };

  it.each(['window', 'full'] as const)('and 200 calls are done with its second one, none refused: %s', (tells) => {
    const verdict = judge({ habit: { limiter, tells, retryAfter: 's' }, calls: 200 });
    expect(verdict).toMatchObject({ served: 200, refused: 0 });
    expect(verdict.endMs).toBeLessThan(121_000);
  });
});

describe('LL-10: a setting that is changed under way', () => {
  it('keeps what has come in, and the refill goes on: of 5 and one a second, 20 calls take the 15 s', () => {
    const limiter = createLimiter({ kind: 'token-bucket', amount: 1, windowMs: 1000, burst: 5 }, 0);
    let changes = 0;
    const server: Server = (now) => {
      const isServed = take(limiter, 1, now) === 0;
      const limits = [told(Math.floor(limiter.remaining(now)), { limit: changes++ % 2 === 0 ? 5 : 6, windowMs: 5000 })];
      return { isServed, limits, hintMs: isServed ? null : limiter.waitMs(1, now) };
    };
    const verdict = judge({ habit: server, calls: 20 });
    expect(verdict).toMatchObject({ served: 20, lost: 0 });
    expect(verdict.endMs).toBeLessThan(16_000);
  });
});

/** An engine in which calls wait that have been submitted at `now`, five of which may go before anything is known. */
function queueOf(count: number, now: number) {
  const engine = new Engine(compile(parsePolicy({ initialInFlight: 5 })), { random: () => 0.5 });
  const key = engine.key('account', 'bucket');
  for (let call = 0; call < count; call++) engine.submit(new CallState(key, null, true, null), now);
  const leaving = (now: number): CallState[] => {
    const calls: CallState[] = [];
    for (let call = engine.next(now); call?.decision === Decision.SEND; call = engine.next(now)) calls.push(call);
    return calls;
  };
  return { engine, key, leaving };
}
