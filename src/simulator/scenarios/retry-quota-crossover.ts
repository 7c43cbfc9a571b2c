import type { ScenarioInput } from '../scenario/scenario.js';

export const retryQuotaCrossover: ScenarioInput = {
  version: 1,
  id: 'retry-quota-crossover',
  title: 'When a quota of retry tokens runs dry',
  story:
    'A client has 500 tokens; a retry costs 14 of them, gets them back if it succeeds, and each first try that succeeds brings one. ' +
    'While few requests fail the tokens stay full and nobody notices them. ' +
    'Above a failing share of 21.5 % with three attempts they run dry, and retries are rationed to what comes in.',
  notice:
    'Attempts per call rise up to the crossover and fall beyond it: the more fails, the less is retried. In a total outage ' +
    'a full quota pays for 35 retries and no more.',
  load: { kind: 'open', rate: [{ perSecond: 100 }] },
  policy: {
    backoff: { baseMs: 50, capMs: 20_000 },
    maxAttempts: 3,
    retryBudget: { kind: 'tokens', capacity: 500, cost: { transient: 14, throttled: 5 } },
  },
  service: { kind: 'loaded', baseMs: 10, failShare: 0.25 },
  durationMs: 600_000,
  variants: [
    { name: '10 % fail', set: { 'service.failShare': 0.1 } },
    { name: '20 %', set: { 'service.failShare': 0.2 } },
    { name: '25 %', set: { 'service.failShare': 0.25 } },
    { name: '50 %', set: { 'service.failShare': 0.5 } },
    { name: '100 %', set: { 'service.failShare': 1 } },
  ],
  controls: [
    {
      key: 'clients',
      about: 'Clients with 500 tokens each.',
      kind: 'count',
      paths: ['clients.groups'],
      min: 1,
      max: 10_000,
    },
    { key: 'attempts', about: 'Attempts of each call.', kind: 'count', paths: ['policy.maxAttempts'], min: 1, max: 10 },
    {
      key: 'cost',
      about: 'Tokens of a retry.',
      kind: 'number',
      paths: ['policy.retryBudget.cost.transient'],
      min: 0,
      max: 500,
    },
  ],
};
