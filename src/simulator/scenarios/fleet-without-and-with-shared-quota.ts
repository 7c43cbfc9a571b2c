import type { ScenarioInput } from '../scenario/scenario.js';

export const fleetWithoutAndWithSharedQuota: ScenarioInput = {
  version: 1,
  id: 'fleet-without-and-with-shared-quota',
  title: 'Eight processes, one quota',
  story:
    'Eight processes share a quota of 80 calls a second, and each has 500 calls to make. ' +
    'Left to themselves they know nothing of each other, so each finds out by being refused. ' +
    'When they divide the quota between them, each keeps to its eighth and hardly anything is refused.',
  notice:
    'Both fleets get everything done; what differs is how many calls are refused on the way, and how evenly the service is ' +
    'loaded. An eighth each is what a shared quota comes to while all have the same work.',
  load: { kind: 'batch', clients: 8, callsEach: 500 },
  clients: { kind: 'engines' },
  network: { kind: 'constant', ms: 25 },
  policy: { refusals: { max: 1000 } },
  service: {
    kind: 'limiter',
    limiter: { kind: 'token-bucket', amount: 80, windowMs: 1000, burst: 80 },
    service: { kind: 'constant', ms: 20 },
    hintStepMs: 1,
  },
  peakWindowMs: 1000,
  variants: [
    { name: 'without', set: {} },
    { name: 'with', set: { 'policy.quotas': [{ name: 'requests', amount: 10, windowMs: 1000, burst: 10 }] } },
  ],
  controls: [
    { key: 'calls', about: 'Calls of each process.', kind: 'count', paths: ['load.callsEach'], min: 1, max: 100_000 },
    {
      key: 'perSecond',
      about: 'Calls that the service takes in a second.',
      kind: 'number',
      paths: ['service.limiter.amount'],
      min: 1,
      max: 1e6,
    },
  ],
};
