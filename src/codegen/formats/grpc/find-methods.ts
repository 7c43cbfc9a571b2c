// The methods of a service config that are retried or hedged.

import { InputError } from '../../../core/errors.js';
import { isPlain, type Plain } from '../../../core/policy/paths.js';
import { nearest } from '../../../core/text/nearest.js';
import { readProtoDuration } from '../durations.js';
import { Fields } from '../fields.js';
import type { Found, Reading } from '../format.js';
import { type Loss, lossOf, passedOver } from '../loss.js';
import { CODES } from './codes.js';
import { type GrpcSettings, MOST_ATTEMPTS } from './settings.js';

const NO_METHOD = 'a service config with methodConfig[].retryPolicy, or a retryPolicy by itself';

/**
 * Every methodConfig with a retryPolicy or a hedgingPolicy; where there is none, every one of them, since not to retry is a
 * policy too.
 */
export function findMethods(source: unknown): Found<GrpcSettings>[] {
  if (!isPlain(source)) throw new InputError({ field: 'service config', value: source, allowed: NO_METHOD });
  if (HEDGING_ALONE.some((name) => source[name] !== undefined)) {
    return [{ name: '', read: () => read({ hedgingPolicy: source }, '', undefined) }];
  }
  if (spellings('maxAttempts').some((name) => source[name] !== undefined)) {
    return [{ name: '', read: () => read({ retryPolicy: source }, '', undefined) }];
  }
  const methods = source.methodConfig ?? source.method_config ?? (isRepeated(source) ? [source] : undefined);
  if (!Array.isArray(methods) || methods.length === 0) {
    throw new InputError({ field: 'methodConfig', value: methods, allowed: NO_METHOD });
  }
  const all = methods.map((method: unknown, index) => ({ method, index }));
  const repeated = all.filter(({ method }) => isPlain(method) && isRepeated(method));
  const throttling = source.retryThrottling ?? source.retry_throttling;
  return (repeated.length > 0 ? repeated : all).map(({ method, index }) => {
    const where = `methodConfig[${index}]`;
    return { name: nameOf(method), read: () => read(method, where, throttling) };
  });
}

const RETRY = ['retryPolicy', 'retry_policy'];
const HEDGING = ['hedgingPolicy', 'hedging_policy'];

/** Keys that only a hedging policy has. */
const HEDGING_ALONE = [...spellings('hedgingDelay'), ...spellings('nonFatalStatusCodes')];

function isRepeated(method: Plain): boolean {
  return [...RETRY, ...HEDGING].some((name) => (method[name] ?? null) !== null);
}

/** `service/method`, as --method takes it; `default` for the entry that is for all the others. */
function nameOf(method: unknown): string {
  const names: unknown = isPlain(method) ? method.name : undefined;
  if (!Array.isArray(names) || names.length === 0) return '';
  return names
    .map((name: unknown) => {
      const { service, method: of } = isPlain(name) ? name : {};
      if (typeof service !== 'string' || service === '') return 'default';
      return typeof of === 'string' && of !== '' ? `${service}/${of}` : service;
    })
    .join(' ');
}

function read(method: unknown, where: string, throttling: unknown): Reading<GrpcSettings> {
  const config = new Fields(method, where);
  const timeoutMs = config.read(['timeout'], readDuration) ?? null;
  const policy = config.fields(...RETRY);
  const hedging = config.fields(...HEDGING);
  if (policy !== undefined && hedging !== undefined) {
    return config.refuse(HEDGING, 'one of retryPolicy and hedgingPolicy: gRPC refuses both');
  }
  const settings = { name: nameOf(method), timeoutMs, throttling: readThrottling(throttling) };
  const known = ['name', 'waitForReady', 'wait_for_ready', 'maxRequestMessageBytes', 'maxResponseMessageBytes'];
  if (policy === undefined) {
    const hedged = hedging === undefined ? [] : [hedgingLoss(hedging)];
    return { settings: { ...settings, retry: null }, passedOver: [...hedged, ...config.rest(known)] };
  }
  const retry = {
    maxAttempts:
      policy.whole(spellings('maxAttempts'), { min: 2 }) ?? missing(policy, 'maxAttempts', 'a whole number above 1'),
    baseMs: above0(policy, spellings('initialBackoff')),
    capMs: above0(policy, spellings('maxBackoff')),
    multiplier: readMultiplier(policy),
    codes: readCodes(policy),
  };
  const capitals = capitalLoss(policy.where, config.value(...RETRY));
  return { settings: { ...settings, retry }, passedOver: [...capitals, ...policy.rest(), ...config.rest(known)] };
}

function hedgingLoss(hedging: Fields): Loss {
  const names = spellings('maxAttempts');
  const calls = hedging.whole(names, { min: 2 }) ?? missing(hedging, 'maxAttempts', 'a whole number above 1');
  const most = Math.min(MOST_ATTEMPTS, calls);
  const why = `gRPC sends up to ${most} copies of a call without waiting for one to fail, and a policy repeats only what has failed`;
  return passedOver(hedging.where, `sends up to ${most} copies of a call`, why);
}

/** Protocol buffers read both of the first two; Go reads names without regard to case, and its examples begin with a capital. */
function spellings(name: string): string[] {
  return [
    name,
    name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`),
    name.replace(/^./, (letter) => letter.toUpperCase()),
  ];
}

function capitalLoss(where: string, policy: unknown): Loss[] {
  const capital = isPlain(policy) ? Object.keys(policy).find((key) => /^[A-Z]/.test(key)) : undefined;
  if (capital === undefined) return [];
  const does = 'only gRPC for Go reads a name that begins with a capital';
  return [lossOf(`${where === '' ? '' : `${where}.`}${capital}`, 'approximated', 'has its value', does)];
}

/** gRPC needs no digit before the point. */
function readDuration(value: unknown, field: string): number {
  return readProtoDuration(typeof value === 'string' && value.startsWith('.') ? `0${value}` : value, field);
}

function missing(fields: Fields, name: string, allowed: string): never {
  throw new InputError({ field: fields.path(name), value: undefined, allowed });
}

function above0(fields: Fields, names: readonly string[]): number {
  const ms = fields.read(names, readDuration) ?? missing(fields, names[0] as string, 'seconds such as "0.1s"');
  return ms > 0 ? ms : fields.refuse(names, 'a time above 0, such as "0.1s"');
}

function readMultiplier(policy: Fields): number {
  const names = spellings('backoffMultiplier');
  const multiplier = policy.number(names, { min: 0 }) ?? missing(policy, 'backoffMultiplier', 'a number above 0');
  return multiplier > 0 ? multiplier : policy.refuse(names, 'a number above 0');
}

function readCodes(policy: Fields): string[] {
  const names = spellings('retryableStatusCodes');
  const list = policy.value(...names);
  if (!Array.isArray(list) || list.length === 0) return policy.refuse(names, 'a list of codes such as ["UNAVAILABLE"]');
  const known = CODES.map(([name]) => name);
  return list.map((code: unknown, index) => {
    const name = typeof code === 'number' ? known[code] : known.find((one) => one === String(code).toUpperCase());
    if (name !== undefined) return name;
    const close = nearest(String(code), known);
    const issue = {
      field: `${policy.path('retryableStatusCodes')}[${index}]`,
      value: code,
      allowed: 'a status code of gRPC',
    };
    throw new InputError(close === null ? issue : { ...issue, hint: `did you mean ${close}?` });
  });
}

function readThrottling(value: unknown): GrpcSettings['throttling'] {
  if (value === undefined || value === null) return null;
  const fields = new Fields(value, 'retryThrottling');
  const maxTokens = fields.number(['maxTokens', 'max_tokens'], { min: 1, max: 1000 });
  const tokenRatio = fields.number(['tokenRatio', 'token_ratio'], { min: 0.001 });
  if (maxTokens === undefined) return missing(fields, 'maxTokens', 'a whole number from 1 to 1000');
  // Three decimals count.
  return {
    maxTokens,
    tokenRatio: Math.floor((tokenRatio ?? missing(fields, 'tokenRatio', 'a number above 0')) * 1000) / 1000,
  };
}
