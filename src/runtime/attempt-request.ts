// What fetch is given for each attempt of a call.

import type { Dialect } from '../core/headers/dialects/dialect.js';
import { type FetchInit, type FetchInput, initOf, isRequest, withField } from './fetch-request.js';

/** One fetch, as it was asked for. */
export interface FetchOrder {
  readonly fetch: typeof globalThis.fetch;
  readonly input: FetchInput;
  readonly init: FetchInit | undefined;
  /** The init of the first attempt. */
  readonly firstInit: RequestInit | undefined;
  readonly signal: AbortSignal | null;
  /** Where it goes; see {@link RequestFacts.origin}. */
  readonly origin: string;
  /** Whose habits the server is thought to have; null when nobody's. */
  readonly dialect: Dialect | null;
  /** A key that makes a repeat safe, one for all attempts; null where the server honours none. */
  readonly idempotency: { readonly field: string; readonly key: string } | null;
}

/** A Request can be sent once; a clone keeps the original for the next attempt. Firefox shows no body, so not null. */
export function inputFor({ input }: FetchOrder): FetchInput {
  return isRequest(input) && input.body !== null ? input.clone() : input;
}

/**
 * The init of an attempt. `stop` is aborted when the attempt has to end; `relaysAborts` says that the caller's signal
 * reaches it too, for as long as the body lasts: joining signals costs more than all the rest.
 */
export function initFor(
  { input, init: given, firstInit, signal, idempotency }: FetchOrder,
  attempt: number,
  stop: AbortSignal | null,
  relaysAborts: boolean,
): RequestInit | undefined {
  const isMade = typeof given === 'function';
  const made = isMade && attempt > 1 ? initOf(given, attempt) : firstInit;
  const init = idempotency === null ? made : withField(input, made, idempotency.field, idempotency.key);
  if (stop === null && !isMade) return init;
  // The usual case, for speed.
  if (stop !== null && relaysAborts && !isMade) return { ...init, signal: stop };
  const signals = new Set([init?.signal ?? null]);
  if (stop !== null && relaysAborts) signals.delete(signal);
  else signals.add(signal);
  if (stop !== null) signals.add(stop);
  signals.delete(null);
  return { ...init, signal: joined([...signals] as AbortSignal[]) };
}

function joined(signals: AbortSignal[]): AbortSignal | null {
  return signals.length > 1 ? AbortSignal.any(signals) : (signals[0] ?? null);
}
