import { describe, expect, it } from 'vitest';
import { busiestTenth, reportOf } from './report.js';
import { parseScenario } from './scenario/parse-scenario.js';
import { Simulation } from './simulation.js';

describe('the share in the busiest tenth of the time', () => {
  it.each<[string, number[], number | null]>([
    ['even load: a tenth', Array.from({ length: 50 }, () => 3), 0.1],
    ['all in one bin of ten', [0, 0, 0, 8, 0, 0, 0, 0, 0, 0], 1],
    ['a part of a bin counts as that part', [4, 1, 1, 1, 1], 0.25],
    ['nothing came', [0, 0], null],
  ])('%s', (_, counts, expected) => {
    const share = busiestTenth(counts);
    if (expected === null) expect(share).toBeNull();
    else expect(share).toBeCloseTo(expected, 12);
  });
});

describe('a report', () => {
  const simulation = new Simulation(
    parseScenario({
      version: 1,
      load: { kind: 'trace', atMs: [0, 0, 500] },
      policy: { backoff: { baseMs: 100 }, jitter: 'none', maxAttempts: 2 },
      service: {
        kind: 'limiter',
        limiter: { kind: 'token-bucket', amount: 1, windowMs: 1000, burst: 1 },
        service: { kind: 'constant', ms: 20 },
      },
    }),
  );
  simulation.advance();
  const report = reportOf(simulation);

  it('counts by hand what is small enough to count', () => {
    // Served at 0; refused at 0, 100 and 300, 700, served at 1500; refused at 500, 600, 800, 1200, 2000 …
    const { calls, attempts, useful, refused, succeeded } = report.figures;
    expect([calls, succeeded, useful]).toEqual([3, 3, 3]);
    expect(attempts).toBe((useful ?? 0) + (refused ?? 0));
    expect(report.figures.amplification).toBe((attempts ?? 0) / 3);
    expect(report.figures.wastedShare).toBeCloseTo((refused ?? 0) / (attempts ?? 1), 12);
  });

  it('has series whose sums are the figures', () => {
    const { series, figures } = report;
    const total = (values: readonly number[]) => values.reduce((sum, value) => sum + (value * series.binMs) / 1000, 0);
    expect(total(series.offeredPerSecond)).toBeCloseTo(figures.attempts ?? 0, 6);
    expect(total(series.usefulPerSecond)).toBeCloseTo(figures.useful ?? 0, 6);
    expect(total(series.refusedPerSecond)).toBeCloseTo(figures.refused ?? 0, 6);
    expect(total(series.callsPerSecond)).toBeCloseTo(3, 6);
    // Served at 20 and 1520 at the earliest, so that two and then one are left.
    expect(series.callsInProgress[0]).toBe(2);
    expect(series.callsInProgress.at(-1)).toBe(0);
  });

  it('is plain data: through JSON and back it is the same', () => {
    expect(JSON.parse(JSON.stringify(report))).toEqual(report);
  });

  it('has no figure where there is none', () => {
    const empty = new Simulation(simulation.scenario);
    expect(reportOf(empty).figures).toMatchObject({
      calls: 0,
      amplification: null,
      latencyP50Ms: null,
      completionMs: null,
    });
  });
});
