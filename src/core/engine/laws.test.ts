// What must hold at every instant of any history: random answers, aborts, scopes and costs, and a state that is saved
// somewhere in the middle.

import fc from 'fast-check';
import { expect, it } from 'vitest';
import { compile } from '../backoff/compile.js';
import { parsePolicy } from '../policy/parse-policy.js';
import { CallState, Phase } from './call-state.js';
import { Decision } from './decision.js';
import { Engine } from './engine.js';
import { anyLimit } from './fixtures/any-limit.js';
import { Outcome } from './outcome.js';

const amount = fc.oneof(fc.nat(5), fc.nat(50), fc.nat(1e6));
const ms = fc.oneof(fc.constant(0), fc.nat(100), fc.nat(100_000));
const limit = anyLimit(['requests', 'tokens'], amount, ms);
const answers = fc.array(
  fc.record({
    limits: fc.array(limit, { maxLength: 2 }),
    outcome: fc.oneof({ weight: 3, arbitrary: fc.constant(Outcome.OK) }, fc.constantFrom(...Object.values(Outcome))),
    hintMs: fc.option(fc.nat(5000)),
    scope: fc.constantFrom('bucket', 'account'),
    latencyMs: fc.nat(300),
    abortAfterMs: fc.option(fc.nat(500), { freq: 6 }),
  }),
  { minLength: 1, maxLength: 15 },
);

it('counts add up, nothing is sent into a wait that was named, not even by an engine that was restored, and all ends', () => {
  const world = fc.record({
    answers,
    cost: fc.constantFrom(0, 0.5, 1, 3),
    maxInFlight: fc.option(fc.integer({ min: 1, max: 4 })),
    saveAt: fc.nat(5000),
  });
  fc.assert(
    fc.property(world, ({ answers: script, cost, maxInFlight, saveAt }) => {
      const rules = compile(parsePolicy({ refusals: { max: 20 }, maxAttempts: 5, maxInFlight }));
      const engine = new Engine(rules, { random: () => 0.5 });
      const calls = Array.from({ length: 24 }, (_, n) => {
        const costs = [null, engine.costsOf({ tokens: cost }), engine.costsOf({ requests: cost })][n % 3] ?? null;
        return new CallState(engine.key('account', n % 2 === 0 ? 'a' : 'b'), costs, true, null);
      });
      for (const call of calls) engine.submit(call, 0);
      const events: { at: number; act: (now: number) => void }[] = [];
      const shutUntil: Record<string, number> = { a: 0, b: 0, account: 0 };
      const mayGoAt = (call: CallState) => Math.max(shutUntil[call.key.name] ?? 0, shutUntil.account ?? 0);
      const check = () => {
        const live = calls.filter(({ phase }) => phase !== Phase.DONE).length;
        expect(engine.inFlight + engine.queued + engine.sleeping).toBe(live);
        expect(Math.min(engine.inFlight, engine.queued, engine.sleeping)).toBeGreaterThanOrEqual(0);
        if (maxInFlight !== null) expect(engine.inFlight).toBeLessThanOrEqual(maxInFlight);
      };
      const answer = (call: CallState, attempt: number, index: number) => (now: number) => {
        if (call.phase !== Phase.IN_FLIGHT || call.attempt !== attempt) return;
        const { limits, outcome, hintMs, scope } = script[index] as (typeof script)[number];
        engine.observe(call, limits, now);
        engine.answer(call, outcome, hintMs, now, scope);
        const isRefused = outcome === Outcome.REFUSED;
        if (hintMs === null || !(isRefused || outcome === Outcome.OVERLOADED)) return;
        const who = isRefused && scope === 'account' ? 'account' : call.key.name;
        shutUntil[who] = Math.max(shutUntil[who] ?? 0, now + hintMs);
      };
      let isSaved = false;
      let [now, sent] = [0, 0];
      for (let steps = 0; calls.some(({ phase }) => phase !== Phase.DONE); steps++) {
        // Ends for certain, or hangs for certain.
        expect(steps).toBeLessThan(20_000);
        for (let call = engine.next(now); call !== null; call = engine.next(now)) {
          check();
          if (call.decision !== Decision.SEND) continue;
          expect(now).toBeGreaterThanOrEqual(mayGoAt(call));
          const index = sent++ % script.length;
          const { latencyMs, abortAfterMs } = script[index] as (typeof script)[number];
          events.push({ at: now + latencyMs, act: answer(call, call.attempt, index) });
          const aborted = call;
          if (abortAfterMs !== null)
            events.push({ at: now + abortAfterMs, act: (then) => engine.abort(aborted, then) });
        }
        events.sort((one, other) => one.at - other.at);
        const next = Math.min(events[0]?.at ?? Infinity, engine.wakeAt());
        if (!isSaved && next > saveAt) {
          isSaved = true;
          const at = Math.max(now, saveAt);
          const other = new Engine(rules, { random: () => 0.5 });
          other.importState(JSON.parse(JSON.stringify(engine.exportState(at))), at);
          for (const name of ['a', 'b']) {
            const call = new CallState(other.key('account', name), null, true, null);
            other.submit(call, at);
            if (other.next(at)?.decision === Decision.SEND) expect(at).toBeGreaterThanOrEqual(mayGoAt(call));
          }
        }
        if (next === Infinity) break;
        now = Math.max(now, next);
        while (events.length > 0 && (events[0] as (typeof events)[number]).at <= now) {
          events.shift()?.act(now);
          check();
        }
      }
      expect([engine.inFlight, engine.queued, engine.sleeping]).toEqual([0, 0, 0]);
      for (const { limits } of engine.snapshots(now)) {
        for (const { level, burst } of limits) expect(Number.isFinite(level) && Number.isFinite(burst)).toBe(true);
      }
    }),
    { numRuns: 80 },
  );
});
