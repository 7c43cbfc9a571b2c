/** holdoff: a fetch that waits as the server says, and the same for functions. Most people want {@link createFetch}. */

export type { BucketSnapshot } from '../core/engine/snapshot.js';
export { InputError, type InputIssue, PolicyError } from '../core/errors.js';
export type { Policy, PolicyInput } from '../core/policy/policy.js';
export type { AttemptReport, CallReport, OutcomeName } from './call-report.js';
export { createClient, createFetch } from './client.js';
export type { Client, ClientOptions, FallbackContext, FallbackResult } from './client-options.js';
export { type Clock, systemClock, type TimerHandle } from './clock.js';
export { GaveUpError, StoreError, StreamInterruptedError, WouldWaitError } from './errors.js';
export type {
  AnsweredEvent,
  CallEvent,
  ClientEvents,
  EndedEvent,
  LimitsEvent,
  RetryEvent,
  StoreEvent,
} from './events.js';
export type { Attempt, ExecuteOptions } from './execute.js';
export type { FetchInit, FetchInput } from './fetch-request.js';
export type { MapOptions, MapProgress } from './map.js';
export { policyFor } from './policy-for.js';
export { reportOf } from './report.js';
export { RetryAfterError, retryAfter } from './retry-after-error.js';
export type { SavedClient } from './saved-client.js';
export { type OctokitOptions, type SdkOptions, sdkOptions } from './sdk-options.js';
export type { ClientSnapshot, ClientStats, Counters } from './snapshot.js';
export type { Store } from './store.js';
