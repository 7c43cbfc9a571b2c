import type { AttemptFate, AttemptWatcher } from '../../../../../src/simulator/index.js';
import type { Horizon } from './horizon.js';

/** Fates as numbers, for typed arrays; open until there is an answer. */
export const FATES: readonly (AttemptFate | 'open')[] = ['useful', 'refused', 'in-vain', 'open'];
const OPEN = FATES.indexOf('open');
/** Side, instant, lane, fate. */
export const NUMBERS_PER_DOT = 4;

/** Collects the attempts of some calls as rows of numbers, each call in a lane of its own: at their arrival, and again at their answer. */
export class Dots {
  private numbers: number[] = [];

  /** For the simulation of a side. */
  watcher(side: number, { stride, lanes }: Horizon): AttemptWatcher {
    return {
      follows: (call) => call % stride === 0 && call < stride * lanes,
      arrived: (call, atMs) => {
        this.numbers.push(side, atMs, call / stride, OPEN);
      },
      answered: (call, arrivedAtMs, fate) => {
        this.numbers.push(side, arrivedAtMs, call / stride, FATES.indexOf(fate));
      },
    };
  }

  /** What has come since the last time. */
  take(): Float32Array {
    const taken = Float32Array.from(this.numbers);
    this.numbers = [];
    return taken;
  }
}
