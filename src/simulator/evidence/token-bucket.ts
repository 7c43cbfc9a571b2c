import { estimateOf } from '../confidence.js';
import { atOnce, type Effort, type Finding, type Study, simulated, steady } from './study.js';

export const tokenBucketStudy: Study = {
  id: 'token-bucket',
  title: 'A token bucket and a herd',
  source:
    'M/D/1/B in closed form (Brun and Garcia 2000); waves counted by hand; two programs that agree for the jittered herd',
  about:
    'Poisson calls without retries into a bucket are a queue with constant service and a bounded number in it. A herd without ' +
    'jitter comes in waves at 0, b, 3b, 7b, …, so that its end and its calls can be counted exactly.',
  findings: (effort) => [...losses(effort), ...waves(), ...jittered(effort)],
};

/** Share refused by burst and load. */
const LOSSES: readonly [burst: number, rho: number, loss: number][] = [
  [1, 0.5, 0.33333],
  [1, 1, 0.5],
  [1, 2, 0.66667],
  [2, 0.5, 0.09627],
  [2, 1, 0.26894],
  [2, 2, 0.53169],
  [5, 0.5, 0.00218],
  [5, 1, 0.10345],
  [5, 2, 0.50025],
];

function losses(effort: Effort): Finding[] {
  const calls = effort === 'full' ? 1_000_000 : 60_000;
  return LOSSES.map(([burst, rho, expected]) => {
    // A token a second, so that the whole ms of a limiter are nothing.
    const { recorder } = simulated({
      load: steady(rho),
      policy: { ...atOnce(1), refusals: { countAsAttempts: true } },
      service: { kind: 'limiter', limiter: { kind: 'token-bucket', amount: 1, windowMs: 1000, burst } },
      durationMs: (calls / rho) * 1000,
    });
    return {
      what: `M/D/1/${burst}: share refused at ρ = ${rho}`,
      expected,
      ours: recorder.refused / recorder.offered,
      // Refusals come in clusters, so that their share spreads more than that of a coin.
      tolerance: 2 * 4 * Math.sqrt((expected * (1 - expected)) / calls),
      mark: 'statistical',
    };
  });
}

interface Herd {
  readonly clients: number;
  readonly burst: number;
  readonly perSecond: number;
  readonly baseMs: number;
  readonly capMs: number;
}

const WAVES: readonly (Herd & { readonly endMs: number; readonly calls: number })[] = [
  { clients: 1000, burst: 100, perSecond: 100, baseMs: 1000, capMs: 60_000, endMs: 243_000, calls: 5500 },
  { clients: 1000, burst: 100, perSecond: 20, baseMs: 1000, capMs: 60_000, endMs: 363_000, calls: 6900 },
  { clients: 100, burst: 10, perSecond: 1, baseMs: 1000, capMs: 32_000, endMs: 255_000, calls: 769 },
  { clients: 1000, burst: 50, perSecond: 100, baseMs: 500, capMs: 20_000, endMs: 291_500, calls: 10_500 },
];

function waves(): Finding[] {
  // A client that was told and refused again waits its own backoff where that is longer, so it is kept at 1 s.
  const obedient = { jitter: 'none', backoff: { baseMs: 1000, multiplier: 1 }, retryAfter: { spreadMs: 0 } };
  const told = herd(WAVES[0] as Herd, obedient, 1, 1000);
  return [
    ...WAVES.flatMap(({ endMs, calls, ...given }): Finding[] => {
      const { recorder } = herd(given, { jitter: 'none' }, 1);
      const name = `no jitter, ${given.clients} clients, burst ${given.burst}, ${given.perSecond}/s`;
      return [
        { what: `end in ms, ${name}`, expected: endMs, ours: recorder.lastEndAt, tolerance: 1e-6, mark: 'exact' },
        { what: `calls, ${name}`, expected: calls, ours: recorder.offered, tolerance: 0, mark: 'exact' },
      ];
    }),
    {
      what: 'end in ms, all told to wait 1 s',
      expected: 9000,
      ours: told.recorder.lastEndAt,
      tolerance: 1e-6,
      mark: 'exact',
    },
    { what: 'calls, all told to wait 1 s', expected: 5500, ours: told.recorder.offered, tolerance: 0, mark: 'exact' },
  ];
}

/** Mean and standard error over 200 runs. */
const JITTERED = [
  { jitter: 'equal', endMs: [14_120, 10], calls: [3556.1, 0.4] },
  { jitter: 'full', endMs: [29_500, 500], calls: [3829.9, 1.0] },
  { jitter: 'decorrelated', endMs: [17_100, 100], calls: [2578.8, 1.1] },
] as const;
const JITTERED_RUNS = 200;

function jittered(effort: Effort): Finding[] {
  const runs = effort === 'full' ? 200 : 15;
  return JITTERED.flatMap(({ jitter, endMs, calls }): Finding[] => {
    const ends: number[] = [];
    const counts: number[] = [];
    for (let seed = 1; seed <= runs; seed++) {
      const { recorder } = herd(WAVES[0] as Herd, { jitter }, seed);
      ends.push(recorder.lastEndAt);
      counts.push(recorder.offered);
    }
    return [mean(`end in ms, ${jitter} jitter`, endMs, ends), mean(`calls, ${jitter} jitter`, calls, counts)];
  });
}

function mean(what: string, [expected, se]: readonly [number, number], values: readonly number[]): Finding {
  const tolerance = 4 * se * Math.sqrt(1 + JITTERED_RUNS / values.length);
  return { what, expected, ours: estimateOf(values)?.mean ?? Number.NaN, tolerance, mark: 'statistical' };
}

function herd({ clients, burst, perSecond, baseMs, capMs }: Herd, policy: object, seed: number, hintStepMs = 0) {
  return simulated(
    {
      load: { kind: 'herd', clients },
      policy: { backoff: { baseMs, capMs }, refusals: { max: 1000 }, ...policy },
      service: {
        kind: 'limiter',
        limiter: { kind: 'token-bucket', amount: perSecond, windowMs: 1000, burst },
        hintStepMs,
      },
    },
    seed,
  );
}
