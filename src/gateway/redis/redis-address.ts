// Where Redis is, as it is typed: a server, or a cluster by some of its nodes. It may hold a password, which is never
// shown again.

import { InputError } from '../../core/errors.js';

export interface RedisAddress {
  /** As clients take it, credentials included. */
  readonly url: string;
  /** Scheme, host, port and database: what may be shown. */
  readonly shown: string;
}

/** One server, or the nodes of a cluster through which the others are found. */
export interface RedisPlace {
  readonly urls: readonly string[];
  readonly isCluster: boolean;
  readonly shown: string;
}

/** Throws {@link InputError} for what is no address of Redis, and for several that are of no cluster. */
export function redisPlaceOf(given: unknown, isCluster: boolean): RedisPlace {
  const addresses = (Array.isArray(given) ? given : [given]).map(redisAddressOf);
  const shown = addresses.map((address) => address.shown).join(', ');
  if (addresses.length === 0) return refuse(given, ALLOWED);
  if (addresses.length > 1 && !isCluster) {
    return refuse(shown, 'one address; or say that they are nodes of one cluster (--redis-cluster)');
  }
  const urls = addresses.map(({ url }) => url);
  if (isCluster && urls.some((url) => !/^\/?0*$/.test(new URL(url).pathname))) {
    return refuse(shown, 'addresses without the number of a database, of which a cluster has only the first');
  }
  // Clients reach every node as the first address says: another scheme or password would be passed over, or sent in the open.
  const ways = new Set(
    urls.map((url) => new URL(url)).map((url) => [url.protocol, url.username, url.password].join('\n')),
  );
  if (ways.size > 1) {
    return refuse(
      shown,
      'all nodes by redis:, or all by rediss:, with the same name and password, as clients reach them',
    );
  }
  return { urls, isCluster, shown };
}

const ALLOWED = 'the address of a Redis server, such as redis://127.0.0.1:6379 or rediss://name:password@host:6380/0';

/** Throws {@link InputError} for what is no address of Redis. */
export function redisAddressOf(given: unknown): RedisAddress {
  if (typeof given !== 'string') return refuse(given, ALLOWED);
  let url: URL;
  try {
    url = new URL(given);
  } catch {
    return refuse(withoutSecrets(given), ALLOWED);
  }
  const { protocol, hostname, host, pathname, search, hash, href } = url;
  if ((protocol !== 'redis:' && protocol !== 'rediss:') || hostname === '') {
    return refuse(withoutSecrets(given), ALLOWED);
  }
  if (!/^(?:\/\d*)?$/.test(pathname)) {
    return refuse(withoutSecrets(given), 'the number of a database behind the host, such as redis://127.0.0.1:6379/0');
  }
  if (search !== '' || hash !== '') return refuse(withoutSecrets(given), `${ALLOWED}, without ? and #`);
  if (decoded(url.username) === null || decoded(url.password) === null) {
    return refuse(withoutSecrets(given), `${ALLOWED}, with %25 for each % of the name and the password`);
  }
  // Not as it was typed: clients go by `rediss:` in small letters, and would send the password of `REDISS:` in plain text.
  return { url: href, shown: `${protocol}//${host}${pathname}` };
}

/** Null for what no client could decode. (The result is used: a call for its error alone is left out of a build.) */
function decoded(text: string): string | null {
  try {
    return decodeURIComponent(text);
  } catch {
    return null;
  }
}

/** Whatever stands before the last `@` may be a password, and so may what follows a question mark. */
function withoutSecrets(given: string): string {
  return given.replace(/^.*@/s, '…@').replace(/[?#].*$/s, '');
}

function refuse(value: unknown, allowed: string): never {
  throw new InputError({ field: 'redis', value, allowed });
}
