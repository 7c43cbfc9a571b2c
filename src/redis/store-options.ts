import { InputError } from '../core/errors.js';
import { unknownKey } from '../core/policy/read-quotas.js';
import type { StoreLoss } from '../runtime/store.js';

/** How a store names its keys, how long it waits for Redis, and what clients do without it. */
export interface RedisStoreOptions {
  /** What the names of all keys begin with. Default `holdoff`. */
  readonly prefix?: string;
  /** What a client does while Redis is gone: use its share of each quota, send nothing, or use the whole. Default `share`. */
  readonly whenGone?: StoreLoss;
  /** How long a command may take, in ms. Default 500. */
  readonly commandTimeoutMs?: number;
  /** How much of the fleet's rate one reservation holds, in ms. Default and most 250. */
  readonly leaseMs?: number;
  /** A process that has not asked for so long counts no more, in ms. Default 10 000. */
  readonly liveMs?: number;
  /** Commands that may wait for Redis at the same time. Default 1000. */
  readonly maxPending?: number;
}

const DEFAULTS: Required<RedisStoreOptions> = {
  prefix: 'holdoff',
  whenGone: 'share',
  commandTimeoutMs: 500,
  leaseMs: 250,
  liveMs: 10_000,
  maxPending: 1000,
};

const LONGEST_MS = 86_400_000;

/** Fills in the defaults. Throws {@link InputError} for the first option that is wrong. */
export function readStoreOptions(given: RedisStoreOptions): Required<RedisStoreOptions> {
  const names = Object.keys(DEFAULTS);
  if (typeof given !== 'object' || given === null) refuse('options', given, `an object with ${names.join(', ')}`);
  for (const name in given) if (!names.includes(name)) throw new InputError(unknownKey(name, name, names));
  const known = Object.entries(given).filter(([, value]) => value !== undefined);
  const options = { ...DEFAULTS, ...Object.fromEntries(known) };
  if (typeof options.prefix !== 'string' || options.prefix === '' || /[{}]/.test(options.prefix)) {
    refuse('prefix', options.prefix, 'a text without braces, which would decide where keys lie in a cluster');
  }
  if (!['share', 'closed', 'open'].includes(options.whenGone)) {
    refuse('whenGone', options.whenGone, 'share, closed or open');
  }
  checkMs('commandTimeoutMs', options.commandTimeoutMs, LONGEST_MS);
  checkMs('leaseMs', options.leaseMs, DEFAULTS.leaseMs);
  checkMs('liveMs', options.liveMs, LONGEST_MS);
  if (!(Number.isInteger(options.maxPending) && options.maxPending >= 1)) {
    refuse('maxPending', options.maxPending, 'a whole number of commands, 1 or more');
  }
  return options;
}

function checkMs(field: string, value: unknown, most: number): void {
  if (typeof value === 'number' && value >= 1 && value <= most) return;
  refuse(field, value, `a number of ms from 1 to ${most}`);
}

function refuse(field: string, value: unknown, allowed: string): never {
  throw new InputError({ field, value, allowed });
}
