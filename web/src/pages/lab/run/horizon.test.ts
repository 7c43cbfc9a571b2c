import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseScenario, scenarioOf } from '../../../../../src/simulator/index.js';
import { axisAt, clockAt, horizonOf, type Lookahead, playedAt } from './horizon.js';

function side(id: string, nowMs: number, isDone = true, attempts = 100, lastCall = 9): Lookahead {
  return { scenario: parseScenario(scenarioOf(id)), nowMs, isDone, attempts, lastCall };
}

describe('how far a run goes', () => {
  it('is known when it has been run ahead', () => {
    expect(horizonOf([side('thundering-herd', 142_000)])).toMatchObject({ endMs: 142_000, closeMs: 142_000 });
  });

  it('is shown more closely while the shorter side lasts', () => {
    expect(horizonOf([side('thundering-herd', 142_000), side('thundering-herd', 8000)]).closeMs).toBe(10_000);
    expect(horizonOf([side('metastable', 250_000), side('metastable', 249_000)]).closeMs).toBe(250_000);
  });

  it('is the time of the load where the look ahead was cut short, and else a guess', () => {
    expect(horizonOf([side('metastable', 20_000, false)]).endMs).toBe(250_000);
    expect(horizonOf([side('thundering-herd', 2000, false)]).endMs).toBe(8000);
  });

  it('shows every call of a small fleet and a part of a large one, or of many attempts', () => {
    expect(horizonOf([side('thundering-herd', 100, true, 30, 9)])).toMatchObject({ stride: 1, lanes: 10 });
    expect(horizonOf([side('thundering-herd', 100, true, 9000, 999)])).toMatchObject({ stride: 21, lanes: 48 });
    expect(horizonOf([side('thundering-herd', 100, true, 800_000, 999)])).toMatchObject({ stride: 100, lanes: 10 });
  });

  it('counts the calls that are certain to come where only the first of them were seen', () => {
    const cut = (id: string) => horizonOf([side(id, 10, false, 1, 0)]);
    expect(cut('fleet-without-and-with-shared-quota')).toMatchObject({ stride: 42, lanes: 48 });
    expect(cut('thundering-herd')).toMatchObject({ stride: 21, lanes: 48 });
    expect(cut('metastable')).toMatchObject({ lanes: 1 });
  });
});

const horizons = fc
  .tuple(fc.double({ min: 1, max: 1e7, noNaN: true }), fc.double({ min: 0.001, max: 1, noNaN: true }))
  .map(([endMs, part]) => ({ endMs, closeMs: part < 0.5 ? endMs * part : endMs, stride: 1, lanes: 1 }));
const played = fc.double({ min: 0, max: 3, noNaN: true });

it('the clock never goes back, begins at 0 and is at the end when all has been played', () => {
  fc.assert(
    fc.property(horizons, played, played, (horizon, a, b) => {
      expect(clockAt(horizon, 0)).toBe(0);
      expect(clockAt(horizon, 1)).toBeCloseTo(horizon.endMs, 3);
      expect(clockAt(horizon, Math.max(a, b))).toBeGreaterThanOrEqual(clockAt(horizon, Math.min(a, b)));
    }),
  );
});

it('a run goes on from where it was stopped', () => {
  fc.assert(
    fc.property(horizons, played, (horizon, share) => {
      expect(playedAt(horizon, clockAt(horizon, share))).toBeCloseTo(share, 9);
    }),
  );
});

it('the axis always has room for the clock, and ends with the run', () => {
  fc.assert(
    fc.property(horizons, played, (horizon, at) => {
      const clockMs = horizon.endMs * at;
      const axisMs = axisAt(horizon, clockMs);
      expect(axisMs).toBeGreaterThanOrEqual(clockMs);
      if (at <= 1) expect(axisMs).toBeLessThanOrEqual(horizon.endMs);
      expect(axisMs).toBeLessThanOrEqual(Math.max(horizon.closeMs, 2 * clockMs));
    }),
  );
});
