import type { ScenarioInput } from '../scenario/scenario.js';

export const batchDrain: ScenarioInput = {
  version: 1,
  id: 'batch-drain',
  title: 'Working off a backlog at the pace of its quota',
  story:
    'Two thousand calls wait and the quota allows 600 a minute, with a burst of 60. ' +
    'The client knows its quota, so it sends the burst, then one call every tenth of a second, and is never refused. ' +
    'The plan says how long that takes before anything is sent: the backlog less the burst, divided by the rate.',
  notice:
    'The end comes at (2,000 − 60) ÷ 10 a second = 194 s and a latency, as a plan says but for the burst. No call is ' +
    'refused, because none is sent before its time.',
  load: { kind: 'batch', clients: 1, callsEach: 2000 },
  clients: { kind: 'engines' },
  network: { kind: 'constant', ms: 50 },
  policy: { quotas: [{ name: 'requests', amount: 600, windowMs: 60_000, burst: 60 }] },
  service: {
    kind: 'limiter',
    limiter: { kind: 'token-bucket', amount: 600, windowMs: 60_000, burst: 60 },
    service: { kind: 'constant', ms: 100 },
    hintStepMs: 1000,
  },
  controls: [
    { key: 'backlog', about: 'Calls that wait.', kind: 'count', paths: ['load.callsEach'], min: 1, max: 1_000_000 },
    {
      key: 'perMinute',
      about: 'The quota, of the client and of the service.',
      kind: 'number',
      paths: ['policy.quotas.0.amount', 'service.limiter.amount'],
      min: 1,
      max: 1e6,
    },
    {
      key: 'burst',
      about: 'What may be sent at once.',
      kind: 'count',
      paths: ['policy.quotas.0.burst', 'service.limiter.burst'],
      min: 1,
      max: 1e6,
    },
  ],
};
