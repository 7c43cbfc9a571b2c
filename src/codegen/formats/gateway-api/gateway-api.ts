// Kubernetes Gateway API: retry of an HTTPRoute rule, GEP-1731. A backoff is the least that a gateway waits before each retry;
// whether it grows or is drawn is for the gateway to say.

import { InputError } from '../../../core/errors.js';
import type { Plain } from '../../../core/policy/paths.js';
import type { Policy, PolicyInput } from '../../../core/policy/policy.js';
import { COUNTED, IGNORED } from '../../../core/presets/habits.js';
import { Fields } from '../fields.js';
import type { Format, Found, Imported, Reading } from '../format.js';
import { delaysOf, growthOf } from '../growth.js';
import { holdAttempts } from '../habits.js';
import { lossOf } from '../loss.js';
import { heldStatuses, listedStatuses, readStatuses } from '../statuses.js';
import { walk } from '../walk.js';
import { writeYaml } from '../write-yaml.js';
import { readDuration, toWhole, writeDuration } from './duration.js';

export interface GatewayApiSettings {
  /** Retries; null where the file leaves it to the gateway. */
  readonly retries: number | null;
  /** The least wait; null where the file leaves it to the gateway. */
  readonly backoffMs: number | null;
  readonly statuses: readonly number[];
  /** timeouts.request, retries included; null for none. */
  readonly requestMs: number | null;
  /** timeouts.backendRequest, of each attempt; null for none. */
  readonly backendMs: number | null;
}

export const gatewayApi: Format<GatewayApiSettings> = {
  id: 'gateway-api',
  title: 'Kubernetes Gateway API HTTPRoute',
  system: 'a gateway',
  syntax: 'data',
  file: 'http-route.yaml',
  source: 'kubernetes-sigs/gateway-api GEP-1731 and apis/v1/httproute_types.go',
  url: 'https://gateway-api.sigs.k8s.io/geps/gep-1731/',
  date: '2026-11',
  because: {
    backoff: 'only the least wait can be told',
    'backoff.baseMs': 'backoff is in whole milliseconds',
    'backoff.minMs': 'backoff is the least wait before every retry',
    jitter: 'whether a wait is drawn is for the gateway to say',
    retryAfter: 'a route cannot tell it to read it',
    'retryOn.statuses': 'codes names statuses one by one',
    'retryOn.networkErrors': 'it repeats them where it repeats anything',
    'retryOn.idempotent': 'it goes by no method',
    'refusals.countAsAttempts': 'a refusal is a failure like any other',
    idleTimeoutMs: 'a route has no such timeout',
    attemptTimeoutMs: 'backendRequest is in whole milliseconds, and no longer than request',
    deadlineMs: 'request is in whole milliseconds',
  },
  fit,
  write,
  find,
  toPolicy,
  meansMs: (settings, retries) => delaysOf(growthIn(settings), retries),
};

/** Where a file leaves them to the gateway: what Envoy, which most gateways are, does by itself. */
const UNTOLD = { retries: 1, backoffMs: 25 };

function fit(policy: Policy): GatewayApiSettings {
  const { baseMs, capMs } = growthOf(policy);
  const timeout = (ms: number | null): number | null => (ms === null ? null : Math.max(1, toWhole(ms)));
  const requestMs = timeout(policy.deadlineMs);
  const backendMs = timeout(policy.attemptTimeoutMs);
  return {
    retries: policy.maxAttempts - 1,
    backoffMs: toWhole(capMs === null ? baseMs : Math.min(baseMs, capMs)),
    statuses: listedStatuses(policy),
    requestMs,
    backendMs: backendMs === null ? null : Math.min(backendMs, requestMs ?? backendMs),
  };
}

function write({ retries, backoffMs, statuses, requestMs, backendMs }: GatewayApiSettings): string {
  const time = (ms: number | null): string | undefined => (ms === null ? undefined : writeDuration(ms));
  const timeouts = { request: time(requestMs), backendRequest: time(backendMs) };
  return writeYaml({
    apiVersion: 'gateway.networking.k8s.io/v1',
    kind: 'HTTPRoute',
    metadata: { name: 'example' },
    spec: {
      parentRefs: [{ name: 'example' }],
      rules: [
        {
          backendRefs: [{ name: 'example', port: 8080 }],
          timeouts: requestMs === null && backendMs === null ? undefined : timeouts,
          retry: { attempts: retries ?? undefined, backoff: time(backoffMs), codes: statuses },
        },
      ],
    },
  });
}

function growthIn({ backoffMs }: GatewayApiSettings) {
  return { baseMs: backoffMs ?? UNTOLD.backoffMs, multiplier: 1, capMs: null };
}

function toPolicy(settings: GatewayApiSettings): Imported {
  const { retries, backoffMs, requestMs, backendMs } = settings;
  const { maxAttempts, losses } = holdAttempts((retries ?? UNTOLD.retries) + 1, 'a gateway');
  const { held, losses: unheld } = heldStatuses(settings.statuses, 'a gateway');
  losses.push(...unheld);
  if (retries === null) losses.push(lossOf('maxAttempts', 'approximated', `has ${maxAttempts} attempts`, NO_ATTEMPTS));
  losses.push(
    lossOf('backoff', 'approximated', 'waits the same before each retry', backoffMs === null ? NO_BACKOFF : LEAST),
  );
  const policy: PolicyInput = {
    backoff: growthIn(settings),
    jitter: 'none',
    maxAttempts,
    refusals: COUNTED,
    retryAfter: IGNORED,
    retryOn: { statuses: held, networkErrors: true, idempotent: 'always' },
    ...(backendMs === null ? {} : { attemptTimeoutMs: backendMs }),
    ...(requestMs === null ? {} : { deadlineMs: requestMs }),
  };
  return { policy, losses };
}

const NO_ATTEMPTS = 'without attempts how often a gateway retries is for itself to say';
const NO_BACKOFF = 'without backoff what a gateway waits is for itself to say; Envoy starts at 25 ms';
const LEAST = 'a gateway waits at least that long; it may grow its waits, cap them and draw them';

const KEYS = ['attempts', 'codes', 'backoff'];
const ALLOWED = 'an HTTPRoute with spec.rules[].retry, or a retry by itself';

function find(source: unknown): Found<GatewayApiSettings>[] {
  const found: Found<GatewayApiSettings>[] = [];
  walk(source, (node, path, parents) => {
    const { retry } = node;
    if (typeof retry === 'object' && retry !== null && (/rules\[\d+\]$/.test(path) || 'codes' in retry)) {
      const where = path === '' ? 'retry' : `${path}.retry`;
      found.push({ name: nameOf(node, parents), read: () => read(retry, where, node) });
    } else if (path === '' && KEYS.some((key) => key in node)) {
      found.push({ name: '', read: () => read(node, '', {}) });
    }
  });
  if (found.length === 0) throw new InputError({ field: 'retry', value: undefined, allowed: ALLOWED });
  return found;
}

/** The name of the rule within its route, as far as there are names. */
function nameOf(rule: Plain, parents: readonly Plain[]): string {
  const routes = parents.map((one) => (one.metadata as Plain | undefined)?.name);
  return [routes.find((name) => typeof name === 'string'), rule.name]
    .filter((name) => typeof name === 'string')
    .join('/');
}

function read(retry: unknown, where: string, rule: Plain): Reading<GatewayApiSettings> {
  const fields = new Fields(retry, where);
  const timeouts = new Fields(rule.timeouts ?? {}, 'timeouts');
  const settings: GatewayApiSettings = {
    retries: fields.whole(['attempts'], { min: 0 }) ?? null,
    backoffMs: fields.read(['backoff'], readDuration) ?? null,
    statuses: readStatuses(fields, 'codes', []),
    // 0s is none.
    requestMs: timeouts.read(['request'], readDuration) || null,
    backendMs: timeouts.read(['backendRequest'], readDuration) || null,
  };
  return { settings, passedOver: fields.rest() };
}
