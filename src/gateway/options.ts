// What a gateway is told, checked before anything listens.

import { isIP } from 'node:net';
import { InputError } from '../core/errors.js';
import type { PolicyInput } from '../core/policy/policy.js';
import { policyFor } from '../runtime/policy-for.js';
import { dialectNamed, dialectOfHost } from '../runtime/provider.js';
import type { RedisOptions } from './redis/shared-store.js';

export interface GatewayOptions {
  /** Where requests go, such as `https://api.openai.com`. A path of it comes before that of every request. */
  readonly upstream: string | URL;
  /** Default: that of the provider where there is one, else the defaults. */
  readonly policy?: PolicyInput | undefined;
  /** Whose rules the upstream follows. Default: by its host, and by what its answers look like. */
  readonly provider?: string | undefined;
  /** 0, as unless given, takes any that is free. */
  readonly port?: number | undefined;
  /** 127.0.0.1 unless given: nobody else can reach it. */
  readonly host?: string | undefined;
  /** Names beside localhost by which callers may reach it. Addresses always may. */
  readonly allowHosts?: readonly string[] | undefined;
  /** Origins of pages that may call it from a browser, such as `http://localhost:3000`. Default: none. */
  readonly allowOrigins?: readonly string[] | undefined;
  /** Longest request body that is kept, so that it can be sent again; longer ones are sent once. Default 8 MiB. */
  readonly mostReplayableBytes?: number | undefined;
  /** What a request is thought to cost until its answer tells, by the name of the quota. Default: 1 each. */
  readonly costs?: Readonly<Record<string, number>> | undefined;
  /** Shares the quotas with other gateways, and with every client that uses the same Redis and prefix. Default: none. */
  readonly redis?: RedisOptions | undefined;
}

/** The options as they are used. */
export interface GatewaySettings {
  readonly upstream: Upstream;
  readonly policy: PolicyInput;
  readonly provider: string | undefined;
  /** Also by its host. Then bodies of answers may tell of use, or of a refusal inside a 200. */
  readonly knownProvider: string | undefined;
  readonly port: number;
  readonly host: string;
  readonly allowHosts: ReadonlySet<string>;
  readonly allowOrigins: ReadonlySet<string>;
  readonly mostReplayableBytes: number;
  readonly costs: Readonly<Record<string, number>>;
  readonly redis: RedisOptions | null;
}

/** The one server that is called. */
export interface Upstream {
  readonly isSecure: boolean;
  /** As a socket takes it: without brackets. */
  readonly hostname: string;
  readonly port: number;
  /** The value of the `Host` field. */
  readonly host: string;
  /** Scheme and host. */
  readonly origin: string;
  /** What comes before the path of every request: nothing, or a path without a slash at its end. */
  readonly basePath: string;
}

/** Throws {@link InputError} for the first option that cannot be used. */
export function settle(options: GatewayOptions): GatewaySettings {
  const { port = 0, host = '127.0.0.1', allowHosts = [], allowOrigins = [] } = options;
  const { mostReplayableBytes = 8 * 1024 * 1024, costs = {} } = options;
  const upstream = upstreamOf(options.upstream);
  if (!(Number.isInteger(port) && port >= 0 && port <= 65_535)) {
    refuse('port', port, 'a whole number from 0 to 65535');
  }
  // Node would take an empty one for every address that this computer has.
  if (host === '') refuse('host', host, 'an address such as 127.0.0.1');
  if (port !== 0 && port === upstream.port && isLoopback(upstream.hostname)) {
    refuse('upstream', String(options.upstream), 'another server than the gateway itself, which would call itself');
  }
  if (!(Number.isInteger(mostReplayableBytes) && mostReplayableBytes >= 0)) {
    refuse('mostReplayableBytes', mostReplayableBytes, 'a whole number of bytes, 0 or more');
  }
  const provider = options.provider === undefined ? undefined : dialectNamed(options.provider).id;
  const known = providerOf(upstream, provider);
  return {
    upstream,
    policy: options.policy ?? policyOf(known) ?? {},
    provider,
    knownProvider: known,
    port,
    host,
    allowHosts: new Set(allowHosts.map(hostNameOf)),
    allowOrigins: new Set(allowOrigins.map(originOf)),
    mostReplayableBytes,
    costs,
    redis: options.redis ?? null,
  };
}

/** The policy that is meant where none is given; null where the provider is not known, or has none of its own. */
export function providerPolicy(
  upstream: string | URL,
  named?: string,
): { readonly provider: string; readonly policy: PolicyInput } | null {
  const provider = providerOf(upstreamOf(upstream), named === undefined ? undefined : dialectNamed(named).id);
  const policy = policyOf(provider);
  return provider === undefined || policy === null ? null : { provider, policy };
}

function providerOf({ origin }: Upstream, named: string | undefined): string | undefined {
  return named ?? dialectOfHost(origin)?.id;
}

export function isLoopback(hostname: string): boolean {
  return hostname === 'localhost' || hostname === '::1' || (isIP(hostname) === 4 && hostname.startsWith('127.'));
}

function policyOf(provider: string | undefined): PolicyInput | null {
  try {
    return provider === undefined ? null : policyFor(provider);
  } catch (error) {
    if (error instanceof InputError) return null;
    throw error;
  }
}

function upstreamOf(given: string | URL): Upstream {
  const allowed = 'the address of a server, such as https://api.openai.com';
  let url: URL;
  try {
    url = new URL(given);
  } catch {
    return refuse('upstream', given, allowed);
  }
  const isSecure = url.protocol === 'https:';
  if (!isSecure && url.protocol !== 'http:') return refuse('upstream', url.href, `${allowed}: http or https`);
  // Not shown: it is a secret.
  if (url.username !== '' || url.password !== '') {
    return refuse('upstream', url.origin, 'an address without a name and password; callers send their own credentials');
  }
  if (url.search !== '' || url.hash !== '') return refuse('upstream', url.href, `${allowed}: without ? and #`);
  return {
    isSecure,
    hostname: url.hostname.replace(/^\[(.*)\]$/, '$1'),
    port: url.port === '' ? (isSecure ? 443 : 80) : Number(url.port),
    host: url.host,
    origin: url.origin,
    basePath: withoutEndSlashes(url.pathname),
  };
}

function withoutEndSlashes(path: string): string {
  let end = path.length;
  while (path[end - 1] === '/') end -= 1;
  return path.slice(0, end);
}

function hostNameOf(name: string): string {
  if (/^[a-z0-9]([a-z0-9._-]*[a-z0-9])?$/i.test(name)) return name.toLowerCase();
  return refuse('allowHosts', name, 'the name of a host without a port, such as host.docker.internal');
}

function originOf(given: string): string {
  try {
    const { origin } = new URL(given);
    if (origin !== 'null' && origin === given.replace(/\/$/, '').toLowerCase()) return origin;
  } catch {}
  return refuse('allowOrigins', given, 'the origin of a page, such as http://localhost:3000');
}

function refuse(field: string, value: unknown, allowed: string): never {
  throw new InputError({ field, value, allowed });
}
