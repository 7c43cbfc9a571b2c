// Envoy: route.retry_policy. Wait of retry n: U(0, min(max_interval, base_interval · 2^(n−1))), in whole milliseconds.

import { InputError } from '../../../core/errors.js';
import type { Plain } from '../../../core/policy/paths.js';
import type { Policy } from '../../../core/policy/policy.js';
import { LONGEST_MS, readProtoDuration, timeOrNull, writeSeconds } from '../durations.js';
import { Fields } from '../fields.js';
import type { Format, Found, Reading } from '../format.js';
import { delayOf, growthOf } from '../growth.js';
import { type Loss, lossOf, passedOver } from '../loss.js';
import { walk } from '../walk.js';
import { writeYaml } from '../write-yaml.js';
import { conditionsFor } from './conditions.js';
import { DEFAULT_BASE_MS, type EnvoySettings, envoyMeans, envoyPolicy, MAX_PER_BASE } from './settings.js';

/** Unless a route says otherwise. The timeout covers the retries. */
const DEFAULT_TIMEOUT_MS = 15_000;
const DEFAULT_HINT_MAX_MS = 300_000;

export const ENVOY_BECAUSE: Readonly<Record<string, string>> = {
  jitter: 'its jitter is always full',
  'backoff.multiplier': 'its delay always doubles',
  'backoff.baseMs': 'base_interval is in whole milliseconds from 1 on',
  'backoff.capMs': 'max_interval is never below the base, and never absent',
  'backoff.minMs': 'it has no shortest wait',
  'retryAfter.spreadMs': 'it always adds up to half of the wait',
  'retryAfter.beyondMax': 'a longer wait is passed over',
  'retryAfter.maxMs': 'max_interval is in whole milliseconds',
  retryOn: 'it repeats by condition, whatever the method',
  'retryOn.networkErrors': 'the condition 5xx includes a missing answer',
  'refusals.countAsAttempts': 'a refusal is a failure like any other',
  retryBudget: 'its retry budget belongs to a cluster, not to a route',
};

export const envoy: Format<EnvoySettings> = {
  id: 'envoy',
  title: 'Envoy route',
  system: 'Envoy',
  syntax: 'data',
  file: 'route.yaml',
  source: 'envoyproxy/envoy route_components.proto, source/common/common/backoff_strategy.cc, HTTP router filter',
  url: 'https://www.envoyproxy.io/docs/envoy/latest/configuration/http/http_filters/router_filter',
  date: '2026-11',
  because: ENVOY_BECAUSE,
  fit,
  write,
  find,
  toPolicy: (settings) => envoyPolicy(settings, 'Envoy'),
  meansMs: envoyMeans,
};

function fit(policy: Policy): EnvoySettings {
  const { retryAfter, attemptTimeoutMs, idleTimeoutMs, deadlineMs } = policy;
  return {
    ...wholeGrowth(policy),
    retries: policy.maxAttempts - 1,
    ...conditionsFor(policy.retryOn),
    perTryMs: timeOrNull(attemptTimeoutMs),
    perTryIdleMs: timeOrNull(idleTimeoutMs),
    timeoutMs: timeOrNull(deadlineMs),
    hint: retryAfter.honor ? { maxMs: Math.min(LONGEST_MS, Math.max(1, Math.round(retryAfter.maxMs))) } : null,
  };
}

/** Base and cap in whole milliseconds, the cap not below the base. */
export function wholeGrowth(policy: Policy): { baseMs: number; maxMs: number } {
  const { baseMs, capMs } = growthOf(policy);
  const base = Math.min(LONGEST_MS / 10, Math.max(1, Math.round(capMs === null ? baseMs : Math.min(baseMs, capMs))));
  const reached = delayOf({ baseMs: base, multiplier: 2, capMs: null }, Math.max(1, policy.maxAttempts - 1));
  return { baseMs: base, maxMs: Math.min(LONGEST_MS, Math.max(base, Math.round(capMs ?? reached))) };
}

function write(settings: EnvoySettings): string {
  const { retries, baseMs, maxMs, retryOn, codes, perTryMs, perTryIdleMs, timeoutMs, hint } = settings;
  const time = (ms: number | null): string | undefined => (ms === null ? undefined : writeSeconds(ms));
  const limited = hint && {
    reset_headers: [{ name: 'Retry-After', format: 'SECONDS' }],
    max_interval: time(hint.maxMs),
  };
  return writeYaml({
    route: {
      // Left out, the route would have a timeout of 15 s.
      timeout: time(timeoutMs ?? 0),
      retry_policy: {
        retry_on: retryOn.join(','),
        retriable_status_codes: codes.length > 0 ? codes : undefined,
        num_retries: retries,
        per_try_timeout: time(perTryMs),
        per_try_idle_timeout: time(perTryIdleMs),
        retry_back_off: { base_interval: time(baseMs), max_interval: time(maxMs) },
        rate_limited_retry_back_off: limited ?? undefined,
      },
    },
  });
}

const ALLOWED = 'Envoy configuration with a retry_policy, or a retry policy by itself';

function find(source: unknown): Found<EnvoySettings>[] {
  const found: Found<EnvoySettings>[] = [];
  walk(source, (node, path, parents) => {
    const key = ['retry_policy', 'retryPolicy'].find((name) => Object.hasOwn(node, name) && node[name] !== null);
    if (key !== undefined) {
      const name = nameOf(node, parents);
      found.push({
        name,
        read: () => {
          const reading = read(node[key], path === '' ? key : `${path}.${key}`, node, isRoute(node, path));
          return { ...reading, passedOver: [...hedgingLoss(node, path, parents), ...reading.passedOver] };
        },
      });
    } else if (path === '' && ['retry_on', 'retryOn', 'num_retries', 'numRetries'].some((name) => name in node)) {
      found.push({ name: '', read: () => read(node, '', {}, false) });
    }
  });
  if (found.length === 0) throw new InputError({ field: 'retry_policy', value: undefined, allowed: ALLOWED });
  return found;
}

/** A virtual host may have a retry policy too, but only a route has a timeout. */
function isRoute(node: Plain, path: string): boolean {
  return /(^|\.)route$/.test(path) || node.cluster !== undefined || node.timeout !== undefined;
}

/** The name of the route, else what it matches. */
function nameOf(node: Plain, parents: readonly Plain[]): string {
  for (const one of [node, ...parents.toReversed()]) {
    if (typeof one.name === 'string' && one.name !== '') return one.name;
    const match = (one.match ?? {}) as Plain;
    const path = match.prefix ?? match.path ?? match.path_separated_prefix;
    if (typeof path === 'string') return path;
  }
  return '';
}

function read(policy: unknown, where: string, route: Plain, hasTimeout: boolean): Reading<EnvoySettings> {
  const fields = new Fields(policy, where);
  const time = (from: Fields, ...names: string[]): number | undefined => from.read(names, readProtoDuration);
  const backOff = fields.fields('retry_back_off', 'retryBackOff');
  const baseMs = backOff === undefined ? DEFAULT_BASE_MS : time(backOff, 'base_interval', 'baseInterval');
  if (baseMs === undefined || baseMs <= 0)
    return backOff?.refuse(['base_interval', 'baseInterval'], 'a time above 0') as never;
  const maxNames = ['max_interval', 'maxInterval'];
  const maxMs = (backOff && time(backOff, ...maxNames)) ?? MAX_PER_BASE * baseMs;
  if (maxMs < baseMs) return backOff?.refuse(maxNames, 'at least the base_interval') as never;
  const toldTimeoutMs = time(new Fields(route, ''), 'timeout');
  const timeoutMs = toldTimeoutMs ?? (hasTimeout ? DEFAULT_TIMEOUT_MS : 0);
  const untold = toldTimeoutMs === undefined && hasTimeout ? [DEFAULT_TIMEOUT] : [];
  const perTryMs = time(fields, 'per_try_timeout', 'perTryTimeout');
  const idleMs = time(fields, 'per_try_idle_timeout', 'perTryIdleTimeout');
  const { hint, losses } = readHint(fields.fields('rate_limited_retry_back_off', 'rateLimitedRetryBackOff'));
  const settings: EnvoySettings = {
    retries: fields.whole(['num_retries', 'numRetries'], { min: 0 }) ?? 1,
    baseMs: Math.max(1, baseMs),
    maxMs: Math.max(1, maxMs),
    retryOn: conditions(fields.text(['retry_on', 'retryOn']) ?? ''),
    codes: readCodes(fields),
    perTryMs: perTryMs || null,
    perTryIdleMs: idleMs || null,
    timeoutMs: timeoutMs || null,
    hint,
  };
  const told = [...untold, ...losses, ...fields.withoutCounterpart(...NO_COUNTERPART)];
  return { settings, passedOver: [...told, ...fields.rest(), ...(backOff?.rest() ?? [])] };
}

const DEFAULT_TIMEOUT = lossOf(
  'deadlineMs',
  'approximated',
  'says 15s',
  'the route says nothing, and 15 s is what Envoy then takes, retries included (timeout: 0s is none)',
);

/** Keys of RetryPolicy about which host is asked next, and about headers. route_components.proto. */
const NO_COUNTERPART = [
  'retry_priority',
  'retry_host_predicate',
  'retry_options_predicates',
  'host_selection_retry_max_attempts',
  'retriable_headers',
  'retriable_request_headers',
].flatMap((name) => [name, name.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase())]);

/** A route without a hedge_policy has that of its virtual host. */
function hedgingLoss(node: Plain, path: string, parents: readonly Plain[]): Loss[] {
  const keyIn = (one: Plain): string | undefined =>
    ['hedge_policy', 'hedgePolicy'].find((name) => (one[name] ?? null) !== null);
  const own = keyIn(node);
  const key = own ?? parents.flatMap((one) => keyIn(one) ?? []).at(-1);
  if (key === undefined) return [];
  const where = own === undefined || path === '' ? key : `${path}.${key}`;
  const why = 'with it several tries of one request may be under way at once, and a policy has one';
  return [passedOver(where, 'may have several tries under way at once', why)];
}

/** The words of retry_on. */
export function conditions(text: string): string[] {
  return text.split(',').flatMap((word) => word.trim() || []);
}

function readCodes(fields: Fields): number[] {
  const names = ['retriable_status_codes', 'retriableStatusCodes'];
  const codes = fields.value(...names) ?? [];
  if (Array.isArray(codes) && codes.every((code) => Number.isInteger(code))) return codes;
  return fields.refuse(names, 'a list of statuses');
}

/** Which server wait is obeyed: Retry-After in seconds is what a policy means, other fields are told. */
function readHint(fields: Fields | undefined): { hint: EnvoySettings['hint']; losses: Loss[] } {
  if (fields === undefined) return { hint: null, losses: [] };
  const maxMs = fields.read(['max_interval', 'maxInterval'], readProtoDuration) ?? DEFAULT_HINT_MAX_MS;
  const headers = fields.value('reset_headers', 'resetHeaders');
  if (!Array.isArray(headers)) return fields.refuse(['reset_headers', 'resetHeaders'], 'a list of headers');
  const isRetryAfter = (one: unknown): boolean => {
    const header = new Fields(one, fields.path('reset_headers'));
    return (
      header.text(['name'])?.toLowerCase() === 'retry-after' && (header.text(['format']) ?? 'SECONDS') === 'SECONDS'
    );
  };
  const hasOthers = !headers.every(isRetryAfter);
  const why = 'a policy reads Retry-After in seconds and what the dialect of the server has';
  const others = hasOthers ? [passedOver(fields.path('reset_headers'), 'has other headers as well', why)] : [];
  return { hint: headers.some(isRetryAfter) ? { maxMs } : null, losses: [...others, ...fields.rest()] };
}
