import type { ScenarioInput } from '../scenario/scenario.js';

export const slowDependency: ScenarioInput = {
  version: 1,
  id: 'slow-dependency',
  title: 'A service that slows down with its load',
  story:
    'A service answers in a second, and in ten milliseconds more for each request that it has in hand; at 40 calls a second that is 1.7 s. ' +
    'For five seconds twice as many calls come, and what takes longer than three seconds is cut and tried twice more. ' +
    'Retries keep the service slow enough for the next ones to be cut as well.',
  notice:
    'Retried at once, the collapse outlives the five seconds that caused it; with long random waits in between the service gets ' +
    'air and recovers. Backoff helps in a short spike, and does not in a long overload.',
  load: {
    kind: 'open',
    rate: [
      { atMs: 0, perSecond: 40 },
      { atMs: 20_000, perSecond: 80 },
      { atMs: 25_000, perSecond: 40 },
    ],
  },
  network: { kind: 'exponential', meanMs: 100 },
  policy: { maxAttempts: 3, attemptTimeoutMs: 3000 },
  service: { kind: 'loaded', baseMs: 1000, perInFlightMs: 10 },
  durationMs: 100_000,
  drainMs: 0,
  variants: [
    { name: 'at once', set: { 'policy.backoff': { baseMs: 0 }, 'policy.jitter': 'none' } },
    { name: 'within 20 s', set: { 'policy.backoff': { baseMs: 20_000, capMs: null }, 'policy.jitter': 'full' } },
  ],
  controls: [
    {
      key: 'load',
      about: 'Calls per second before and after the spike.',
      kind: 'rate',
      paths: ['load.rate.0.perSecond', 'load.rate.2.perSecond'],
      min: 1,
      max: 1000,
    },
    {
      key: 'spike',
      about: 'Calls per second in the spike.',
      kind: 'rate',
      paths: ['load.rate.1.perSecond'],
      min: 1,
      max: 1000,
    },
    {
      key: 'until',
      about: 'When the spike ends.',
      kind: 'duration',
      paths: ['load.rate.2.atMs'],
      min: 20_001,
      max: 100_000,
    },
  ],
};
