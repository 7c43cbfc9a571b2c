import type { Rules } from '../core/backoff/compile.js';
import { CallState, Phase } from '../core/engine/call-state.js';
import type { Decision } from '../core/engine/decision.js';
import { Engine } from '../core/engine/engine.js';
import type { Outcome } from '../core/engine/outcome.js';
import type { DecodedLimit } from '../core/headers/decoded.js';
import { LeaseSupply } from '../core/leases/lease-supply.js';
import type { Link } from './link.js';
import type { RandomStreams } from './random-streams.js';
import type { Run } from './run.js';
import { type Caller, NO_HINT } from './service.js';
import type { SharedStore } from './shared/shared-store.js';
import { VirtualClock } from './shared/virtual-clock.js';
import { SimulatedClient, type SimulatedServer } from './simulated-client.js';

export interface EngineFleetOptions {
  readonly rules: Rules;
  readonly link: Link;
  readonly random: RandomStreams;
  readonly clients: number;
  /** Where the clients share their quotas; null where each keeps its own. */
  readonly store: SharedStore | null;
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
  private readonly options: EngineFleetOptions;
  private readonly run: Run;
  private readonly server: SimulatedServer;
  private readonly processes: Process[];
  /** Places are never used again, so that the late answer to an attempt that was cut finds nobody. */
  private readonly calls: (CallState | undefined)[] = [];
  /** By client that is down: since when its calls wait that were not done. */
  private readonly lost = new Map<number, readonly number[]>();

  constructor(run: Run, options: EngineFleetOptions) {
    this.options = options;
    this.run = run;
    this.server = {
      serve: (call, _client, at) => options.link.request((call.payload as Ticket).place, call.attempt, at),
    };
    this.processes = Array.from({ length: options.clients }, (_, index) => this.start(index));
  }

  begin(client: number, run: Run): void {
    this.active++;
    this.submit(client, run.now, run);
  }

  /** A client dies with all that it knows. Its attempts in flight go on for nobody. */
  crash(client: number): void {
    const { clock, driver } = this.processes[client] as Process;
    clock?.stop();
    driver.halt();
    const lost: number[] = [];
    for (const [place, call] of this.calls.entries()) {
      const ticket = call?.payload as Ticket | undefined;
      if (ticket?.client !== client) continue;
      lost.push(ticket.beganAt);
      this.calls[place] = undefined;
    }
    this.lost.set(client, lost);
  }

  /** A client that has died is started anew, and begins with the calls that were not done. */
  restart(client: number, run: Run): void {
    const lost = this.lost.get(client);
    if (lost === undefined) return;
    this.lost.delete(client);
    this.processes[client] = this.start(client);
    for (const beganAt of lost) this.submit(client, beganAt, run);
  }

  answer(place: number, attempt: number, outcome: Outcome, hintMs: number, run: Run): void {
    if (!this.isWaiting(place, attempt)) return;
    const call = this.calls[place] as CallState;
    this.driverOf(call).answerAt(run.now, call, { outcome, hintMs: hintMs === NO_HINT ? null : hintMs }, run);
  }

  told(place: number, attempt: number, limits: readonly DecodedLimit[], run: Run): void {
    if (!this.isWaiting(place, attempt)) return;
    const call = this.calls[place] as CallState;
    this.driverOf(call).observe(call, limits, run);
  }

  isWaiting(place: number, attempt: number): boolean {
    const call = this.calls[place];
    return call !== undefined && call.phase === Phase.IN_FLIGHT && call.attempt === attempt;
  }

  private start(index: number): Process {
    const { rules, random, store, onEnd } = this.options;
    const { run } = this;
    const engine = new Engine(rules, { random: () => random.next(index), maxQueued: Infinity });
    const driver = new SimulatedClient(engine, this.server, (call) => {
      const { client, place, beganAt } = call.payload as Ticket;
      this.active--;
      this.calls[place] = undefined;
      onEnd(client, call.decision, beganAt, run);
    });
    if (store === null) return { driver, clock: null };
    const clock = new VirtualClock(run);
    const wake = driver.wakeOn(run);
    driver.supply = new LeaseSupply(store.join(clock), { clock, wake, tell: () => {} });
    return { driver, clock };
  }

  private submit(client: number, beganAt: number, run: Run): void {
    const { driver } = this.processes[client] as Process;
    const ticket: Ticket = { client, place: this.calls.length, beganAt };
    const call = new CallState(driver.engine.key('', ''), null, true, ticket);
    this.calls.push(call);
    driver.submitAt(run.now, call, run);
  }

  private driverOf(call: CallState): SimulatedClient {
    return (this.processes[(call.payload as Ticket).client] as Process).driver;
  }
}

interface Process {
  readonly driver: SimulatedClient;
  /** Null without a store, since only what shares quotas has timers of its own. */
  readonly clock: VirtualClock | null;
}
