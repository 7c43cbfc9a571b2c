// Istio: spec.http[].retries of a VirtualService. Envoy does the work, with a longest delay of ten times the base.

import { InputError } from '../../../core/errors.js';
import type { Plain } from '../../../core/policy/paths.js';
import type { Policy } from '../../../core/policy/policy.js';
import { readGoDuration, secondsOf, timeOrNull, toNanosecond } from '../durations.js';
import { conditionsFor } from '../envoy/conditions.js';
import { conditions, ENVOY_BECAUSE, wholeGrowth } from '../envoy/envoy.js';
import { DEFAULT_BASE_MS, type EnvoySettings, envoyMeans, envoyPolicy, MAX_PER_BASE } from '../envoy/settings.js';
import { Fields } from '../fields.js';
import type { Format, Found, Reading } from '../format.js';
import { walk } from '../walk.js';
import { writeYaml } from '../write-yaml.js';

const DEFAULT_RETRIES = 2;

/** What Istio tells Envoy to retry when a VirtualService does not say. */
const DEFAULT_RETRY_ON = 'connect-failure,refused-stream,unavailable,cancelled,503';

export const istio: Format<EnvoySettings> = {
  id: 'istio',
  title: 'Istio VirtualService',
  system: 'Istio',
  syntax: 'data',
  file: 'virtual-service.yaml',
  source: 'istio/api networking/v1/virtual_service.proto',
  url: 'https://istio.io/latest/docs/reference/config/networking/virtual-service/',
  date: '2026-11',
  because: {
    ...ENVOY_BECAUSE,
    'backoff.capMs': 'its longest delay is ten times the base',
    idleTimeoutMs: 'it has no such timeout',
    retryAfter: 'it cannot be told to read it',
  },
  fit,
  write,
  find,
  toPolicy: (settings) => envoyPolicy(settings, 'Istio'),
  meansMs: envoyMeans,
};

function fit(policy: Policy): EnvoySettings {
  const { baseMs } = wholeGrowth(policy);
  return {
    retries: policy.maxAttempts - 1,
    baseMs,
    maxMs: MAX_PER_BASE * baseMs,
    ...toldConditions(policy.retryOn),
    perTryMs: policy.attemptTimeoutMs === null ? null : Math.max(1, toNanosecond(policy.attemptTimeoutMs)),
    perTryIdleMs: null,
    timeoutMs: timeOrNull(policy.deadlineMs),
    hint: null,
  };
}

/** Told nothing, Istio retries what it does by default. */
function toldConditions(retryOn: Policy['retryOn']): Pick<EnvoySettings, 'retryOn' | 'codes'> {
  const told = conditionsFor(retryOn);
  return told.retryOn.length === 0 && told.codes.length === 0 ? readConditions(DEFAULT_RETRY_ON) : told;
}

/** Statuses may stand among the conditions. */
function readConditions(text: string): Pick<EnvoySettings, 'retryOn' | 'codes'> {
  const words = conditions(text);
  const codes = words.filter((word) => STATUS.test(word)).map(Number);
  const named = words.filter((word) => !STATUS.test(word));
  return { retryOn: codes.length > 0 ? [...named, 'retriable-status-codes'] : named, codes };
}

const STATUS = /^\d{3}$/;

function write({ retries, baseMs, retryOn, codes, perTryMs, timeoutMs }: EnvoySettings): string {
  const time = (ms: number | null): string | undefined => (ms === null ? undefined : `${secondsOf(ms)}s`);
  const words = [...retryOn.filter((word) => word !== 'retriable-status-codes'), ...codes];
  return writeYaml({
    apiVersion: 'networking.istio.io/v1',
    kind: 'VirtualService',
    metadata: { name: 'example' },
    spec: {
      hosts: ['example'],
      http: [
        {
          route: [{ destination: { host: 'example' } }],
          timeout: time(timeoutMs),
          retries: {
            attempts: retries,
            backoff: time(baseMs),
            perTryTimeout: time(perTryMs),
            retryOn: words.join(','),
          },
        },
      ],
    },
  });
}

const ALLOWED = 'a VirtualService with spec.http[].retries, or retries by themselves';

function find(source: unknown): Found<EnvoySettings>[] {
  const found: Found<EnvoySettings>[] = [];
  walk(source, (node, path, parents) => {
    if (node.retries !== undefined && node.retries !== null) {
      found.push({
        name: nameOf(node, parents),
        read: () => read(node.retries, `${path}.retries`.replace(/^\./, ''), node),
      });
    } else if (path === '' && node.attempts !== undefined) {
      found.push({ name: '', read: () => read(node, '', {}) });
    }
  });
  if (found.length === 0) throw new InputError({ field: 'retries', value: undefined, allowed: ALLOWED });
  return found;
}

/** The name of the route within its service, as far as there are names. */
function nameOf(route: Plain, parents: readonly Plain[]): string {
  const service = parents
    .map((one) => (one.metadata as Plain | undefined)?.name)
    .find((name) => typeof name === 'string');
  const names = [service, route.name].filter((name) => typeof name === 'string');
  return names.join('/');
}

function read(retries: unknown, where: string, route: Plain): Reading<EnvoySettings> {
  const fields = new Fields(retries, where);
  const time = (from: Fields, name: string): number | undefined =>
    from.read([name], (value, field) => readGoDuration(String(value), field));
  const baseMs = time(fields, 'backoff') ?? DEFAULT_BASE_MS;
  if (baseMs < 1) return fields.refuse(['backoff'], 'at least 1ms');
  const settings: EnvoySettings = {
    retries: fields.whole(['attempts'], { min: 0 }) ?? DEFAULT_RETRIES,
    baseMs,
    maxMs: MAX_PER_BASE * baseMs,
    ...readConditions(fields.text(['retryOn']) || DEFAULT_RETRY_ON),
    perTryMs: time(fields, 'perTryTimeout') || null,
    perTryIdleMs: null,
    timeoutMs: time(new Fields(route, ''), 'timeout') || null,
    hint: null,
  };
  return { settings, passedOver: fields.rest() };
}
