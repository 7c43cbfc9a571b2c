// What a client is made of and what it can do: the types that people see.

import type { Policy } from '../core/policy/policy.js';
import type { Clock } from './clock.js';
import type { GaveUpError } from './errors.js';
import type { ClientEvents } from './events.js';
import type { Attempt, ExecuteOptions } from './execute.js';
import type { FetchInit, FetchInput } from './fetch-request.js';
import type { MapOptions } from './map.js';
import type { SavedClient } from './saved-client.js';
import type { ClientSnapshot, ClientStats } from './snapshot.js';
import type { Store } from './store.js';

/** What a client takes beside its policy. Everything may be left out. */
export interface ClientOptions {
  /** The fetch that is called for each attempt. Default: the platform's. */
  readonly fetch?: typeof globalThis.fetch | undefined;
  /**
   * Whose rules the servers follow, such as `anthropic`: how responses are read, who shares a quota, which calls may be
   * repeated. Default: by the host of the request where it is known, and by what responses look like. A name that nobody
   * knows rejects every call.
   */
  readonly provider?: string | undefined;
  /**
   * Names the bucket of a request: what shares a quota within an account. Default: as the provider counts (by model,
   * deployment or resource), else one bucket for each account.
   */
  readonly key?: ((input: FetchInput, init: RequestInit | undefined) => string) | undefined;
  /** What a request costs, by the name of the quota. Default: 1 of what counts requests, and what such calls used so far. */
  readonly cost?: ((input: FetchInput, init: RequestInit | undefined) => Readonly<Record<string, number>>) | undefined;
  /**
   * What one fetch asks for beside the policy: a place in the queue, a deadline of its own. Asked once, when it is known
   * whom the call shares quotas with.
   */
  readonly terms?: ((call: TermsContext) => FetchTerms) | undefined;
  /** Most calls that may wait for their turn. Default 100 000. */
  readonly maxQueued?: number | undefined;
  /** `off`: a call that cannot go at once, or would have to wait before a retry, rejects with a `WouldWaitError`. */
  readonly waiting?: 'on' | 'off' | undefined;
  /** What the headers of served responses say of limits is obeyed by later calls. Default true. */
  readonly syncLimits?: boolean | undefined;
  /**
   * A slot is held until the body of the response ends, is cancelled or fails, and the deadline goes on in it.
   * Default true.
   */
  readonly trackBodies?: boolean | undefined;
  /**
   * Hold a stream of events back until its first event is there, so that an error in its place can be retried. `auto`,
   * the default: where the provider is known to generate text.
   */
  readonly holdFirstEvent?: boolean | 'auto' | undefined;
  /**
   * Asked when a fetch is given up: another model, another key, an answer from a cache. What it returns takes the place
   * of the result; nothing, or undefined, leaves it as it is.
   */
  readonly fallback?: ((giveUp: FallbackContext) => FallbackResult | PromiseLike<FallbackResult>) | undefined;
  /**
   * Shares the quotas of the policy, and cooldowns, with other processes: `createRedisStore` of `holdoff/redis` makes one.
   * The policy must have `quotas`.
   */
  readonly store?: Store | undefined;
  readonly clock?: Clock | undefined;
  /** Seed of the jitter, to repeat a run. Default: another one for each client. */
  readonly seed?: number | undefined;
}

/** A fetch that is about to be queued. */
export interface TermsContext {
  /** Origin and a digest of the credential. */
  readonly account: string;
  /** What shares a quota within the account. */
  readonly bucket: string;
  readonly input: FetchInput;
  readonly init: RequestInit | undefined;
}

export interface FetchTerms {
  /** Goes before calls of a lower one; 1 is worth a second of waiting. Default 0. */
  readonly priority?: number | undefined;
  /** Longest time in all, in ms or as a text such as `30s`; the policy's deadline holds too. */
  readonly deadlineMs?: number | string | undefined;
}

/** What a fallback gives in place of the answer; undefined leaves the call given up. */
export type FallbackResult = Response | undefined;

/** What a fallback may go by. */
export interface FallbackContext {
  readonly input: FetchInput;
  readonly init: FetchInit | undefined;
  /** Why the call was given up, after how many attempts, and when it could go again. */
  readonly error: GaveUpError;
  /** The last response, where there was one. */
  readonly response: Response | null;
}

/** A fetch that waits as the server says, and the same for functions; all calls of a client share its state. */
export interface Client {
  readonly policy: Policy;
  /**
   * As `fetch`, and it resolves to the last response whenever there is one: `reportOf(response)` tells how it went.
   * Rejects with what fetch threw, with the reason of an aborted signal, or with a `GaveUpError`. A `Request` with a
   * body is cloned for each attempt and stays unread.
   */
  fetch(input: FetchInput, init?: FetchInit): Promise<Response>;
  /**
   * Runs `run` under the policy. It may throw `retryAfter(ms)`, an error of an SDK, anything with a `status`, or a
   * network fault. Rejects with a `GaveUpError`, with what `run` threw when it is not to be retried, with the signal's
   * reason, or with an `InputError` for options that cannot be used.
   */
  execute<T, F = T>(run: (attempt: Attempt) => T | PromiseLike<T>, options?: ExecuteOptions<F>): Promise<T | F>;
  /**
   * Runs `run` for every item, as many at once as the limits allow, and resolves to the results in the order of the
   * items. The first failure rejects and stops the rest, unless `settle` asks for all of them.
   */
  map<I, T, F = T>(
    items: Iterable<I> | AsyncIterable<I>,
    run: (item: I, attempt: Attempt) => T | PromiseLike<T>,
    options: MapOptions<F> & { readonly settle: true },
  ): Promise<PromiseSettledResult<T | F>[]>;
  map<I, T, F = T>(
    items: Iterable<I> | AsyncIterable<I>,
    run: (item: I, attempt: Attempt) => T | PromiseLike<T>,
    options?: MapOptions<F> & { readonly settle?: false | undefined },
  ): Promise<(T | F)[]>;
  map<I, T, F = T>(
    items: Iterable<I> | AsyncIterable<I>,
    run: (item: I, attempt: Attempt) => T | PromiseLike<T>,
    options?: MapOptions<F>,
  ): Promise<(T | F)[] | PromiseSettledResult<T | F>[]>;
  /**
   * Calls `listener` for every event of a kind, until the returned function is called. What it throws is not caught.
   * Throws `InputError` for a kind that does not exist.
   */
  on<K extends keyof ClientEvents>(kind: K, listener: (event: ClientEvents[K]) => void): () => void;
  /** How many calls are where, now. */
  stats(): ClientStats;
  /** Counters and what is known of every bucket, as plain data. */
  snapshot(): ClientSnapshot;
  /** What was learned, as plain data for `JSON.stringify`: a process that lives shortly hands it to the next. */
  save(): SavedClient;
  /** Takes up what another client saved. Throws `InputError` for what no client saved. */
  restore(saved: SavedClient): void;
}
