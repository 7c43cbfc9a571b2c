// One run of one contestant as the server sees it: lets requests in or refuses them, and notes what came when.

import { HINT_FIELD } from './witness.mjs';

export class Judge {
  /** Instants at which requests arrived, in order. */
  arrivals = [];

  constructor(scenario) {
    this.scenario = scenario;
    this.limit = scenario.limit();
  }

  /** To be called when a request arrives at its socket. */
  arrived(now) {
    this.arrivals.push(now);
  }

  /** Decides a request: the status and the header fields of its answer. */
  decide(now) {
    const state = this.limit.take(now);
    const { hintMs, fields } = this.scenario.tell(state);
    if (state.isServed) return { status: 200, fields };
    return { status: 429, fields: hintMs === null ? fields : { ...fields, [HINT_FIELD]: String(hintMs) } };
  }

  /** The most requests that arrived within 100 ms. */
  peak() {
    let most = 0;
    for (let from = 0, to = 0; to < this.arrivals.length; to++) {
      while (this.arrivals[to] - this.arrivals[from] >= 100) from++;
      most = Math.max(most, to - from + 1);
    }
    return most;
  }
}
