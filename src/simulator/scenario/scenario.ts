// What a scenario is, as plain data. People write a ScenarioInput; parseScenario makes a Scenario of it.

import type { StoreLoss } from '../../core/leases/store.js';
import type { LimiterSpec } from '../../core/limiters/create-limiter.js';
import type { Policy, PolicyInput } from '../../core/policy/policy.js';
import type { RatePoint } from '../arrivals.js';
import type { DurationSpec } from '../duration.js';
import type { LinkFault } from '../link.js';

/** A story to simulate, as plain data: who calls, under which policy, what answers, and what goes wrong when. */
export interface Scenario {
  readonly version: 1;
  readonly id: string;
  readonly title: string;
  /** Three sentences: what happens, why, and what it shows. */
  readonly story: string;
  /** What to look at in the result. */
  readonly notice: string;
  readonly load: Load;
  readonly policy: Policy;
  /**
   * `callers`: each call is a caller of its own; `groups` of them share a retry budget, a throttle and a breaker.
   * `engines`: each client is a whole engine with a queue, quotas, cooldowns and slots.
   */
  readonly clients: { readonly kind: 'callers' | 'engines'; readonly groups: number };
  /** Where engines share the quotas of their policy; null where each keeps its own. */
  readonly store: Store | null;
  /** Services between the clients and the dependency, from the top; each retries by a policy of its own. */
  readonly layers: readonly Policy[];
  /** One way; null where messages take no time. */
  readonly network: DurationSpec | null;
  readonly service: Service;
  readonly faults: readonly Fault[];
  /** New calls come until then; what is in flight may end after it. */
  readonly durationMs: number;
  /** How long the run may go on after the load has stopped; null for as long as anything is in flight. */
  readonly drainMs: number | null;
  /** The peak is the most attempts within such a window. */
  readonly peakWindowMs: number;
  readonly seed: number;
  /** How often it is run for a confidence interval, each time with the next seed. */
  readonly runs: number;
  /** What may be changed from outside, by name. */
  readonly controls: readonly Control[];
  /** What is run beside each other, on the same seeds: each with some places of the scenario written anew. */
  readonly variants: readonly Variant[];
}

/** Another set of values, run beside the others. */
export interface Variant {
  readonly name: string;
  /** Values by dotted path, as in {@link Control.paths}. */
  readonly set: Readonly<Record<string, unknown>>;
}

/** When calls come. */
export interface Store {
  readonly roundTrip: DurationSpec;
  /** How much of the fleet's rate a reservation holds, in ms. */
  readonly leaseMs: number;
  /** What limits a client while the store is gone. */
  readonly whenGone: StoreLoss;
}

/** When calls come. */
export type Load =
  /** One call of each client, all within `spreadMs`. */
  | { readonly kind: 'herd'; readonly clients: number; readonly spreadMs: number }
  /** Calls that come whatever becomes of the others. */
  | {
      readonly kind: 'open';
      readonly arrivals: 'poisson' | 'even';
      readonly rate: readonly RatePoint[];
      readonly isRamp: boolean;
    }
  /** Clients that make one call after the other, with a pause between. */
  | { readonly kind: 'closed'; readonly clients: number; readonly think: DurationSpec }
  | { readonly kind: 'trace'; readonly atMs: readonly number[] }
  /** Each client has so many calls to make, all of them at once; the first one another number, where that is given. */
  | {
      readonly kind: 'batch';
      readonly clients: number;
      readonly callsEach: number;
      readonly callsOfFirst: number | null;
    };

/** What answers. */
export type Service =
  | {
      readonly kind: 'limiter';
      readonly limiter: LimiterSpec;
      readonly cost: number;
      readonly service: DurationSpec;
      readonly hintStepMs: number;
    }
  | {
      readonly kind: 'rule-book';
      readonly provider: string;
      /** Amounts of its limits by name, where they differ from the book's. */
      readonly limits: Readonly<Record<string, number>>;
      readonly service: DurationSpec;
    }
  | {
      readonly kind: 'queue';
      readonly servers: number;
      readonly room: number | null;
      readonly order: 'fifo' | 'lifo';
      readonly dropsExpired: boolean;
      readonly service: DurationSpec;
    }
  | {
      readonly kind: 'loaded';
      readonly baseMs: number;
      readonly perInFlightMs: number;
      readonly failShare: number;
    }
  | { readonly kind: 'contended-row' }
  | { readonly kind: 'slotted-channel'; readonly slotMs: number };

/** What goes wrong, from and to when, in ms of the run. */
export type Fault =
  /** The network to the dependency, or the part of it that a share of the callers use. */
  | {
      readonly kind: 'outage';
      readonly fromMs: number;
      readonly toMs: number;
      readonly messages: LinkFault;
      readonly share: number;
    }
  /** A queue or a loaded service works at this part of its speed; 0 stops a queue. */
  | { readonly kind: 'slowdown'; readonly fromMs: number; readonly toMs: number; readonly speed: number }
  /** A loaded service fails this share of its requests. */
  | { readonly kind: 'errors'; readonly fromMs: number; readonly toMs: number; readonly failShare: number }
  /** The store that clients share cannot be reached; it keeps what it knows. */
  | { readonly kind: 'store-outage'; readonly fromMs: number; readonly toMs: number }
  /** A client dies, and is started anew with what it had not done. Clients are counted from 0. */
  | { readonly kind: 'crash'; readonly fromMs: number; readonly toMs: number; readonly client: number };

/** Something of a scenario that may be set by name: for `--set`, and for the form of the page. */
export interface Control {
  readonly key: string;
  readonly about: string;
  readonly kind: 'count' | 'rate' | 'duration' | 'share' | 'number' | 'choice';
  /** Where in the scenario it is written, dotted; a part that is a number is an index. Several places get the same value. */
  readonly paths: readonly string[];
  readonly min?: number;
  readonly max?: number;
  /** Of a choice. */
  readonly choices?: readonly string[];
}

type Written<T> = { readonly [K in keyof T]?: T[K] };

/** A scenario as written: what is left out has a default, and policies are policy inputs. */
export interface ScenarioInput
  extends Written<
    Omit<Scenario, 'version' | 'load' | 'policy' | 'clients' | 'store' | 'layers' | 'service' | 'faults'>
  > {
  readonly version: 1;
  readonly load: Readonly<Record<string, unknown>>;
  readonly policy?: PolicyInput;
  readonly clients?: { readonly kind?: 'callers' | 'engines'; readonly groups?: number };
  readonly store?: Readonly<Record<string, unknown>> | null;
  readonly layers?: readonly PolicyInput[];
  readonly service: Readonly<Record<string, unknown>>;
  readonly faults?: readonly Readonly<Record<string, unknown>>[];
}
