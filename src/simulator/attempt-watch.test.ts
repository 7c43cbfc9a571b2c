import { describe, expect, it } from 'vitest';
import type { AttemptFate } from './attempt-watch.js';
import { reportOf } from './report.js';
import { variantsOf } from './scenario/settings.js';
import { SCENARIOS, scenarioOf } from './scenarios/index.js';
import { Simulation } from './simulation.js';

interface Told {
  readonly call: number;
  readonly atMs: number;
  readonly fate: AttemptFate;
}

function watched(id: string, follows: (call: number) => boolean = () => true) {
  const told: Told[] = [];
  let arrivals = 0;
  const scenario = variantsOf(scenarioOf(id))[0]?.scenario ?? expect.fail();
  const simulation = new Simulation(scenario, 7, {
    follows,
    arrived: () => {
      arrivals++;
    },
    answered: (call, atMs, fate) => told.push({ call, atMs, fate }),
  });
  simulation.advance();
  return { told, arrivals, simulation, plain: new Simulation(scenario, 7) };
}

const counted = (told: readonly Told[], wanted: AttemptFate) => told.filter(({ fate }) => fate === wanted).length;

describe('who watches attempts', () => {
  it.each(SCENARIOS.map(({ id = '' }) => id))('changes nothing of %s', (id) => {
    const { simulation, plain } = watched(id);
    plain.advance();
    expect(reportOf(simulation)).toEqual(reportOf(plain));
  });

  it('is told every attempt of a herd, and what the service counts', () => {
    const { told, simulation } = watched('thundering-herd');
    const { attempts, useful, refused } = reportOf(simulation).figures;
    expect([told.length, counted(told, 'useful'), counted(told, 'refused')]).toEqual([attempts, useful, refused]);
    expect(told.slice(0, 1000).every(({ atMs }) => atMs === 0)).toBe(true);
  });

  it('is told what came too late as in vain', () => {
    const { told, arrivals, simulation } = watched('retry-storm');
    const { attempts, useful, wasted } = reportOf(simulation).figures;
    // What still waits in the queue when the run ends has arrived and is not answered.
    expect(arrivals).toBe(attempts);
    expect(told.length).toBeLessThan(arrivals);
    expect(wasted).toBeGreaterThan(1000);
    expect([counted(told, 'useful'), counted(told, 'in-vain')]).toEqual([useful, wasted]);
  });

  it('is told of the calls it follows only', () => {
    const { told } = watched('thundering-herd', (call) => call === 3);
    expect(new Set(told.map(({ call }) => call))).toEqual(new Set([3]));
  });
});
