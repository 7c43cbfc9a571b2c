// The search of `holdoff simulate --hidden-capacity`: what it can look at, and what came of it.

import { hiddenCapacity, hiddenCapacityWithBudget } from '../../core/capacity/hidden-capacity.js';
import { formatFixed, formatNumber } from '../../core/text/format-number.js';
import {
  capacityPerSecond,
  type HiddenCapacity,
  SCENARIOS,
  type Scenario,
  searchHiddenCapacity,
  variantsOf,
} from '../../simulator/index.js';
import { UsageError } from '../failure.js';
import type { ScenarioRuns } from '../input/scenario-runs.js';

/** Searches the first variant, around what the plan says or else around its own load. */
export function searchIn({ input, variants }: ScenarioRuns) {
  const scenario = variants[0]?.scenario as Scenario;
  if (!canBeSearched(scenario)) throw notSearchable(input.id as string);
  const perSecond = scenario.load.kind === 'open' ? (scenario.load.rate[0]?.perSecond ?? 1) : 1;
  const around = closedForm(scenario) ?? perSecond;
  const steps = searchHiddenCapacity(scenario, { lowPerSecond: around / 5, highPerSecond: around * 2 });
  return { scenario, steps };
}

export function hiddenAnswer(found: HiddenCapacity | null, scenario: Scenario) {
  const expected = closedForm(scenario);
  const formula = expected === null ? '' : ` The closed form gives ${formatNumber(expected)}/s.`;
  const sentence =
    found === null
      ? 'Hidden capacity: every load in the range ends alike, so there is no boundary to find.'
      : `Hidden capacity: up to ${boundary(found.recoversPerSecond)} calls/s the service recovers by itself once the fault is over; at ${boundary(found.failsPerSecond)}/s it does not.${formula}`;
  return { sentence, json: { ...found, closedFormPerSecond: expected } };
}

/** The two loads are half a per cent apart: three digits would print one figure for both. */
function boundary(perSecond: number): string {
  return formatFixed(perSecond, perSecond < 100 ? 2 : 1);
}

function canBeSearched({ load, faults }: Scenario): boolean {
  return load.kind === 'open' && faults.length > 0;
}

function notSearchable(id: string): UsageError {
  const others = SCENARIOS.filter((input) => variantsOf(input).some(({ scenario }) => canBeSearched(scenario)));
  const why = 'has no fault to recover from under a load that does not wait for answers';
  return new UsageError(
    'not-searchable',
    `--hidden-capacity: ${id} ${why}`,
    `these have: ${others.map((input) => input.id).join(', ')}`,
  );
}

/** What the plan says of it, where the service has a capacity. */
function closedForm({ service, policy }: Scenario): number | null {
  if (service.kind !== 'queue') return null;
  const perMinute = 60 * (capacityPerSecond(service) as number);
  return (hiddenCapacityWithBudget(perMinute, policy) ?? hiddenCapacity(perMinute, policy)) / 60;
}
