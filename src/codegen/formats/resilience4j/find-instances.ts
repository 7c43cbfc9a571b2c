// The retry instances of an application.yml.

import { InputError } from '../../../core/errors.js';
import { isPlain, type Plain } from '../../../core/policy/paths.js';
import { readSpringDuration } from '../durations.js';
import { Fields } from '../fields.js';
import type { Found, Reading } from '../format.js';
import { springSpellings as spellings } from '../spring-spellings.js';
import { walk } from '../walk.js';
import type { Resilience4jSettings } from './settings.js';

const DEFAULTS = { maxAttempts: 3, waitMs: 500, multiplier: 1.5, factor: 0.5 };
const KEYS = ['maxAttempts', 'waitDuration', 'enableExponentialBackoff', 'exponentialBackoffMultiplier'];
const ALLOWED = 'an application.yml with resilience4j.retry.instances, or the settings of one instance';

/** Every instance, else every shared config: a file may have configs only. */
export function findInstances(source: unknown): Found<Resilience4jSettings>[] {
  const found: Found<Resilience4jSettings>[] = [];
  walk(Array.isArray(source) ? source.map(unfolded) : unfolded(source), (node, path) => {
    const isRetry = path === '' || /(^|\.)retry$/.test(path);
    const group = ['instances', 'backends'].find((name) => isPlain(node[name]));
    const configs = (isPlain(node.configs) ? node.configs : {}) as Plain;
    if (isRetry && (group !== undefined || isPlain(node.configs))) {
      const instances = group === undefined ? configs : (node[group] as Plain);
      const where = `${path === '' ? '' : `${path}.`}${group ?? 'configs'}`;
      for (const [name, instance] of Object.entries(instances)) {
        found.push({ name, read: () => read(instance ?? {}, `${where}.${name}`, group === undefined ? {} : configs) });
      }
    } else if (path === '' && KEYS.flatMap(spellings).some((name) => name in node)) {
      found.push({ name: '', read: () => read(node, '', {}) });
    }
  });
  if (found.length === 0)
    throw new InputError({ field: 'resilience4j.retry.instances', value: undefined, allowed: ALLOWED });
  return found;
}

/** To Spring `resilience4j.retry.instances.a: …` is the same as the four keys inside each other. */
function unfolded(document: unknown): unknown {
  if (!isPlain(document)) return document;
  const tree: Plain = {};
  const put = (at: Plain, [first = '', ...rest]: readonly string[], value: unknown): void => {
    const old = Object.hasOwn(at, first) ? at[first] : undefined;
    if (rest.length > 0) {
      const inner = isPlain(old) ? { ...old } : {};
      define(at, first, inner);
      put(inner, rest, value);
    } else define(at, first, isPlain(old) && isPlain(value) ? { ...old, ...value } : value);
  };
  for (const [key, value] of Object.entries(document)) {
    put(tree, key.startsWith('resilience4j.') ? key.split('.') : [key], value);
  }
  return tree;
}

/** Not by assignment: a key named __proto__ must stay one. */
function define(at: Plain, key: string, value: unknown): void {
  Object.defineProperty(at, key, { value, configurable: true, enumerable: true, writable: true });
}

function read(instance: unknown, where: string, configs: Plain): Reading<Resilience4jSettings> {
  const own = new Fields(instance, where);
  const base = own.text(spellings('baseConfig'));
  if (base !== undefined && !Object.hasOwn(configs, base))
    own.refuse(spellings('baseConfig'), 'the name of a config in configs');
  const shared = new Fields(
    Object.hasOwn(configs, base ?? 'default') ? configs[base ?? 'default'] : {},
    `configs.${base ?? 'default'}`,
  );
  // What an instance leaves out comes from its base config, else from the config named default.
  const get = <T>(name: string, readFrom: (fields: Fields, names: string[]) => T | undefined): T | undefined => {
    const [mine, theirs] = [own, shared].map((fields) => readFrom(fields, spellings(name)));
    return mine ?? theirs;
  };
  const time = (fields: Fields, names: string[]): number | undefined => fields.read(names, readSpringDuration);
  const isOn = (name: string): boolean => get(name, (fields, names) => fields.boolean(names)) ?? false;
  const number = (name: string, min: number, max: number) =>
    get(name, (fields, names) => fields.number(names, { min, max }));
  const [grows, draws] = [isOn('enableExponentialBackoff'), isOn('enableRandomizedWait')];
  const multiplier = number('exponentialBackoffMultiplier', 1, 1e6) ?? DEFAULTS.multiplier;
  const factor = number('randomizedWaitFactor', 0, 0.999999) ?? DEFAULTS.factor;
  const maxWaitMs = get('exponentialMaxWaitDuration', time);
  const classes = ['retryExceptions', 'ignoreExceptions'].flatMap((name) => {
    return get(name, (fields, names) => fields.texts(names))?.map((text) => `${name.replace(/E.*/, '')} ${text}`) ?? [];
  });
  for (const name of ['retryExceptionPredicate', 'resultPredicate', 'intervalBiFunction', 'ignoreExceptionPredicate']) {
    const code = get(name, (fields, names) => fields.text(names));
    if (code !== undefined) classes.push(`${name} ${code}`);
  }
  const settings: Resilience4jSettings = {
    maxAttempts: get('maxAttempts', (fields, names) => fields.whole(names, { min: 1 })) ?? DEFAULTS.maxAttempts,
    waitMs: get('waitDuration', time) ?? DEFAULTS.waitMs,
    multiplier: grows ? multiplier : null,
    factor: draws ? factor : 0,
    maxWaitMs: grows ? (maxWaitMs ?? null) : null,
    exceptions: classes,
  };
  const aside = [
    'registerHealthIndicator',
    'eventConsumerBufferSize',
    'failAfterMaxAttempts',
    'ignoreClassBindingExceptions',
    'writableStackTraceEnabled',
  ];
  return { settings, passedOver: [...own.rest(aside.flatMap(spellings)), ...shared.rest(aside.flatMap(spellings))] };
}
