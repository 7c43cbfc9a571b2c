import { compile, type Rules } from '../core/backoff/compile.js';
import { Decision } from '../core/engine/decision.js';
import type { Policy } from '../core/policy/policy.js';
import { AttemptWatch, type AttemptWatcher } from './attempt-watch.js';
import { durationSource } from './duration.js';
import { EngineFleet } from './engine-fleet.js';
import { FaultPlan } from './fault-plan.js';
import { Fleet } from './fleet.js';
import { Layer } from './layer.js';
import { Link } from './link.js';
import { LoadSource } from './load.js';
import { Purpose, RandomStreams, randomFor } from './random-streams.js';
import { Recorder } from './recorder.js';
import { Run } from './run.js';
import type { Scenario } from './scenario/scenario.js';
import type { Service } from './service.js';
import { createService } from './services/create-service.js';
import { SharedStore } from './shared/shared-store.js';

/** What may be done to a run while it goes on. */
export type Intervention =
  /** Everything that is broken works again. */
  | { readonly kind: 'end-faults' }
  /** From now on only this share of the load comes. */
  | { readonly kind: 'keep-load'; readonly share: number }
  /** The callers go by another policy, such as one with a retry budget. Budgets and breakers begin anew. */
  | { readonly kind: 'policy'; readonly policy: Policy };

/**
 * One run of a scenario. It goes on in steps, as far as {@link advance} is told, so that a page can draw in between and
 * a person can step in. The same scenario, seed and interventions at the same instants give the same run to the last event.
 */
export class Simulation {
  readonly scenario: Scenario;
  readonly seed: number;
  readonly recorder: Recorder;
  private readonly run = new Run();
  private readonly fleet: Fleet | null;
  private readonly engines: EngineFleet | null;
  private readonly store: SharedStore | null;
  private readonly load: LoadSource;
  private readonly faults: FaultPlan;
  private readonly endsAt: number;
  private isStopped = false;

  /** Whoever watches changes nothing of the run. */
  constructor(scenario: Scenario, seed = scenario.seed, watcher: AttemptWatcher | null = null) {
    const { run } = this;
    this.scenario = scenario;
    this.seed = seed;
    this.recorder = new Recorder(scenario.peakWindowMs);
    this.endsAt = scenario.drainMs === null ? Infinity : scenario.durationMs + scenario.drainMs;
    const rules = compile(scenario.policy);
    const link = this.createLink(0);
    const random = new RandomStreams(seed, Purpose.BACKOFF);
    const onEnd = (client: number, decision: Decision, beganAt: number): void => {
      this.recorder.callEnded(run.now, beganAt, decision === Decision.RETURN);
      this.load.ended(client, run);
    };
    const { clients } = scenario;
    const isEngines = clients.kind === 'engines';
    this.store = storeOf(scenario, seed);
    const { store } = this;
    this.engines = isEngines
      ? new EngineFleet(run, { rules, link, random, clients: clientsOf(scenario), store, onEnd })
      : null;
    this.fleet = isEngines ? null : new Fleet(run, { rules, link, random, groups: clients.groups, onEnd });
    this.faults = this.connect(link, (this.engines ?? this.fleet) as Fleet | EngineFleet, rules, watcher);
    this.load = new LoadSource(run, {
      load: scenario.load,
      untilMs: scenario.durationMs,
      seed,
      begin: this.beginner(),
    });
  }

  /** The virtual time, in ms. */
  get now(): number {
    return this.run.now;
  }

  /** Questions that were asked of the store that the clients share. */
  get storeTrips(): number {
    return this.store?.trips ?? 0;
  }

  /** Events handled so far. */
  get events(): number {
    return this.run.events;
  }

  /** Calls that have begun and not ended. */
  get active(): number {
    return (this.fleet ?? (this.engines as EngineFleet)).active;
  }

  /** When the last fault ended; null while there is one, or where there was none. */
  get faultsEndedAt(): number | null {
    return this.faults.endedAt;
  }

  get isDone(): boolean {
    return this.isStopped;
  }

  /** Goes on until an instant of virtual time, or for so many events; true once the run is over. */
  advance(untilMs = Infinity, events = Infinity): boolean {
    if (this.isStopped) return true;
    const limit = Math.min(untilMs, this.endsAt);
    const isThere = this.run.start(limit, events);
    if (isThere && (this.run.pending === 0 || limit >= this.endsAt)) this.isStopped = true;
    return this.isStopped;
  }

  intervene(intervention: Intervention): void {
    const { run } = this;
    switch (intervention.kind) {
      case 'end-faults':
        this.faults.endAll(run);
        break;
      case 'keep-load':
        this.load.keep(intervention.share, run);
        break;
      case 'policy':
        this.fleet?.adopt(compile(intervention.policy));
    }
  }

  /** Puts the layers, the service and what breaks it at the end of the clients' link. */
  private connect(first: Link, clients: Fleet | EngineFleet, rules: Rules, watcher: AttemptWatcher | null): FaultPlan {
    const { run, scenario, seed } = this;
    let link = first;
    let caller: Fleet | EngineFleet = clients;
    const join = (service: Service): void => {
      if (watcher === null || link !== first) link.connect(caller, service);
      else {
        const watch = new AttemptWatch(caller, service, watcher);
        link.connect(watch, watch);
      }
    };
    for (const [index, policy] of scenario.layers.entries()) {
      const below = this.createLink(index + 1);
      const random = new RandomStreams(seed + index + 1, Purpose.BACKOFF);
      const layer = new Layer(run, { rules: compile(policy), link: below, random, upstream: link });
      join(layer);
      link = below;
      caller = layer.fleet;
    }
    const service = createService(run, link, this.recorder, scenario, rules, seed);
    join(service);
    const { engines, store } = this;
    return new FaultPlan(run, scenario.faults, { link, service, engines, store });
  }

  private createLink(index: number): Link {
    const { network, faults } = this.scenario;
    if (network === null) return new Link(this.run, null);
    const mayBreak = faults.some(({ kind }) => kind === 'outage');
    return new Link(this.run, durationSource(network, randomFor(this.seed + index, Purpose.NETWORK)), mayBreak);
  }

  private beginner(): (client: number, run: Run) => void {
    const { recorder, engines } = this;
    const { groups } = this.scenario.clients;
    if (engines !== null) {
      return (client, run) => {
        recorder.callBegan(run.now);
        engines.begin(client, run);
      };
    }
    const fleet = this.fleet as Fleet;
    // Which group a call of an open load belongs to is drawn: dealt out in turn, no group would see a crowd.
    const draw = this.scenario.load.kind === 'open' && groups > 1 ? randomFor(this.seed, Purpose.GROUP) : null;
    return (client, run) => {
      recorder.callBegan(run.now);
      fleet.begin(client, draw === null ? client % groups : Math.floor(draw() * groups), run);
    };
  }
}

function storeOf({ store }: Scenario, seed: number): SharedStore | null {
  if (store === null) return null;
  const { roundTrip, leaseMs, whenGone } = store;
  return new SharedStore({ roundTripMs: durationSource(roundTrip, randomFor(seed, Purpose.STORE)), leaseMs, whenGone });
}

function clientsOf({ load }: Scenario): number {
  if (load.kind === 'trace') return load.atMs.length;
  return load.kind === 'open' ? 1 : load.clients;
}
