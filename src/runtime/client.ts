import { compile } from '../core/backoff/compile.js';
import { CallState } from '../core/engine/call-state.js';
import { Engine } from '../core/engine/engine.js';
import { PolicyError } from '../core/errors.js';
import { parsePolicy } from '../core/policy/parse-policy.js';
import type { Policy, PolicyInput } from '../core/policy/policy.js';
import { createRandom } from '../core/random/random.js';
import { checkClientOptions, checkExecuteOptions, checkRun, checkSignal, costsOf } from './check-options.js';
import { type Clock, systemClock } from './clock.js';
import { Driver } from './driver.js';
import { type Attempt, ExecuteJob, type ExecuteOptions } from './execute.js';
import { FetchJob } from './fetch-job.js';
import { type FetchInit, type FetchInput, factsOf, initOf, isRequest } from './fetch-request.js';

export interface ClientOptions {
  /** The fetch that is called for each attempt. Default: the platform's. */
  readonly fetch?: typeof globalThis.fetch;
  /** Names the bucket of a request: what shares a quota within an account, such as the model. Default: one bucket. */
  readonly key?: (input: FetchInput, init: RequestInit | undefined) => string;
  /** Most calls that may wait for their turn. Default 100 000. */
  readonly maxQueued?: number;
  readonly clock?: Clock;
  /** Seed of the jitter, to repeat a run. Default: another one for each client. */
  readonly seed?: number;
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
   * Runs `run` under the policy. It may throw `retryAfter(ms)`, an error with a `status`, or a network fault.
   * Rejects with a `GaveUpError`, with what `run` threw when it is not to be retried, with the signal's reason, or with
   * an `InputError` for options that cannot be used.
   */
  execute<T>(run: (attempt: Attempt) => T | PromiseLike<T>, options?: ExecuteOptions): Promise<T>;
  /** Calls in flight and waiting, now. */
  stats(): { readonly inFlight: number; readonly queued: number };
}

/**
 * Makes a client. Throws {@link PolicyError} when the policy cannot be used, {@link InputError} for options that cannot.
 * Whatever is wrong with a single call rejects the promise of that call.
 */
export function createClient(policy: PolicyInput = {}, options: ClientOptions = {}): Client {
  checkClientOptions(options);
  const rules = compile(runnable(parsePolicy(policy)));
  const { seed = Math.floor(Math.random() * 0x100000000), clock = systemClock(), maxQueued } = options;
  const random = createRandom(seed).next;
  const engine = new Engine(rules, maxQueued === undefined ? { random } : { random, maxQueued });
  const driver = new Driver(engine, clock);
  const quotaNames = rules.policy.quotas.map((quota) => quota.name);
  const ownKey = engine.key('', '');
  return {
    policy: rules.policy,
    stats: () => ({ inFlight: engine.inFlight, queued: engine.queued }),

    fetch(input, init) {
      return new Promise((resolve, reject) => {
        const first = initOf(init, 1);
        const facts = factsOf(input, first);
        const signal = checkSignal(signalOf(input, first));
        // Looked up for each call, so that a fetch that is put in place later, as test tools do, is used.
        const fetch = options.fetch ?? globalThis.fetch;
        const job = new FetchJob(driver, fetch, input, init, first, signal, resolve, reject);
        const key = engine.key(facts.account, options.key?.(input, first) ?? '');
        const call = new CallState(key, null, facts.repeatable, job);
        call.replayable = typeof init === 'function' || facts.replayable;
        job.start(call);
      });
    },

    execute<T>(run: (attempt: Attempt) => T | PromiseLike<T>, call: ExecuteOptions = NO_OPTIONS): Promise<T> {
      return new Promise<T>((resolve, reject) => {
        checkRun(run);
        if (call !== NO_OPTIONS) checkExecuteOptions(call);
        const job = new ExecuteJob<T>(driver, run, call.signal ?? null, resolve, reject);
        const key = call.key === undefined ? ownKey : engine.key('', call.key);
        const costs = call.cost === undefined ? null : costsOf(call.cost, quotaNames);
        const state = new CallState(key, costs, call.idempotent === true, job);
        if (call.deadlineMs !== undefined) state.deadlineAt = clock.now() + call.deadlineMs;
        job.start(state);
      });
    },
  };
}

/**
 * A `fetch` under a policy of its own: `createFetch()` has the defaults. Throws {@link PolicyError} and
 * {@link InputError} as {@link createClient} does.
 */
export function createFetch(policy: PolicyInput = {}, options: ClientOptions = {}): Client['fetch'] {
  return createClient(policy, options).fetch;
}

const NO_OPTIONS: ExecuteOptions = Object.freeze({});

/** As fetch has it: a signal in the init replaces that of the Request, and null there takes it away. */
function signalOf(input: FetchInput, init: RequestInit | undefined): AbortSignal | null {
  if (init?.signal !== undefined) return init.signal;
  return isRequest(input) ? input.signal : null;
}

/** A setting that is accepted and then ignored would be worse than one that is refused. */
function runnable(policy: Policy): Policy {
  if (policy.idleTimeoutMs === null) return policy;
  const allowed = 'none until bodies are watched as they arrive; attemptTimeoutMs and deadlineMs are obeyed';
  throw new PolicyError([{ field: 'idleTimeoutMs', value: policy.idleTimeoutMs, allowed }]);
}
