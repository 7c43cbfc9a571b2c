import type { ScenarioInput } from '../scenario/scenario.js';

export const bringYourOwn: ScenarioInput = {
  version: 1,
  id: 'bring-your-own',
  title: 'Your policy against your limit',
  story:
    'Calls come at a rate that you set, against a quota that you set, and retry by the policy that you give. ' +
    'Each takes the time that you set, and a refusal names the wait, if you say so. ' +
    'It shows what your clients would offer to such a service, and how many of their calls get through.',
  notice:
    'Attempts per call tell what the retries cost, and the share of calls in the busiest tenth how unevenly they come.',
  load: { kind: 'open', rate: [{ perSecond: 12 }] },
  service: {
    kind: 'limiter',
    limiter: { kind: 'token-bucket', amount: 600, windowMs: 60_000, burst: 10 },
    service: { kind: 'exponential', meanMs: 200 },
    hintStepMs: 0,
  },
  durationMs: 300_000,
  controls: [
    {
      key: 'load',
      about: 'New calls per second.',
      kind: 'rate',
      paths: ['load.rate.0.perSecond'],
      min: 0.01,
      max: 10_000,
    },
    {
      key: 'amount',
      about: 'Calls per window that the service takes.',
      kind: 'number',
      paths: ['service.limiter.amount'],
      min: 1,
      max: 1e6,
    },
    { key: 'window', about: 'The window.', kind: 'duration', paths: ['service.limiter.windowMs'], min: 1 },
    {
      key: 'burst',
      about: 'Calls that it takes at once.',
      kind: 'count',
      paths: ['service.limiter.burst'],
      min: 1,
      max: 1e6,
    },
    { key: 'latency', about: 'Mean time of a call.', kind: 'duration', paths: ['service.service.meanMs'] },
    {
      key: 'hintStep',
      about: 'Refusals name a wait in steps of this; 0 for none.',
      kind: 'duration',
      paths: ['service.hintStepMs'],
    },
    { key: 'duration', about: 'How long calls come.', kind: 'duration', paths: ['durationMs'], min: 1000 },
  ],
};
