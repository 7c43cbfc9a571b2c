import type { ScenarioInput } from '../scenario/scenario.js';

export const retryStorm: ScenarioInput = {
  version: 1,
  id: 'retry-storm',
  title: 'Half of the servers fail for five seconds',
  story:
    'Two servers together do 100 requests a second and get 70, and one of them is away for five seconds. ' +
    'What waits longer than a second is cut and sent again at once, up to three times, while the servers still work on what nobody waits for any more. ' +
    'The requests of five seconds are soon worked off; their retries are not.',
  notice:
    'The offered load rises when the capacity falls, and does not come down with the repair. It does where each call has one ' +
    'attempt only, and where the servers take the newest request first (order lifo instead of fifo).',
  load: { kind: 'open', rate: [{ perSecond: 70 }] },
  policy: { backoff: { baseMs: 0 }, jitter: 'none', maxAttempts: 4, attemptTimeoutMs: 1000 },
  service: { kind: 'queue', servers: 10, service: { kind: 'exponential', meanMs: 100 } },
  faults: [{ kind: 'slowdown', fromMs: 10_000, toMs: 15_000, speed: 0.5 }],
  durationMs: 90_000,
  drainMs: 0,
  controls: [
    {
      key: 'load',
      about: 'New calls per second.',
      kind: 'rate',
      paths: ['load.rate.0.perSecond'],
      min: 1,
      max: 10_000,
    },
    {
      key: 'order',
      about: 'Which request the servers take next: the oldest (fifo) or the newest (lifo).',
      kind: 'choice',
      choices: ['fifo', 'lifo'],
      paths: ['service.order'],
    },
    {
      key: 'until',
      about: 'When the server is back.',
      kind: 'duration',
      paths: ['faults.0.toMs'],
      min: 10_001,
      max: 90_000,
    },
  ],
};
