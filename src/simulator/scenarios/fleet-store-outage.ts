import type { ScenarioInput } from '../scenario/scenario.js';

export const fleetStoreOutage: ScenarioInput = {
  version: 1,
  id: 'fleet-store-outage',
  title: 'Eight processes lose their store, and one its life',
  story:
    'Eight processes share a quota of 80 calls a second through a store, which is away from second 5 to second 15; at second 20 one of them dies, and is back after five seconds with what it had not done. ' +
    'While the store is away each process goes on with its share of the quota, gives its calls up, or takes the whole quota for itself. ' +
    'A reservation that dies with its process is lost, and comes back with time.',
  notice:
    'With a share each the fleet goes on at the pace of the quota, and some calls are refused when the store is back, since it did ' +
    'not count what was spent meanwhile. Where calls are given up most of the work is lost; with the whole quota for each, two attempts of three are ' +
    'refused, and it takes longer. The death of one is not seen in the load: the others take what it leaves.',
  load: { kind: 'batch', clients: 8, callsEach: 350 },
  clients: { kind: 'engines' },
  network: { kind: 'uniform', lowMs: 5, highMs: 25 },
  policy: { quotas: [{ name: 'requests', amount: 80, windowMs: 1000, burst: 80 }], refusals: { max: 1000 } },
  store: { roundTrip: { kind: 'constant', ms: 1 }, whenGone: 'share' },
  service: {
    kind: 'limiter',
    limiter: { kind: 'token-bucket', amount: 80, windowMs: 1000, burst: 80 },
    service: { kind: 'constant', ms: 20 },
    hintStepMs: 1,
  },
  faults: [
    { kind: 'store-outage', fromMs: 5000, toMs: 15_000 },
    { kind: 'crash', fromMs: 20_000, toMs: 25_000, client: 0 },
  ],
  variants: [
    { name: 'a share each', set: { 'store.whenGone': 'share' } },
    { name: 'given up', set: { 'store.whenGone': 'closed' } },
    { name: 'the whole each', set: { 'store.whenGone': 'open' } },
  ],
  controls: [
    { key: 'calls', about: 'Calls of each process.', kind: 'count', paths: ['load.callsEach'], min: 1, max: 100_000 },
    {
      key: 'until',
      about: 'When the store is back.',
      kind: 'duration',
      paths: ['faults.0.toMs'],
      min: 5001,
      max: 240_000,
    },
    { key: 'lease', about: 'What a reservation holds.', kind: 'duration', paths: ['store.leaseMs'], min: 1, max: 250 },
  ],
};
