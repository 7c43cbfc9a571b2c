import { InputError } from '../../core/errors.js';
import { nearest } from '../../core/text/nearest.js';
import type { ScenarioInput } from '../scenario/scenario.js';
import { adaptiveThrottle } from './adaptive-throttle.js';
import { awsContention } from './aws-contention.js';
import { batchDrain } from './batch-drain.js';
import { bringYourOwn } from './bring-your-own.js';
import { fleetStoreOutage } from './fleet-store-outage.js';
import { fleetWithoutAndWithSharedQuota } from './fleet-without-and-with-shared-quota.js';
import { layeredAmplification } from './layered-amplification.js';
import { metastable } from './metastable.js';
import { naiveVersusPolicy } from './naive-versus-policy.js';
import { recoveryWithBudget } from './recovery-with-budget.js';
import { resetStampede } from './reset-stampede.js';
import { retryQuotaCrossover } from './retry-quota-crossover.js';
import { retryStorm } from './retry-storm.js';
import { slowDependency } from './slow-dependency.js';
import { thunderingHerd } from './thundering-herd.js';

/** Every scenario, in the order in which they are told. A new one needs a file beside this one and a row here. */
export const SCENARIOS: readonly ScenarioInput[] = [
  thunderingHerd,
  resetStampede,
  naiveVersusPolicy,
  awsContention,
  retryStorm,
  layeredAmplification,
  metastable,
  recoveryWithBudget,
  adaptiveThrottle,
  retryQuotaCrossover,
  slowDependency,
  fleetWithoutAndWithSharedQuota,
  fleetStoreOutage,
  batchDrain,
  bringYourOwn,
];

/** The scenario with this id. Throws {@link InputError} naming the nearest one. */
export function scenarioOf(id: string, name = 'scenario'): ScenarioInput {
  const found = SCENARIOS.find((scenario) => scenario.id === id);
  if (found !== undefined) return found;
  const ids = SCENARIOS.map((scenario) => scenario.id as string);
  const close = nearest(String(id), ids);
  const issue = { field: name, value: id, allowed: `one of ${ids.join(', ')}` };
  throw new InputError(close === null ? issue : { ...issue, hint: `did you mean ${close}?` });
}
