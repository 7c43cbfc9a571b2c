import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parsePolicy } from '../core/policy/parse-policy.js';
import { reportOf } from './report.js';
import { parseScenario } from './scenario/parse-scenario.js';
import type { ScenarioInput } from './scenario/scenario.js';
import { variantsOf, withSettings } from './scenario/settings.js';
import { scenarioOf } from './scenarios/index.js';
import { metastable } from './scenarios/metastable.js';
import { Simulation } from './simulation.js';

const short = parseScenario({ ...metastable, durationMs: 30_000 });

function ran(input: Omit<ScenarioInput, 'version'>, seed = 1): Simulation {
  const simulation = new Simulation(parseScenario({ version: 1, ...input }), seed);
  simulation.advance();
  return simulation;
}

describe('a simulation', () => {
  it('gives the same bytes for the same seed, and others for another', () => {
    const reports = [7, 7, 8].map((seed) => {
      const simulation = new Simulation(short, seed);
      simulation.advance();
      return JSON.stringify(reportOf(simulation));
    });
    expect(reports[1]).toBe(reports[0]);
    expect(reports[2]).not.toBe(reports[0]);
  });

  it('is the same in whatever steps it is run', () => {
    const whole = new Simulation(short);
    whole.advance();
    fc.assert(
      fc.property(fc.array(fc.tuple(fc.boolean(), fc.integer({ min: 1, max: 5000 })), { maxLength: 20 }), (steps) => {
        const stepped = new Simulation(short);
        for (const [byTime, size] of steps) {
          if (byTime) stepped.advance(stepped.now + size);
          else stepped.advance(Infinity, size);
        }
        stepped.advance();
        expect(stepped.isDone).toBe(true);
        expect(reportOf(stepped)).toEqual(reportOf(whole));
      }),
      { numRuns: 15 },
    );
  });

  it('says whether it is over', () => {
    const simulation = new Simulation(short);
    expect(simulation.advance(10_000)).toBe(false);
    expect(simulation.now).toBeLessThanOrEqual(10_000);
    expect(simulation.advance(Infinity, 10)).toBe(false);
    expect(simulation.advance()).toBe(true);
    expect(simulation.advance()).toBe(true);
    const { events } = simulation;
    simulation.advance();
    expect(simulation.events).toBe(events);
  });

  it('lets the load stop and what is in flight drain', () => {
    const { recorder, active, now } = ran({
      load: { kind: 'open', rate: [{ perSecond: 200 }] },
      policy: { maxAttempts: 1 },
      service: { kind: 'queue', service: { kind: 'constant', ms: 10 } },
      durationMs: 1000,
    });
    expect(recorder.begun).toBeGreaterThan(150);
    expect([recorder.succeeded, active]).toEqual([recorder.begun, 0]);
    expect(now).toBeGreaterThan(1500);
  });

  it('ends a fault when it is told to, and delivers what was held', () => {
    const simulation = new Simulation(parseScenario(withSettings(metastable, { load: 100 })));
    simulation.advance(11_000);
    expect(simulation.faultsEndedAt).toBeNull();
    const before = simulation.recorder.offered;
    simulation.intervene({ kind: 'end-faults' });
    simulation.advance(11_001);
    expect(simulation.faultsEndedAt).toBeCloseTo(11_000, -1);
    expect(simulation.recorder.offered - before).toBeGreaterThan(80);
    simulation.advance(15_000);
    expect(simulation.faultsEndedAt).toBeLessThan(11_001);
  });

  it('heals once a budget is turned on, or the load is shed', () => {
    const stuck = () => {
      const simulation = new Simulation(parseScenario({ ...metastable, durationMs: 400_000 }));
      simulation.advance(60_000);
      return simulation;
    };
    const usefulIn = (simulation: Simulation, fromMs: number, toMs: number): number => {
      simulation.advance(fromMs);
      const before = simulation.recorder.useful;
      simulation.advance(toMs);
      return (simulation.recorder.useful - before) / ((toMs - fromMs) / 1000);
    };
    const budget = { kind: 'ratio', share: 0, floorPerSecond: 0 };
    const policy = parsePolicy({ ...metastable.policy, retryBudget: budget as never });
    const cured = stuck();
    cured.intervene({ kind: 'policy', policy });
    const shed = stuck();
    shed.intervene({ kind: 'keep-load', share: 0.1 });
    expect(usefulIn(stuck(), 380_000, 390_000)).toBe(0);
    // 40 s at 260 a second too many are 10,400, which melt at 20 a second.
    expect(usefulIn(cured, 396_000, 399_000)).toBe(0);
    expect(usefulIn(shed, 380_000, 390_000)).toBeGreaterThan(20);
  });
});

it('the contended row keeps its identities: four messages per write, one success per client', () => {
  for (const { name, scenario } of variantsOf(scenarioOf('aws-contention'))) {
    const simulation = new Simulation(scenario, 3);
    simulation.advance();
    const { offered, useful, wasted, succeeded } = simulation.recorder;
    // The herd itself is one event more.
    expect([simulation.events - 1, useful, succeeded], name).toEqual([4 * offered, 100, 100]);
    expect(offered, name).toBe(100 + wasted);
  }
});

describe('what is offered', () => {
  it('is the same for every variant: the calls do not depend on the policy', () => {
    const calls = variantsOf(scenarioOf('naive-versus-policy')).map(({ scenario }) => {
      const simulation = new Simulation({ ...scenario, durationMs: 20_000 });
      simulation.advance();
      return reportOf(simulation).series.callsPerSecond;
    });
    expect(calls[1]).toEqual(calls[0]);
  });

  it('keeps the clients of a closed load to one call each', () => {
    const { recorder } = ran({
      load: { kind: 'closed', clients: 20, think: { kind: 'exponential', meanMs: 100 } },
      policy: { maxAttempts: 1 },
      service: { kind: 'queue', service: { kind: 'constant', ms: 10 } },
      durationMs: 60_000,
    });
    expect(recorder.inFlightMax).toBeLessThanOrEqual(20);
    // Twenty clients would make 182 calls a second if the service were idle; it does 100.
    expect(recorder.succeeded / 60).toBeGreaterThan(95);
    expect(recorder.succeeded / 60).toBeLessThanOrEqual(100.5);
  });

  it('comes when a trace says so', () => {
    const { recorder } = ran({
      load: { kind: 'trace', atMs: [5, 5, 300, 20] },
      service: { kind: 'loaded', baseMs: 1 },
    });
    expect([recorder.begun, recorder.lastEndAt]).toEqual([4, 301]);
  });
});

describe('a broken network', () => {
  const outage = (messages: string, share = 1) =>
    ran({
      load: { kind: 'herd', clients: 1000 },
      policy: { backoff: { baseMs: 100 }, jitter: 'none', maxAttempts: 2 },
      service: { kind: 'loaded', baseMs: 5 },
      faults: [{ kind: 'outage', fromMs: 0, toMs: 1000, messages, share }],
      durationMs: 0,
    });

  // The fault is made before the herd, so it begins first.
  it('holds, loses or refuses what is sent', () => {
    expect(outage('hold').recorder.lastEndAt).toBe(1005);
    const lost = outage('drop');
    expect([lost.recorder.offered, lost.active]).toEqual([0, 1000]);
    const { recorder } = outage('refuse');
    expect([recorder.failed, recorder.lastEndAt]).toEqual([1000, 100]);
  });

  it('cuts off a share of the callers alone', () => {
    const { recorder } = outage('refuse', 0.3);
    expect(Math.abs(recorder.failed - 300)).toBeLessThan(20);
    expect(recorder.failed + recorder.succeeded).toBe(1000);
  });
});
