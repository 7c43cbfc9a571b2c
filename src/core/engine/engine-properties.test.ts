import { describe, expect, it } from 'vitest';
import { type Observer, play, type World, type WorldOptions } from '../../../test/support/engine-world.js';
import { randomTraffic, type Traffic } from '../../../test/support/random-traffic.js';
import { parsePolicy } from '../policy/parse-policy.js';
import type { Policy, Quota } from '../policy/policy.js';
import { createRandom } from '../random/random.js';
import { hasAccountSlot, hasOwnSlot, quotasAt } from './admit.js';
import { type CallState, Phase } from './call-state.js';
import { costOf } from './cost-of.js';
import { Decision } from './decision.js';
import type { Engine } from './engine.js';
import { headOf } from './key-queue.js';
import type { KeyState } from './key-state.js';
import { Outcome } from './outcome.js';

const SEEDS = 600;

/** Plays every seed, with a driver that is punctual, and with one that is late now and then. */
function forAllTraffic(check: (traffic: Traffic, run: (observer?: Observer) => World, policy: Policy) => void): void {
  for (let seed = 1; seed <= SEEDS; seed++) {
    const traffic = randomTraffic(seed);
    const run = (observer: Observer = {}): World => {
      const { next } = createRandom(seed);
      const late: WorldOptions =
        seed % 3 === 0 ? { lateMs: () => (next() < 0.5 ? 0 : Math.floor(next() * 8) * 50) } : {};
      return play(traffic.policy, traffic.scripts, { seed, observer, nudges: traffic.nudges, ...late });
    };
    try {
      check(traffic, run, parsePolicy(traffic.policy));
    } catch (error) {
      throw new Error(`seed ${seed}`, { cause: error });
    }
  }
}

/** A plain check: there are millions of them, and `expect` costs more than the engine does. */
function must(condition: boolean, what: string): asserts condition {
  if (!condition) throw new Error(`violated: ${what}`);
}

const keysOf = (calls: readonly CallState[]): KeyState[] => [...new Set(calls.map(({ key }) => key))];
const inPhase = (calls: readonly CallState[], phase: Phase): CallState[] =>
  calls.filter((call) => call.phase === phase);

describe('whatever the policy, the traffic and the punctuality of the driver', () => {
  it('every call ends exactly once, and everything that was held is free', () => {
    const seen = new Set<Decision>();
    forAllTraffic((_, run) => {
      const { engine, calls, ends } = run();
      for (const [index, { phase, decision }] of calls.entries()) {
        const [end, ...more] = ends[index] ?? [];
        must(end !== undefined && more.length === 0, 'one end');
        must(phase === Phase.DONE && decision === end.decision, 'the end that was told');
        seen.add(decision);
      }
      must(engine.inFlight === 0 && engine.queued === 0, 'nothing is left');
      must(engine.wakeAt() === Infinity, 'nothing is to come');
      for (const key of keysOf(calls)) {
        must(key.inFlight === 0 && key.account.inFlight === 0, 'every slot is free');
        must(key.queued === 0 && key.queuedCosts.every((cost) => cost === 0), 'no cost is queued');
        must((key.breaker?.trials ?? 0) === 0, 'every trial is given back');
        must(headOf(key) === undefined, 'every queue is empty');
      }
    });
    // Traffic in which little happens would prove little.
    const names = Object.entries(Decision)
      .filter(([, code]) => seen.has(code))
      .map(([name]) => name);
    expect(names).toEqual([
      'RETURN',
      'GIVE_UP_TERMINAL',
      'GIVE_UP_ATTEMPTS',
      'GIVE_UP_REFUSALS',
      'GIVE_UP_NOT_REPEATABLE',
      'GIVE_UP_HINT',
      'GIVE_UP_DEADLINE',
      'GIVE_UP_BUDGET',
      'GIVE_UP_BREAKER',
      'GIVE_UP_THROTTLED',
      'GIVE_UP_QUOTA',
      'GIVE_UP_TOO_LARGE',
      'ABORTED',
    ]);
  });

  it('its counters are those of its calls, and no slot is lent twice', () => {
    forAllTraffic((_, run, { maxInFlight }) => {
      const idle = (engine: Engine, calls: readonly CallState[]): void => {
        const [queued, inFlight] = [inPhase(calls, Phase.QUEUED), inPhase(calls, Phase.IN_FLIGHT)];
        must(engine.queued === queued.length, 'queued in all');
        must(engine.inFlight === inFlight.length, 'in flight in all');
        for (const key of keysOf(calls)) {
          const own = queued.filter((call) => call.key === key);
          must(key.queued === own.length, 'queued in a bucket');
          must(key.inFlight === inFlight.filter((call) => call.key === key).length, 'in flight in a bucket');
          const { account } = key;
          must(account.inFlight === inFlight.filter((call) => call.key.account === account).length, 'in an account');
          must(account.inFlight <= (maxInFlight ?? Infinity), 'maxInFlight');
          for (const [index, cost] of key.queuedCosts.entries()) {
            const sum = own.reduce((all, call) => all + costOf(call.costs, index), 0);
            must(Math.abs(cost - sum) < 1e-6, 'costs that are queued');
          }
        }
      };
      run({ idle, sent: ({ key }) => must(key.inFlight <= Math.floor(key.window), 'the window of a bucket') });
    });
  });

  it('nobody waits who could go, and the next wake-up is no later than the first who can', () => {
    forAllTraffic((_, run) => {
      run({
        idle(engine, calls, now) {
          const wakeAt = engine.wakeAt();
          must(wakeAt > now, 'a wake-up lies in the future');
          for (const key of keysOf(calls)) {
            const head = headOf(key);
            if (head === undefined || !hasAccountSlot(engine.rules, key.account) || !hasOwnSlot(key)) continue;
            const at = startAt(key, head, now);
            // A bucket that is asked twice refills in two steps, so the instants differ by a rounding.
            must(at > now || wakeAt < now + 1e-6, 'a head that could go has gone');
            must(wakeAt < at + 1e-6, 'a wake-up for the head');
          }
          for (const { phase, readyAt, deadlineAt } of calls) {
            if (phase === Phase.WAITING) must(wakeAt <= readyAt, 'a wake-up for the retry');
            if (phase !== Phase.NEW && phase !== Phase.DONE) must(wakeAt <= deadlineAt, 'a wake-up for the deadline');
          }
        },
      });
    });
  });

  it('nothing is sent while its bucket or account is cooling down, and no named wait is shortened', () => {
    forAllTraffic((_, run, { retryAfter: { maxMs, beyondMax } }) => {
      const shut = new Map<object, number>();
      const readyAt = new Map<CallState, number>();
      run({
        answered({ key }, __, { outcome, hintMs = null, scope }, _decision, now) {
          if (outcome !== Outcome.REFUSED && outcome !== Outcome.OVERLOADED) return;
          const named =
            hintMs === null || hintMs <= maxMs || beyondMax === 'fail' ? hintMs : beyondMax === 'clamp' ? maxMs : null;
          if (named === null || named === 0) return;
          const owner = outcome === Outcome.REFUSED && scope === 'account' ? key.account : key;
          shut.set(owner, Math.max(shut.get(owner) ?? 0, now + named));
        },
        sent(call, _script, now) {
          must(now >= (shut.get(call.key) ?? 0), 'the cooldown of the bucket');
          must(now >= (shut.get(call.key.account) ?? 0), 'the cooldown of the account');
          must(now >= (readyAt.get(call) ?? 0), 'the wait of the call');
        },
        idle(_engine, calls) {
          for (const call of inPhase(calls, Phase.WAITING)) readyAt.set(call, call.readyAt);
        },
      });
    });
  });

  it('nothing is sent at or after its deadline, more often than allowed, or by a call that has ended', () => {
    forAllTraffic((_, run, { maxAttempts, refusals }) => {
      const { ends, sentAt } = run({
        sent(call, _script, now) {
          must(now < call.deadlineAt, 'the deadline');
          const exempt = refusals.countAsAttempts ? 0 : call.refusals;
          must(call.attempt - exempt <= maxAttempts, 'the attempts');
          must(exempt <= refusals.max, 'the refusals');
        },
      });
      for (const [index, [end]] of ends.entries()) {
        must(Math.max(...(sentAt[index] ?? []), 0) <= (end?.at ?? 0), 'nothing is sent after the end');
      }
    });
  });

  it('a bucket sends its fresh calls in the order in which they came, but that smaller ones may pass', () => {
    forAllTraffic((_, run) => {
      const last = new Map<string, number>();
      run({
        sent({ key, attempt, seq, costs }) {
          if (attempt > 1) return;
          const kind = `${key.account.name} ${key.name} ${JSON.stringify(costs)}`;
          must(seq > (last.get(kind) ?? -1), 'the order');
          last.set(kind, seq);
        },
      });
    });
  });

  it('a bucket never sends more than its quotas hold, over any stretch of time', () => {
    forAllTraffic((_, run, { quotas }) => {
      const sendings = new Map<KeyState, { at: number; costs: number[] }[]>();
      run({
        sent({ key, costs }, _script, now) {
          const list = sendings.get(key) ?? [];
          sendings.set(key, [...list, { at: now, costs: quotas.map((__, index) => costOf(costs, index)) }]);
        },
      });
      for (const list of sendings.values()) {
        for (const [index, quota] of quotas.entries()) {
          expectWithin(
            quota,
            list.map(({ at, costs }) => ({ at, cost: costs[index] ?? 0 })),
          );
        }
      }
    });
  });

  it('the same seed gives the same run', () => {
    forAllTraffic((_, run) => {
      const [first, second] = [run(), run()];
      expect(second.sentAt).toEqual(first.sentAt);
      expect(second.ends).toEqual(first.ends);
    });
  });
});

/** When a head could start if nothing but time were in its way. */
function startAt(key: KeyState, head: CallState, now: number): number {
  return Math.max(key.cooldownAt, key.overloadAt, key.account.cooldownAt, quotasAt(key, head.costs, now, null));
}

/** Burst + rate · d over every stretch of a paced quota; the amount in every window of an unpaced one. */
function expectWithin({ amount, windowMs, burst }: Quota, sendings: { at: number; cost: number }[]): void {
  if (windowMs > 3_600_000) {
    let [endsAt, used] = [-Infinity, 0];
    for (const { at, cost } of sendings) {
      if (at >= endsAt) [endsAt, used] = [at + windowMs, 0];
      used += cost;
      must(used <= amount, 'the amount of a window');
    }
    return;
  }
  for (const [from, { at: start }] of sendings.entries()) {
    let used = 0;
    for (const { at, cost } of sendings.slice(from)) {
      used += cost;
      must(used <= (burst + (amount / windowMs) * (at - start)) * (1 + 1e-8), 'burst + rate · d');
    }
  }
}
