import type { Control, ScenarioInput } from '../scenario/scenario.js';

export const METASTABLE_CONTROLS: readonly Control[] = [
  { key: 'load', about: 'New calls per second.', kind: 'rate', paths: ['load.rate.0.perSecond'], min: 1, max: 10_000 },
  { key: 'attempts', about: 'Attempts of each call.', kind: 'count', paths: ['policy.maxAttempts'], min: 1, max: 10 },
  { key: 'timeout', about: 'When an attempt is cut.', kind: 'duration', paths: ['policy.attemptTimeoutMs'], min: 1 },
  {
    key: 'until',
    about: 'When the network is back.',
    kind: 'duration',
    paths: ['faults.0.toMs'],
    min: 10_001,
    max: 240_000,
  },
];

export const metastable: ScenarioInput = {
  version: 1,
  id: 'metastable',
  title: 'A failure that outlives its cause',
  story:
    'A database that can do 300 requests a second gets 280, each of them sent again once when there is no answer within a second. ' +
    'For ten seconds the network is gone, and then everything that was held arrives together. ' +
    'The queue is now longer than the patience of the clients, so each request is done twice for nobody: 560 a second, and it stays that way.',
  notice:
    'The network is whole again from second 20 on, and nothing useful is done ever after. Below 150 calls a second ' +
    '(300 ÷ 2 attempts) it heals by itself: set the load to 140 and see.',
  load: { kind: 'open', rate: [{ perSecond: 280 }] },
  policy: { backoff: { baseMs: 0 }, jitter: 'none', maxAttempts: 2, attemptTimeoutMs: 1000 },
  service: { kind: 'queue', service: { kind: 'constant', ms: 1000 / 300 } },
  faults: [{ kind: 'outage', fromMs: 10_000, toMs: 20_000, messages: 'hold' }],
  durationMs: 250_000,
  drainMs: 0,
  controls: METASTABLE_CONTROLS,
};
