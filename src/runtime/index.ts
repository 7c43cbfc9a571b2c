/** holdoff: a fetch that waits as the server says, and the same for functions. Most people want {@link createFetch}. */
export { InputError, type InputIssue, PolicyError } from '../core/errors.js';
export type { Policy, PolicyInput } from '../core/policy/policy.js';
export { type Client, type ClientOptions, createClient, createFetch } from './client.js';
export { type Clock, systemClock, type TimerHandle } from './clock.js';
export { RetryAfterError, retryAfter } from './error-outcome.js';
export { type CallReport, GaveUpError, WouldWaitError } from './errors.js';
export type { Attempt, ExecuteOptions } from './execute.js';
export type { FetchInit, FetchInput } from './fetch-request.js';
export { reportOf } from './report.js';
