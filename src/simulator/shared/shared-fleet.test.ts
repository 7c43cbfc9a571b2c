import { describe, expect, it } from 'vitest';
import { reportOf } from '../report.js';
import { parseScenario } from '../scenario/parse-scenario.js';
import type { ScenarioInput } from '../scenario/scenario.js';
import { Simulation } from '../simulation.js';

interface Fleet {
  readonly perSecond: number;
  readonly burst: number;
  readonly callsEach: number;
  readonly callsOfFirst?: number;
  readonly store?: ScenarioInput['store'];
  readonly faults?: ScenarioInput['faults'];
}

/** Eight processes that share a quota, with answers after 10 to 50 ms. */
function fleetOf({ perSecond, burst, callsEach, callsOfFirst, store = {}, faults = [] }: Fleet): Simulation {
  const input: ScenarioInput = {
    version: 1,
    load: { kind: 'batch', clients: 8, callsEach, ...(callsOfFirst === undefined ? {} : { callsOfFirst }) },
    clients: { kind: 'engines' },
    network: { kind: 'uniform', lowMs: 5, highMs: 25 },
    policy: { quotas: [{ name: 'requests', amount: perSecond, windowMs: 1000, burst }] },
    store,
    service: {
      kind: 'limiter',
      limiter: { kind: 'token-bucket', amount: perSecond, windowMs: 1000, burst },
      hintStepMs: 1,
    },
    faults,
  };
  return new Simulation(parseScenario(input));
}

function ran(fleet: Fleet) {
  const simulation = fleetOf(fleet);
  simulation.advance();
  return { simulation, ...reportOf(simulation).figures };
}

describe('processes that share a quota through a store', () => {
  // The clients that people run, on a manual clock, have these very figures: docs/fleet.md.
  it.each([
    ['even', { perSecond: 20, burst: 20, callsEach: 125 }, 1],
    ['even', { perSecond: 400, burst: 100, callsEach: 250 }, 0.1],
    ['even', { perSecond: 400, burst: 400, callsEach: 250 }, 0.1],
    ['uneven', { perSecond: 100, burst: 50, callsEach: 50, callsOfFirst: 450 }, 1],
  ])('with %s work of %o are done in the time that the quota takes, with none refused', (_, fleet, tripsPerCall) => {
    const { simulation, calls, succeeded, attempts, completionMs } = ran(fleet);
    expect([succeeded, attempts]).toEqual([calls, calls]);
    const boundMs = (((calls as number) - fleet.burst) / fleet.perSecond) * 1000 + 2 * 30;
    expect((completionMs as number) / boundMs).toBeLessThan(1.03);
    expect((completionMs as number) / boundMs).toBeGreaterThan(0.97);
    expect(simulation.storeTrips / (calls as number)).toBeLessThanOrEqual(tripsPerCall);
  });

  it('end when their work is done: nothing is looked after any more', () => {
    const { simulation, completionMs } = ran({ perSecond: 100, burst: 50, callsEach: 50 });
    expect(simulation.now - (completionMs as number)).toBeLessThan(3000);
  });

  it('go on with their share from the beginning, where the store was never there', () => {
    const { succeeded, calls } = ran({
      perSecond: 100,
      burst: 50,
      callsEach: 50,
      faults: [{ kind: 'store-outage', fromMs: 0, toMs: 60_000 }],
    });
    expect(succeeded).toBe(calls);
  });

  it('cost more than the quota by no more than a burst and a lease of each, when the store is gone for a while', () => {
    for (const toMs of [1200, 2000, 5000, 9000]) {
      const { succeeded, calls, refused } = ran({
        perSecond: 80,
        burst: 80,
        callsEach: 150,
        faults: [{ kind: 'store-outage', fromMs: 1000, toMs }],
      });
      expect(succeeded, String(toMs)).toBe(calls);
      expect(refused, String(toMs)).toBeLessThanOrEqual(80 + 8 * 2.5);
    }
  });

  it('lose no call when one of them dies: it begins again with what it had not done', () => {
    const fleet = { perSecond: 80, burst: 80, callsEach: 150 };
    const whole = ran(fleet);
    const broken = ran({ ...fleet, faults: [{ kind: 'crash', fromMs: 3000, toMs: 4000, client: 2 }] });
    expect(broken.succeeded).toBe(1200);
    // What was in flight is done twice, and its reservation is lost for as long as it was worth.
    expect(broken.wasted).toBeLessThanOrEqual(5);
    expect((broken.completionMs as number) - (whole.completionMs as number)).toBeLessThan(1000);
  });

  it('are whole again as soon as somebody ends what is broken', () => {
    const simulation = fleetOf({
      perSecond: 80,
      burst: 80,
      callsEach: 150,
      faults: [
        { kind: 'crash', fromMs: 3000, toMs: 600_000, client: 2 },
        { kind: 'store-outage', fromMs: 3000, toMs: 600_000 },
      ],
    });
    simulation.advance(5000);
    expect(simulation.faultsEndedAt).toBeNull();
    simulation.intervene({ kind: 'end-faults' });
    simulation.advance();
    expect(simulation.recorder.succeeded).toBe(1200);
    expect(simulation.recorder.lastEndAt).toBeLessThan(20_000);
  });
});

describe('a scenario with a store', () => {
  const fleet = { perSecond: 80, burst: 80, callsEach: 1 };

  it.each<[string, Partial<ScenarioInput>, RegExp]>([
    ['without quotas', { policy: {} }, /store: .*clients of kind engines whose policy has quotas/],
    [
      'an outage without a store',
      { store: null },
      /faults\[0\]\.kind: "store-outage" is not allowed; give another kind, or a store/,
    ],
    [
      'a client that is none',
      { faults: [{ kind: 'crash', fromMs: 0, toMs: 1, client: 8 }] },
      /faults\[0\]\.client: 8 is not allowed/,
    ],
    [
      'a loss that is none',
      { store: { whenGone: 'shut' } },
      /store\.whenGone: "shut" is not allowed; give share, closed, open/,
    ],
  ])('is refused: %s', (_, change, message) => {
    const { scenario } = fleetOf({ ...fleet, faults: [{ kind: 'store-outage', fromMs: 0, toMs: 1 }] });
    const { service, load, clients, policy, store, faults } = scenario;
    const input = { version: 1, service, load, clients, policy: { quotas: policy.quotas }, store, faults, ...change };
    expect(() => parseScenario(input)).toThrow(message);
  });
});
