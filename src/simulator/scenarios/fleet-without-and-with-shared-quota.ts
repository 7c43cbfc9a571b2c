import type { ScenarioInput } from '../scenario/scenario.js';

const EIGHTH = [{ name: 'requests', amount: 10, windowMs: 1000, burst: 10 }];
const WHOLE = [{ name: 'requests', amount: 80, windowMs: 1000, burst: 80 }];

export const fleetWithoutAndWithSharedQuota: ScenarioInput = {
  version: 1,
  id: 'fleet-without-and-with-shared-quota',
  title: 'Eight processes, one quota',
  story:
    'Eight processes have a quota of 80 calls a second between them; one has 1,300 calls to make, the others 100 each. ' +
    'Left to themselves they know nothing of each other and find out by being refused; with an eighth of the quota each, the busy one is alone with its eighth in the end. ' +
    'Through a store they keep one quota together: each reserves units for the calls that wait, ahead of time.',
  notice:
    'Shared through a store everything is done in 24 s, which is what the quota takes for it, and nothing is refused. With an ' +
    'eighth each nothing is refused either, but the busy process takes more than two minutes. Each for itself sends a part of the ' +
    'calls in vain, and takes longer than it had to.',
  load: { kind: 'batch', clients: 8, callsEach: 100, callsOfFirst: 1300 },
  clients: { kind: 'engines' },
  network: { kind: 'uniform', lowMs: 5, highMs: 25 },
  policy: { refusals: { max: 1000 } },
  service: {
    kind: 'limiter',
    limiter: { kind: 'token-bucket', amount: 80, windowMs: 1000, burst: 80 },
    service: { kind: 'constant', ms: 20 },
    hintStepMs: 1,
  },
  peakWindowMs: 1000,
  variants: [
    { name: 'each for itself', set: {} },
    { name: 'an eighth each', set: { 'policy.quotas': EIGHTH } },
    { name: 'shared', set: { 'policy.quotas': WHOLE, store: { roundTrip: { kind: 'constant', ms: 1 } } } },
  ],
  controls: [
    {
      key: 'calls',
      about: 'Calls of each process but the busy one.',
      kind: 'count',
      paths: ['load.callsEach'],
      min: 1,
      max: 100_000,
    },
    {
      key: 'ofBusy',
      about: 'Calls of the busy process.',
      kind: 'count',
      paths: ['load.callsOfFirst'],
      min: 1,
      max: 100_000,
    },
  ],
};
