// The names of keys. What the scripts of one bucket touch lies in one slot of a cluster; buckets of an account do so too,
// since a refusal of the account shuts them all and has to be seen by the script of each.

import type { SharedBucket } from '../runtime/store.js';

/** Longer names are shortened, and told apart by a digest. */
const LONGEST_NAME = 120;
const KEPT = 60;

export interface BucketKeys {
  readonly quotas: string;
  readonly cooldown: string;
  readonly accountCooldown: string;
  readonly live: string;
  readonly limits: string;
}

export function keysOf(prefix: string, { account, bucket }: SharedBucket): BucketKeys {
  const owner = nameOf(account);
  const name = nameOf(bucket);
  // A bucket of nobody is its own owner, or all of them would lie on one node.
  const tag = `${prefix}:{${account === '' ? `/${name}` : owner}}`;
  return {
    quotas: `${tag}:quotas:${owner}/${name}`,
    cooldown: `${tag}:cooldown:${owner}/${name}`,
    accountCooldown: `${tag}:cooldown:${owner}`,
    live: `${tag}:live:${owner}/${name}`,
    limits: `${tag}:limits:${owner}/${name}`,
  };
}

export function slotsKey(prefix: string, name: string): string {
  return `${prefix}:{${nameOf(name)}}:slots`;
}

/** Only letters that no part of a key, a hash tag or a pattern is made of; others by their number. */
function nameOf(given: string): string {
  const name = given.replace(/[^A-Za-z0-9._~-]/g, (unit) => `%${unit.charCodeAt(0).toString(16).padStart(4, '0')}`);
  if (name.length <= LONGEST_NAME) return name === '' ? '%' : name;
  return `${name.slice(0, KEPT)}%${digest(given, 0)}${digest(given, 1)}`;
}

/** 52 bits of a name by two multiplicative hashes (FNV-1a over the units, from two beginnings). */
function digest(text: string, beginning: number): string {
  let low = 0x811c9dc5 ^ (beginning * 0x9e3779b9);
  let high = 0xcbf29ce4 ^ (beginning * 0x85ebca6b);
  for (let at = 0; at < text.length; at++) {
    const unit = text.charCodeAt(at);
    low = Math.imul(low ^ unit, 0x01000193);
    high = Math.imul(high ^ (unit + at), 0x01000193);
  }
  return ((high & 0xfffff) * 0x100000000 + (low >>> 0)).toString(16).padStart(13, '0');
}
