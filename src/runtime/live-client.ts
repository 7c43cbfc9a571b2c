// The client that does the work: the engine, its driver, and a job for every call.

import type { Rules } from '../core/backoff/compile.js';
import { CallState } from '../core/engine/call-state.js';
import { Engine } from '../core/engine/engine.js';
import { InputError } from '../core/errors.js';
import { parseDuration } from '../core/grammar/duration.js';
import { createRandom } from '../core/random/random.js';
import { discard } from './body/discard.js';
import type { CallJob } from './call-job.js';
import { CallWatcher, FUNCTIONS } from './call-watcher.js';
import {
  checkBucket,
  checkCost,
  checkExecuteOptions,
  checkListener,
  checkMapOptions,
  checkRun,
  checkSignal,
  checkTerms,
} from './check-options.js';
import type { Client, ClientOptions, FetchTerms } from './client-options.js';
import { type Clock, systemClock } from './clock.js';
import { Driver } from './driver.js';
import { GaveUpError } from './errors.js';
import { EventHub } from './events.js';
import { type Attempt, ExecuteJob, type ExecuteOptions } from './execute.js';
import { type FetchContext, FetchJob } from './fetch-job.js';
import { type FetchInit, type FetchInput, factsOf, initOf, isRequest } from './fetch-request.js';
import { type MapOptions, mapItems } from './map.js';
import { dialectNamed, dialectOfHost, viewOf } from './provider.js';
import { recognisedBucket, restoreRecognised, saveRecognised } from './recognised.js';
import { reportOf } from './report.js';
import { checkSaved } from './saved-client.js';
import type { ClientStats } from './snapshot.js';

/**
 * Makes it. The options have been checked. `platformFetch` is the fetch that was there when the client was made. Throws
 * {@link InputError} for a provider that is not known.
 */
export function createLiveClient(rules: Rules, options: ClientOptions, platformFetch: Fetch): Client {
  const { seed = Math.floor(Math.random() * 0x100000000), clock = systemClock(), maxQueued, provider } = options;
  const random = createRandom(seed).next;
  const engine = new Engine(rules, maxQueued === undefined ? { random } : { random, maxQueued });
  const quotaNames = rules.policy.quotas.map((quota) => quota.name);
  const hub = new EventHub();
  const watcher = new CallWatcher(hub, clock);
  const named = provider === undefined ? null : dialectNamed(provider);
  const driver = new Driver(engine, clock, watcher);
  const { store } = options;
  if (store !== undefined) {
    driver.supply = store.supply({
      clock,
      wake: driver.wake,
      placeOf: (name) => engine.placeOf(name),
      tell: (event) => hub.topics.store.tell(event),
    });
  }
  const context: FetchContext = {
    driver,
    neverWaits: options.waiting === 'off',
    provider: named?.id,
    syncsLimits: options.syncLimits !== false,
    tracksBodies: options.trackBodies !== false,
    holdsFirstEvent: options.holdFirstEvent ?? 'auto',
    isCallingFetch: false,
    ended: (call, report, history) => watcher.ended(call, report, history),
  };

  const fetch = (input: FetchInput, init?: FetchInit): Promise<Response> => {
    // The client itself was put in the place of the platform's fetch: it would wait for itself for ever.
    if (context.isCallingFetch && options.fetch === undefined) return platformFetch(input, initOf(init, 1));
    let job: FetchJob | undefined;
    const result = new Promise<Response>((resolve, reject) => {
      const firstInit = initOf(init, 1);
      const facts = factsOf(input, firstInit);
      const dialect = named ?? dialectOfHost(facts.url);
      const view = dialect === null ? null : viewOf(dialect, facts, firstInit?.body);
      const field = view?.idempotencyField ?? null;
      const idempotency = field === null ? null : { field, key: crypto.randomUUID() };
      const signal = checkSignal(signalOf(input, firstInit));
      // Looked up for each call, so that a fetch that is put in place later, as test tools do, is used.
      const send = options.fetch ?? globalThis.fetch;
      job = new FetchJob(
        context,
        { fetch: send, input, init, firstInit, signal, origin: facts.origin, dialect, idempotency },
        resolve,
        reject,
      );
      const bucket = options.key === undefined ? (view?.bucket ?? '') : checkBucket(options.key(input, firstInit));
      let key = engine.key(facts.account, bucket);
      if (dialect === null && options.key === undefined) {
        const recognised = recognisedBucket(key.account, facts.url, firstInit?.body);
        if (recognised !== '') key = engine.key(facts.account, recognised);
      }
      const cost = options.cost?.(input, firstInit);
      const costs = cost === undefined ? null : engine.costsOf(checkCost(cost, quotaNames));
      const repeatable = facts.repeatable || view?.repeatable === true || idempotency !== null;
      const call = new CallState(key, costs, repeatable, job);
      if (options.terms !== undefined) {
        const asked = { account: facts.account, bucket: key.name, input, init: firstInit };
        applyTerms(call, checkTerms(options.terms(asked)), clock);
      }
      call.replayable = typeof init === 'function' || facts.replayable;
      job.start(call);
    });
    const { fallback } = options;
    return fallback === undefined ? result : orFallback(result, fallback, input, init, job);
  };

  const execute = <T, F>(
    run: (attempt: Attempt) => T | PromiseLike<T>,
    call: ExecuteOptions<F> = NO_OPTIONS,
  ): Promise<T | F> => {
    let fallback = undefined as ExecuteOptions<F>['fallback'];
    const result = new Promise<T>((resolve, reject) => {
      checkRun(run);
      if (call !== NO_OPTIONS) checkExecuteOptions(call);
      // Read in here, as all options are, so that one that cannot be read rejects too.
      fallback = call.fallback;
      const job: CallJob<T> = new ExecuteJob<T>(context, run, call.signal ?? null, resolve, reject);
      const costs = call.cost === undefined ? null : engine.costsOf(checkCost(call.cost, quotaNames));
      // Asked for anew each time, since a bucket that is of no use any more is forgotten.
      const state = new CallState(engine.key(FUNCTIONS, call.key ?? ''), costs, call.idempotent === true, job);
      applyTerms(state, call, clock);
      job.start(state);
    });
    if (fallback === undefined) return result;
    const instead = fallback;
    return result.catch((error) => {
      if (error instanceof GaveUpError) return instead(error);
      throw error;
    });
  };

  const map = (async <I, T, F>(
    items: Iterable<I> | AsyncIterable<I>,
    run: (item: I, attempt: Attempt) => T | PromiseLike<T>,
    given: MapOptions<F> = NO_OPTIONS,
  ) => {
    checkRun(run);
    checkMapOptions(items, given);
    return mapItems(execute, items, run, given);
  }) as Client['map'];

  const stats = (): ClientStats => ({
    inFlight: engine.inFlight,
    queued: engine.queued,
    sleeping: engine.sleeping,
  });

  return {
    policy: rules.policy,
    fetch,
    execute,
    map,
    on(kind, listener) {
      checkListener(kind, listener);
      return hub.on(kind, listener);
    },
    stats,
    snapshot: () => ({
      ...stats(),
      counters: watcher.counters,
      functions: watcher.functions,
      buckets: engine.snapshots(clock.now()),
    }),
    save() {
      const learned = engine.exportState(clock.now());
      const accounts = learned.buckets.map(({ account, bucket }) => engine.key(account, bucket).account);
      return { version: 1, savedAtMs: clock.wallNow(), learned, recognised: saveRecognised(accounts) };
    },
    restore(saved) {
      const { savedAtMs, learned, recognised = [] } = checkSaved(saved);
      if (learned === null) return;
      engine.importState(learned, clock.now(), Math.max(0, clock.wallNow() - savedAtMs));
      for (const one of recognised) restoreRecognised(engine.key(one.account, '').account, one);
    },
  };
}

const NO_OPTIONS: ExecuteOptions = Object.freeze({});

type Fetch = typeof globalThis.fetch;

function applyTerms(call: CallState, { priority, deadlineMs }: FetchTerms, clock: Clock): void {
  if (priority !== undefined) call.priority = priority;
  if (deadlineMs !== undefined) call.deadlineAt = clock.now() + msOf(deadlineMs);
}

/** Texts have been checked; a number may be Infinity. */
function msOf(duration: number | string): number {
  return typeof duration === 'number' ? duration : parseDuration(duration, 'deadlineMs');
}

/** As fetch has it: a signal in the init replaces that of the Request, and null there takes it away. */
function signalOf(input: FetchInput, init: RequestInit | undefined): AbortSignal | null {
  if (init?.signal !== undefined) return init.signal;
  return isRequest(input) ? input.signal : null;
}

/** What the fallback gives instead of a result that was given up; the result where it gives nothing. */
async function orFallback(
  result: Promise<Response>,
  fallback: NonNullable<ClientOptions['fallback']>,
  input: FetchInput,
  init: FetchInit | undefined,
  job: FetchJob | undefined,
): Promise<Response> {
  let response: Response | null = null;
  let error: GaveUpError;
  try {
    response = await result;
    const report = reportOf(response);
    if (report === undefined || report.reason === 'answered') return response;
    error = new GaveUpError(report, response);
  } catch (thrown) {
    if (!(thrown instanceof GaveUpError)) throw thrown;
    error = thrown;
    response = job?.response ?? null;
  }
  const instead = await fallback({ input, init, error, response });
  if (instead !== undefined) {
    if (typeof (instead as Response | null)?.status !== 'number') {
      throw new InputError({
        field: 'fallback',
        value: instead,
        allowed: 'a function that returns a Response, or nothing',
      });
    }
    if (response !== null && response !== instead) discard(response);
    return instead;
  }
  return result;
}
