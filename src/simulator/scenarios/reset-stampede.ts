import type { ScenarioInput } from '../scenario/scenario.js';

export const resetStampede: ScenarioInput = {
  version: 1,
  id: 'reset-stampede',
  title: 'Everybody is told the same reset',
  story:
    'Five hundred clients share a quota of a hundred calls per ten seconds, and each refusal names the instant at which the window ends. ' +
    'All of them obey to the millisecond, so all of them are back in the first instant of the next window. ' +
    'A hundred are served, the others have called in vain and are told the next reset.',
  notice:
    'Obeying the reset exactly costs no time here but calls: most attempts are refused. A spread forward in time lowers ' +
    'the peak; only a client that knows the rate of the quota saves the calls.',
  load: { kind: 'herd', clients: 500, spreadMs: 1000 },
  policy: { retryAfter: { spreadMs: 0 }, refusals: { max: 1000 } },
  service: {
    kind: 'limiter',
    limiter: { kind: 'fixed-window', amount: 100, windowMs: 10_000, opens: 'creation' },
    hintStepMs: 1,
  },
  peakWindowMs: 100,
  variants: [
    { name: 'exactly', set: { 'policy.retryAfter.spreadMs': 0 } },
    { name: 'spread 5 s', set: { 'policy.retryAfter.spreadMs': 5000 } },
  ],
  controls: [
    {
      key: 'clients',
      about: 'Clients that share the quota.',
      kind: 'count',
      paths: ['load.clients'],
      min: 1,
      max: 100_000,
    },
    { key: 'amount', about: 'Calls per window.', kind: 'count', paths: ['service.limiter.amount'], min: 1, max: 1e6 },
    { key: 'window', about: 'Length of the window.', kind: 'duration', paths: ['service.limiter.windowMs'], min: 1 },
  ],
};
