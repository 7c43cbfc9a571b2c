/** Simulations of the very engine that people run. Unstable: names may change until it is complete. */
export { type Actor, Run } from './run.js';
export { type AttemptResult, SimulatedClient, type SimulatedServer } from './simulated-client.js';
