/**
 * holdoff/simulator: what a fleet of clients does to a service. The simulated clients run the very engine that people run.
 * Most people want {@link scenarioOf} and {@link replicate}; a page steps a {@link Simulation}. Unstable: names may change.
 */
export type { AttemptFate, AttemptWatcher } from './attempt-watch.js';
export { capacityPerSecond } from './capacity.js';
export { type Estimate, estimateOf } from './confidence.js';
export {
  type HiddenCapacity,
  type HiddenCapacityOptions,
  hiddenCapacity,
  searchHiddenCapacity,
} from './hidden-capacity.js';
export { type Replicated, Replications, replicate } from './replicate.js';
export {
  canRecover,
  FIGURE_NAMES,
  type FigureName,
  type Figures,
  type Report,
  reportOf,
  type SeriesReport,
} from './report.js';
export { type Actor, Run } from './run.js';
export { parseScenario } from './scenario/parse-scenario.js';
export type { Control, Fault, Load, Scenario, ScenarioInput, Service, Variant } from './scenario/scenario.js';
export { type Settings, settingsOf, variantsOf, withSettings, withValue } from './scenario/settings.js';
export { SCENARIOS, scenarioOf } from './scenarios/index.js';
export { type AttemptResult, SimulatedClient, type SimulatedServer } from './simulated-client.js';
export { type Intervention, Simulation } from './simulation.js';
export { usualTop } from './usual-top.js';
