import type { ScenarioInput } from '../scenario/scenario.js';
import { METASTABLE_CONTROLS, metastable } from './metastable.js';

export const recoveryWithBudget: ScenarioInput = {
  ...metastable,
  id: 'recovery-with-budget',
  title: 'How small a retry budget has to be',
  story:
    'The metastable failure again: 280 calls a second on a database that can do 300, and ten seconds without a network. ' +
    'This time retries are limited to a share of the calls. ' +
    'The usual 10 % make 308 attempts a second, which is more than 300, so the failure stays; 5 % make 294, and the backlog melts.',
  notice:
    'A budget of a share b is safe below capacity ÷ (1 + b). The usual 10 % do not rescue a service that runs at 93 % of ' +
    'its capacity; 5 % do, if slowly.',
  load: { kind: 'open', arrivals: 'even', rate: [{ perSecond: 280 }] },
  durationMs: 550_000,
  variants: [
    { name: 'no budget', set: {} },
    { name: '10 %', set: { 'policy.retryBudget': { kind: 'ratio', share: 0.1, floorPerSecond: 0 } } },
    { name: '5 %', set: { 'policy.retryBudget': { kind: 'ratio', share: 0.05, floorPerSecond: 0 } } },
  ],
  controls: METASTABLE_CONTROLS,
};
