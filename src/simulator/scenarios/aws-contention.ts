import type { ScenarioInput } from '../scenario/scenario.js';

export const awsContention: ScenarioInput = {
  version: 1,
  id: 'aws-contention',
  title: 'Clients that write one row',
  story:
    'A hundred clients each want to change the same row once; a write fails if somebody else wrote since the read, and is then done again from the read. ' +
    'This is the model with which AWS showed in 2015 what jitter does, with the network and the backoff of that program. ' +
    'Without backoff the work grows with the square of the clients, with backoff alone they stay in step.',
  notice:
    'Jitter more than halves the calls of plain exponential backoff here and is ten times as fast. Which jitter is best ' +
    'depends on the number of clients: that is no law.',
  load: { kind: 'herd', clients: 100 },
  network: { kind: 'normal', meanMs: 10, sdMs: 2 },
  // The exponent of that program is 1 at the first retry, so its base of 5 is ours of 10.
  policy: { backoff: { baseMs: 10, multiplier: 2, capMs: 2000 }, jitter: 'full', maxAttempts: 1000 },
  service: { kind: 'contended-row' },
  peakWindowMs: 100,
  runs: 20,
  variants: [
    { name: 'no-backoff', set: { 'policy.backoff': { baseMs: 0 }, 'policy.jitter': 'none' } },
    { name: 'none', set: { 'policy.jitter': 'none' } },
    { name: 'full', set: { 'policy.jitter': 'full' } },
    { name: 'equal', set: { 'policy.jitter': 'equal' } },
    { name: 'decorrelated', set: { 'policy.jitter': 'decorrelated', 'policy.backoff.baseMs': 5 } },
  ],
  controls: [
    { key: 'clients', about: 'Clients that write.', kind: 'count', paths: ['load.clients'], min: 1, max: 2000 },
  ],
};
