import type { ScenarioInput } from '../scenario/scenario.js';

const THREE_RETRIES = { backoff: { baseMs: 0 }, jitter: 'none', maxAttempts: 4 } as const;
const NO_RETRY = { maxAttempts: 1 } as const;

export const layeredAmplification: ScenarioInput = {
  version: 1,
  id: 'layered-amplification',
  title: 'Three layers that each retry three times',
  story:
    'A page calls a front end, that calls a back end, and that calls a database; each of the three makes up to four attempts. ' +
    'The database is down, so every attempt of every layer is made. ' +
    'One call of a person becomes 4 × 4 × 4 = 64 calls at the database, just when it can take them least.',
  notice:
    'Attempts multiply from layer to layer, but only while nearly everything fails: at half of the calls failing it is two. ' +
    'With retries in one layer the database gets four calls for one.',
  load: { kind: 'open', rate: [{ perSecond: 10 }] },
  policy: THREE_RETRIES,
  layers: [THREE_RETRIES, THREE_RETRIES],
  service: { kind: 'loaded', baseMs: 1, failShare: 1 },
  durationMs: 60_000,
  variants: [
    { name: 'each layer', set: {} },
    { name: 'one layer', set: { layers: [NO_RETRY, NO_RETRY] } },
  ],
  controls: [
    { key: 'failShare', about: 'Share of calls that the database fails.', kind: 'share', paths: ['service.failShare'] },
    {
      key: 'attempts',
      about: 'Attempts of each layer that retries.',
      kind: 'count',
      paths: ['policy.maxAttempts', 'layers.0.maxAttempts', 'layers.1.maxAttempts'],
      min: 1,
      max: 10,
    },
  ],
};
