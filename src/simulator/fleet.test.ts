import { describe, expect, it } from 'vitest';
import { compile } from '../core/backoff/compile.js';
import { CallState } from '../core/engine/call-state.js';
import { Decision } from '../core/engine/decision.js';
import { Engine } from '../core/engine/engine.js';
import { Outcome } from '../core/engine/outcome.js';
import { createLimiter, take as takeFrom } from '../core/limiters/create-limiter.js';
import { parsePolicy } from '../core/policy/parse-policy.js';
import { createRandom } from '../core/random/random.js';
import { Run } from './run.js';
import { parseScenario } from './scenario/parse-scenario.js';
import type { ScenarioInput } from './scenario/scenario.js';
import { SimulatedClient } from './simulated-client.js';
import { Simulation } from './simulation.js';

function ran(input: Omit<ScenarioInput, 'version'>): Simulation {
  const simulation = new Simulation(parseScenario({ version: 1, ...input }));
  simulation.advance();
  return simulation;
}

const AT_ONCE = { backoff: { baseMs: 0 }, jitter: 'none' } as const;
/** All that comes fails; nothing but the callers decides how much that is. */
const DOWN = { kind: 'loaded', baseMs: 1, failShare: 1 } as const;

describe('callers', () => {
  it('cut an attempt that takes too long, and do not believe its late answer', () => {
    const { recorder } = ran({
      load: { kind: 'herd', clients: 1 },
      policy: { ...AT_ONCE, maxAttempts: 3, attemptTimeoutMs: 100 },
      service: { kind: 'loaded', baseMs: 150 },
    });
    expect([recorder.offered, recorder.wasted, recorder.failed, recorder.lastEndAt]).toEqual([3, 3, 1, 300]);
  });

  it('end at their deadline, in flight or before a wait that would miss it', () => {
    const ended = (service: ScenarioInput['service']) =>
      ran({
        load: { kind: 'herd', clients: 1 },
        policy: { backoff: { baseMs: 400 }, jitter: 'none', deadlineMs: 500 },
        service,
      }).recorder;
    expect(ended({ kind: 'loaded', baseMs: 10_000 }).lastEndAt).toBe(500);
    // The second wait, of 800 ms, would end too late.
    const { offered, lastEndAt } = ended(DOWN);
    expect([offered, lastEndAt]).toEqual([2, 402]);
  });

  it('LR-01: two layers of four and three attempts make twelve of one call', () => {
    const layered = (attempts: readonly number[]) =>
      ran({
        load: { kind: 'herd', clients: 1 },
        policy: { ...AT_ONCE, maxAttempts: attempts[0] as number },
        layers: attempts.slice(1).map((maxAttempts) => ({ ...AT_ONCE, maxAttempts })),
        service: DOWN,
      }).recorder.offered;
    expect(layered([4, 3])).toBe(12);
    expect(layered([4, 1])).toBe(4);
    // LR-02: three layers make 45, and fifteen without the middle one.
    expect(layered([3, 3, 5])).toBe(45);
    expect(layered([3, 1, 5])).toBe(15);
  });

  it('RB-02: a thousand failures of one instant get no more retries than the budget has', () => {
    const { recorder } = ran({
      load: { kind: 'herd', clients: 1000 },
      policy: {
        backoff: { baseMs: 1000 },
        jitter: 'none',
        retryBudget: { kind: 'ratio', share: 0.2, floorPerSecond: 0 },
      },
      service: DOWN,
    });
    expect(recorder.offered - 1000).toBe(200);
  });

  it('RB-06: groups have a budget each, so that one that fails takes nothing from another', () => {
    const retries = (groups: number): number => {
      const { recorder } = ran({
        load: { kind: 'herd', clients: 100 },
        policy: { ...AT_ONCE, maxAttempts: 2, retryBudget: { kind: 'tokens', capacity: 28, cost: { transient: 14 } } },
        clients: { groups },
        service: DOWN,
      });
      return recorder.offered - 100;
    };
    expect([retries(1), retries(10)]).toEqual([2, 20]);
  });

  it('CB-01: a half-open breaker lets one caller through, and its failure shuts it again', () => {
    const { recorder } = ran({
      load: { kind: 'trace', atMs: [0, 0, 0, 0, 0, ...Array.from({ length: 100 }, () => 1002)] },
      policy: { maxAttempts: 1, breaker: { threshold: 5, resetMs: 1000 } },
      service: DOWN,
    });
    expect([recorder.offered, recorder.failed]).toEqual([6, 105]);
  });

  it('TH-02: clients with the same pause do not start together', () => {
    const { recorder } = ran({
      load: { kind: 'closed', clients: 5, think: { kind: 'constant', ms: 1000 } },
      service: { kind: 'loaded', baseMs: 0 },
      durationMs: 60_000,
      peakWindowMs: 10,
    });
    expect(recorder.begun).toBeGreaterThan(290);
    expect(recorder.peak).toBeLessThanOrEqual(2);
  });
});

describe('whole engines', () => {
  it('TH-01: fifty calls that share ten per minute leave at the rate of the quota, and none is refused', () => {
    const { recorder } = ran({
      load: { kind: 'batch', clients: 1, callsEach: 50 },
      clients: { kind: 'engines' },
      policy: { quotas: [{ name: 'requests', amount: 10, windowMs: 60_000, burst: 1 }] },
      service: {
        kind: 'limiter',
        limiter: { kind: 'fixed-window', amount: 10, windowMs: 60_000, opens: 'creation' },
        hintStepMs: 1,
      },
      peakWindowMs: 100,
    });
    expect([recorder.succeeded, recorder.refused]).toEqual([50, 0]);
    expect(recorder.peak).toBeLessThanOrEqual(10);
    expect(recorder.lastEndAt).toBeLessThanOrEqual(360_000);
  });

  it('TH-01: a window that others have used up shuts all fifty, and after its reset none of them is refused', () => {
    const policy = parsePolicy({ quotas: [{ name: 'requests', amount: 10, windowMs: 60_000, burst: 1 }] });
    const limiter = createLimiter({ kind: 'fixed-window', amount: 10, windowMs: 60_000, opens: 'creation' }, 0);
    for (let other = 0; other < 10; other++) takeFrom(limiter, 1, 0);
    const arrivals: [at: number, isTaken: boolean][] = [];
    const ends: number[] = [];
    const server = {
      serve(call: CallState, client: SimulatedClient, run: Run): void {
        const waitMs = takeFrom(limiter, 1, run.now);
        arrivals.push([run.now, waitMs === 0]);
        const result =
          waitMs === 0 ? { outcome: Outcome.OK, hintMs: null } : { outcome: Outcome.REFUSED, hintMs: waitMs };
        client.answerAt(run.now + 20, call, result, run);
      },
    };
    const run = new Run();
    const engine = new Engine(compile(policy), { random: createRandom(1).next, maxQueued: Infinity });
    const client = new SimulatedClient(engine, server, (call, now) => {
      expect(call.decision).toBe(Decision.RETURN);
      ends.push(now);
    });
    for (let call = 0; call < 50; call++) client.submitAt(0, new CallState(engine.key('', ''), null, true, call), run);
    run.start();

    // One had to ask to find the window shut. The others wait for the reset with it.
    expect(arrivals.filter(([, isTaken]) => !isTaken)).toEqual([[0, false]]);
    const first = arrivals[1]?.[0] as number;
    expect(first).toBeGreaterThanOrEqual(60_000);
    expect(arrivals.filter(([at]) => at >= 60_000 && at < 60_100).length).toBeLessThanOrEqual(10);
    expect(ends).toHaveLength(50);
    expect(Math.max(...ends)).toBeLessThanOrEqual(360_000);
  });
});
