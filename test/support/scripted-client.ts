import { getEventListeners } from 'node:events';
import type { PolicyInput } from '../../src/core/policy/policy.js';
import { createClient } from '../../src/runtime/client.js';
import type { Client, ClientOptions } from '../../src/runtime/client-options.js';
import { type ManualClock, manualClock } from '../../src/testing/manual-clock.js';
import { type ScriptedFetch, scriptedFetch } from '../../src/testing/scripted-fetch.js';

export type Script = Parameters<typeof scriptedFetch>[1];

/** A client whose time is moved by hand and whose server answers from a script. */
export interface ScriptedClient {
  readonly client: Client;
  readonly clock: ManualClock;
  readonly upstream: ScriptedFetch;
  /** When each attempt was sent, in ms from the start. */
  sentAt(): number[];
}

export function scriptedClient(
  policy: PolicyInput,
  script: Script,
  options: Omit<ClientOptions, 'fetch' | 'clock'> & { readonly wallMs?: number } = {},
): ScriptedClient {
  const { wallMs, ...rest } = options;
  const clock = manualClock(wallMs);
  const upstream = scriptedFetch(clock, script);
  const client = createClient(policy, { seed: 1, ...rest, fetch: upstream, clock });
  return { client, clock, upstream, sentAt: () => upstream.seen.map(({ at }) => at) };
}

/** How a promise has ended, without waiting for it. */
export interface Watched<T> {
  /** `pending`, `resolved` or `rejected`. */
  state: string;
  value: T | undefined;
  error: unknown;
  /** When it ended, by the clock that was given. */
  at: number;
}

export function watch<T>(promise: Promise<T>, clock?: { now(): number }): Watched<T> {
  const watched: Watched<T> = { state: 'pending', value: undefined, error: undefined, at: Number.NaN };
  promise.then(
    (value) => Object.assign(watched, { state: 'resolved', value, at: clock?.now() }),
    (error) => Object.assign(watched, { state: 'rejected', error, at: clock?.now() }),
  );
  return watched;
}

/** A fault as Node's fetch throws it. */
export function fetchFault(code: string): TypeError {
  return new TypeError('fetch failed', { cause: Object.assign(new Error(code), { code }) });
}

/** A signal that tells how many listeners are on it, and how many there were at most. */
export function countedSignal(): {
  readonly controller: AbortController;
  readonly signal: AbortSignal;
  listeners(): number;
  mostListeners(): number;
} {
  const controller = new AbortController();
  const { signal } = controller;
  const listeners = (): number => getEventListeners(signal, 'abort').length;
  let most = 0;
  const add = signal.addEventListener.bind(signal);
  signal.addEventListener = (...given: Parameters<typeof add>) => {
    add(...given);
    most = Math.max(most, listeners());
  };
  return { controller, signal, listeners, mostListeners: () => most };
}

/** What a server without latency gives: a clock that stands still has to be told that no time passes. */
export async function atOnce<T>(promise: Promise<T>, clock: { advance(ms: number): Promise<void> }): Promise<T> {
  await clock.advance(0);
  return promise;
}
