import type { Rules } from '../core/backoff/compile.js';
import { CallState, Phase } from '../core/engine/call-state.js';
import type { Decision } from '../core/engine/decision.js';
import { Engine } from '../core/engine/engine.js';
import type { Outcome } from '../core/engine/outcome.js';
import type { DecodedLimit } from '../core/headers/decoded.js';
import type { Link } from './link.js';
import type { RandomStreams } from './random-streams.js';
import type { Run } from './run.js';
import { type Caller, NO_HINT } from './service.js';
import { SimulatedClient } from './simulated-client.js';

export interface EngineFleetOptions {
  readonly rules: Rules;
  readonly link: Link;
  readonly random: RandomStreams;
  readonly clients: number;
  readonly onEnd: (client: number, decision: Decision, beganAt: number, run: Run) => void;
}

interface Ticket {
  readonly client: number;
  readonly place: number;
  readonly beganAt: number;
}

/** Clients that are whole engines: with a queue, quotas, cooldowns, slots, and what they learn from answers. */
export class EngineFleet implements Caller {
  /** Calls that have begun and not ended. */
  active = 0;
  private readonly clients: readonly SimulatedClient[];
  /** Places are never used again, so that the late answer to an attempt that was cut finds nobody. */
  private readonly calls: (CallState | undefined)[] = [];

  constructor(run: Run, { rules, link, random, clients, onEnd }: EngineFleetOptions) {
    const server = {
      serve: (call: CallState, _client: SimulatedClient, at: Run): void => {
        link.request((call.payload as Ticket).place, call.attempt, at);
      },
    };
    this.clients = Array.from({ length: clients }, (_, index) => {
      const engine = new Engine(rules, { random: () => random.next(index), maxQueued: Infinity });
      return new SimulatedClient(engine, server, (call) => {
        const { client, place, beganAt } = call.payload as Ticket;
        this.active--;
        this.calls[place] = undefined;
        onEnd(client, call.decision, beganAt, run);
      });
    });
  }

  begin(client: number, run: Run): void {
    const owner = this.clients[client] as SimulatedClient;
    const ticket: Ticket = { client, place: this.calls.length, beganAt: run.now };
    const call = new CallState(owner.engine.key('', ''), null, true, ticket);
    this.calls.push(call);
    this.active++;
    owner.submitAt(run.now, call, run);
  }

  answer(place: number, attempt: number, outcome: Outcome, hintMs: number, run: Run): void {
    if (!this.isWaiting(place, attempt)) return;
    const call = this.calls[place] as CallState;
    const client = this.clients[(call.payload as Ticket).client] as SimulatedClient;
    client.answerAt(run.now, call, { outcome, hintMs: hintMs === NO_HINT ? null : hintMs }, run);
  }

  told(place: number, attempt: number, limits: readonly DecodedLimit[], run: Run): void {
    if (!this.isWaiting(place, attempt)) return;
    const call = this.calls[place] as CallState;
    const client = this.clients[(call.payload as Ticket).client] as SimulatedClient;
    client.engine.observe(call, limits, run.now);
  }

  isWaiting(place: number, attempt: number): boolean {
    const call = this.calls[place];
    return call !== undefined && call.phase === Phase.IN_FLIGHT && call.attempt === attempt;
  }
}
