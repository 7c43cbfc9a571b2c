import type { ScenarioInput } from '../scenario/scenario.js';

export const adaptiveThrottle: ScenarioInput = {
  version: 1,
  id: 'adaptive-throttle',
  title: 'A client that refuses some of its own requests',
  story:
    'A service can do 100 requests a second and its clients want 300, for as long as anybody looks. ' +
    'Each client counts what it asked and what was taken, and refuses a part of its own requests before they are sent, as the book of Google’s site reliability engineers describes. ' +
    'The factor K says how many requests it may send for each one that is taken.',
  notice:
    'What reaches the service settles at min(demand, K × capacity): 200 a second at K = 2, 110 at K = 1.1. The smaller K ' +
    'spares the service and notices its recovery later.',
  load: { kind: 'open', rate: [{ perSecond: 300 }] },
  policy: { maxAttempts: 1, throttle: { k: 2, windowMs: 120_000, maxRejectShare: 1 } },
  service: { kind: 'queue', room: 10, service: { kind: 'constant', ms: 10 } },
  durationMs: 600_000,
  variants: [
    { name: 'no throttle', set: { 'policy.throttle': null } },
    { name: 'K = 2', set: { 'policy.throttle.k': 2 } },
    { name: 'K = 1.1', set: { 'policy.throttle.k': 1.1 } },
  ],
  controls: [
    {
      key: 'load',
      about: 'Calls per second that are wanted.',
      kind: 'rate',
      paths: ['load.rate.0.perSecond'],
      min: 1,
      max: 10_000,
    },
    {
      key: 'clients',
      about: 'Clients that each count for themselves.',
      kind: 'count',
      paths: ['clients.groups'],
      min: 1,
      max: 10_000,
    },
    { key: 'duration', about: 'How long it goes on.', kind: 'duration', paths: ['durationMs'], min: 1000 },
  ],
};
