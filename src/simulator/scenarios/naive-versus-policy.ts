import type { ScenarioInput } from '../scenario/scenario.js';

export const naiveVersusPolicy: ScenarioInput = {
  version: 1,
  id: 'naive-versus-policy',
  title: 'Try again at once, or wait and ration',
  story:
    'A service that can do 100 requests a second gets 70, and for ten seconds it works at a quarter of its speed. ' +
    'The naive client cuts a request after a second and sends it again at once, four times over; the other one backs off with jitter and keeps its retries to a tenth of its requests. ' +
    'The slow spell is the same for both, and so are the calls.',
  notice:
    'After the slow spell the naive fleet goes on offering several times the load and nothing useful comes of it; with ' +
    'the policy the service is back within half a minute.',
  load: { kind: 'open', rate: [{ perSecond: 70 }] },
  policy: { attemptTimeoutMs: 1000, maxAttempts: 5 },
  service: { kind: 'queue', servers: 10, service: { kind: 'exponential', meanMs: 100 } },
  faults: [{ kind: 'slowdown', fromMs: 20_000, toMs: 30_000, speed: 0.25 }],
  durationMs: 120_000,
  drainMs: 0,
  variants: [
    { name: 'naive', set: { 'policy.backoff': { baseMs: 0 }, 'policy.jitter': 'none' } },
    {
      name: 'policy',
      set: {
        'policy.backoff': { baseMs: 1000 },
        'policy.jitter': 'full',
        'policy.retryBudget': { kind: 'ratio', share: 0.1, floorPerSecond: 0 },
      },
    },
  ],
  controls: [
    {
      key: 'load',
      about: 'New calls per second.',
      kind: 'rate',
      paths: ['load.rate.0.perSecond'],
      min: 1,
      max: 10_000,
    },
    { key: 'speed', about: 'Speed in the slow spell.', kind: 'share', paths: ['faults.0.speed'] },
    { key: 'until', about: 'When it ends.', kind: 'duration', paths: ['faults.0.toMs'], min: 20_001, max: 120_000 },
  ],
};
