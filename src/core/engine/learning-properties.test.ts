import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { compile } from '../backoff/compile.js';
import { parsePolicy } from '../policy/parse-policy.js';
import { CallState, Phase } from './call-state.js';
import { Decision } from './decision.js';
import { Engine } from './engine.js';
import { anyLimit } from './fixtures/any-limit.js';
import { Outcome } from './outcome.js';

const amount = fc.oneof(fc.nat(50), fc.nat(1e6), fc.double({ min: 0, max: 1e12, noNaN: true }));
const ms = fc.oneof(fc.nat(100), fc.nat(100_000), fc.nat(1e10));
const limit = anyLimit(['requests', 'tokens', 'requestsPerDay'], amount, ms);
const answer = fc.record({
  limits: fc.array(limit, { maxLength: 3 }),
  outcome: fc.oneof({ weight: 5, arbitrary: fc.constant(Outcome.OK) }, fc.constant(Outcome.REFUSED)),
  hintMs: fc.option(fc.nat(5000)),
  latencyMs: fc.nat(300),
  used: fc.option(amount),
});

describe('whatever a server tells of its limits', () => {
  it('every call ends, no slot is lost, and no hint is shortened', () => {
    fc.assert(
      fc.property(fc.array(answer, { minLength: 1, maxLength: 20 }), fc.nat(3), (answers, cost) => {
        const rules = compile(parsePolicy({ refusals: { max: 20 }, maxAttempts: 5 }));
        const engine = new Engine(rules, { random: () => 0.5 });
        const key = engine.key('account', 'bucket');
        const calls = Array.from({ length: 30 }, (_, n) => {
          const costs = n % 2 === 0 ? null : engine.costsOf({ tokens: cost });
          return new CallState(key, costs, true, null);
        });
        for (const call of calls) engine.submit(call, 0);
        const inFlight: { call: CallState; at: number; step: number }[] = [];
        const mayGoAt = new Map<CallState, number>();
        let [now, sent, steps] = [0, 0, 0];
        for (; calls.some(({ phase }) => phase !== Phase.DONE); steps++) {
          // Ends for certain, or hangs for certain.
          expect(steps).toBeLessThan(20_000);
          for (let call = engine.next(now); call !== null; call = engine.next(now)) {
            if (call.decision !== Decision.SEND) continue;
            expect(now).toBeGreaterThanOrEqual(mayGoAt.get(call) ?? 0);
            const step = sent++ % answers.length;
            inFlight.push({ call, step, at: now + (answers[step]?.latencyMs ?? 0) });
          }
          if (calls.every(({ phase }) => phase === Phase.DONE)) break;
          inFlight.sort((a, b) => a.at - b.at);
          const next = Math.min(inFlight[0]?.at ?? Infinity, engine.wakeAt());
          expect(next).toBeLessThan(Infinity);
          now = Math.max(now, next);
          while (inFlight.length > 0 && (inFlight[0]?.at as number) <= now) {
            const { call, step } = inFlight.shift() as (typeof inFlight)[number];
            const { limits, outcome, hintMs, used } = answers[step] as (typeof answers)[number];
            engine.observe(call, limits, now);
            engine.answer(call, outcome, hintMs, now);
            if (used !== null) engine.settle(call, { tokens: used }, now);
            if (outcome === Outcome.REFUSED && hintMs !== null) mayGoAt.set(call, now + hintMs);
          }
        }
        expect([engine.inFlight, engine.queued, key.inFlight]).toEqual([0, 0, 0]);
        for (const { level, burst } of engine.snapshot(key, now).limits) {
          expect(Number.isFinite(level) && Number.isFinite(burst)).toBe(true);
        }
        expect(() => engine.importState(JSON.parse(JSON.stringify(engine.exportState(now))), now)).not.toThrow();
      }),
      { numRuns: 200 },
    );
  });
});
