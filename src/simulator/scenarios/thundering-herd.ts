import type { ScenarioInput } from '../scenario/scenario.js';

export const thunderingHerd: ScenarioInput = {
  version: 1,
  id: 'thundering-herd',
  title: 'A thousand clients come back at once',
  story:
    'A service restarts and a thousand clients that have lost it call in the same instant. ' +
    'It takes 200 calls a second and refuses the rest, and whoever is refused tries again after a growing backoff. ' +
    'Without jitter all of them wait equally long and meet again at every step; with jitter they spread out by themselves.',
  notice:
    'The first tenth of a second is the busiest, and busier with jitter, whose waits are half as long on average. After it the ' +
    'load without jitter comes in spikes with nothing between them: the last client is served after more than two minutes, ' +
    'where the service could have served all within five seconds. With jitter that takes ten.',
  load: { kind: 'herd', clients: 1000 },
  policy: {
    backoff: { baseMs: 50, multiplier: 2, capMs: 10_000 },
    jitter: 'none',
    refusals: { max: 1000 },
  },
  service: { kind: 'limiter', limiter: { kind: 'token-bucket', amount: 200, windowMs: 1000, burst: 50 } },
  peakWindowMs: 100,
  variants: [
    { name: 'none', set: { 'policy.jitter': 'none' } },
    { name: 'full', set: { 'policy.jitter': 'full' } },
  ],
  controls: [
    {
      key: 'clients',
      about: 'Clients that call at once.',
      kind: 'count',
      paths: ['load.clients'],
      min: 1,
      max: 1_000_000,
    },
    { key: 'spread', about: 'They call within this time.', kind: 'duration', paths: ['load.spreadMs'] },
    {
      key: 'perSecond',
      about: 'Calls that the service takes in a second.',
      kind: 'number',
      paths: ['service.limiter.amount'],
      min: 1,
      max: 1e6,
    },
    {
      key: 'burst',
      about: 'Calls that it takes at once.',
      kind: 'count',
      paths: ['service.limiter.burst'],
      min: 1,
      max: 1e6,
    },
  ],
};
