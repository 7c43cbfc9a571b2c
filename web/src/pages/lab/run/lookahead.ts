import { Simulation } from '../../../../../src/simulator/index.js';
import type { Lookahead } from './horizon.js';
import type { Job } from './messages.js';

/** Runs the sides ahead of the picture, to see how long they take; no longer than somebody is willing to look at nothing. */
export class Scout {
  private readonly sides: { readonly simulation: Simulation; lastCall: number }[];

  constructor({ scenarios, seed }: Job) {
    this.sides = scenarios.map((scenario) => {
      const side = {
        lastCall: 0,
        simulation: new Simulation(scenario, seed, {
          follows: (call) => {
            if (call > side.lastCall) side.lastCall = call;
            return false;
          },
          arrived: () => {},
          answered: () => {},
        }),
      };
      return side;
    });
  }

  /** Goes on for so many events; true when all sides are over. */
  advance(events: number): boolean {
    const open = this.sides.find(({ simulation }) => !simulation.isDone);
    return open === undefined || (open.simulation.advance(Infinity, events) && this.advance(0));
  }

  seen(): Lookahead[] {
    return this.sides.map(({ simulation, lastCall }) => ({
      scenario: simulation.scenario,
      nowMs: simulation.now,
      isDone: simulation.isDone,
      attempts: simulation.recorder.offered,
      lastCall,
    }));
  }
}
