// What is refused before anything is done with it: whatever two servers could read in two ways, whatever would make this
// a proxy to anywhere, and pages in a browser.

import { isIP } from 'node:net';
import { isLoopback } from './options.js';

/** Why a request is not passed on. */
export interface Refusal {
  readonly status: number;
  /** Stable word. */
  readonly code: string;
  readonly message: string;
}

/** The head of a request as Node's parser gives it, which has refused what is no HTTP at all. */
export interface RequestHead {
  readonly method?: string | undefined;
  /** The target as it was sent. */
  readonly url?: string | undefined;
  readonly httpVersion: string;
  /** Names and values in turn. */
  readonly rawHeaders: readonly string[];
}

/** Who may call. */
export interface Callers {
  /** In lower case, without a port. */
  readonly allowHosts: ReadonlySet<string>;
  readonly allowOrigins: ReadonlySet<string>;
}

/** Why a request is not passed on; null when it is. */
export function checkRequest(head: RequestHead, callers: Callers): Refusal | null {
  return checkVersion(head) ?? checkTarget(head.url ?? '') ?? checkFields(head, callers);
}

function checkVersion({ httpVersion, method }: RequestHead): Refusal | null {
  if (httpVersion !== '1.1' && httpVersion !== '1.0') {
    return refusal(505, 'version', 'Only HTTP/1.1 and HTTP/1.0 are spoken here.');
  }
  // Its answer would be the request, with the credentials in it.
  return method === 'TRACE' ? refusal(405, 'method', 'TRACE is not passed on.') : null;
}

function checkTarget(target: string): Refusal | null {
  if (target.includes('://') && !target.startsWith('/')) {
    return refusal(
      400,
      'absolute-target',
      'This is no proxy: it calls one server only. Use its address as the base URL of your client.',
    );
  }
  if (!target.startsWith('/')) return refusal(400, 'target', 'The target has to be a path that begins with "/".');
  const [path = ''] = target.split('?', 1);
  if (path.startsWith('//')) return refusal(400, 'double-slash', 'The path begins with "//"; take one of them away.');
  if (/[\\#]/.test(path) || target.includes('#')) {
    return refusal(400, 'target', 'The target has a character that servers read in different ways: "\\" or "#".');
  }
  // Also as they look when a server decodes them once or twice more, and with parameters, which some servers cut off.
  const hasDots = path
    .split(/\/|%(?:25)*2f|%(?:25)*5c/i)
    .some((part) => /^(?:\.|%(?:25)*2e){1,2}(?:;.*)?$/i.test(part));
  return hasDots ? refusal(400, 'dot-segment', 'The path has "." or ".." as a part of it.') : null;
}

function checkFields({ httpVersion, rawHeaders }: RequestHead, callers: Callers): Refusal | null {
  let host: string | null = null;
  for (let index = 0; index < rawHeaders.length; index += 2) {
    const name = (rawHeaders[index] as string).toLowerCase();
    const value = rawHeaders[index + 1] as string;
    switch (name) {
      case 'host':
        if (host !== null) return refusal(400, 'host', 'There is more than one Host.');
        host = value;
        break;
      case 'transfer-encoding':
        if (httpVersion === '1.0' || value.toLowerCase() !== 'chunked') {
          return refusal(501, 'transfer-encoding', 'The only transfer coding that is taken is chunked, in HTTP/1.1.');
        }
        break;
      case 'upgrade':
        // What is a mere offer, as h2c is, may be ignored; whoever asks for a websocket would wait for it.
        if (/websocket/i.test(value)) return refusal(501, 'upgrade', 'Websockets are not passed on.');
        break;
      case 'origin':
        if (!callers.allowOrigins.has(value)) {
          return refusal(403, 'origin', 'Pages may not call this gateway, unless it was started with --allow-origin.');
        }
        break;
      case 'sec-fetch-site':
        // A page can send some requests without Origin, but not without this.
        if (value === 'cross-site' && !mayBeCrossSite(rawHeaders, callers)) {
          return refusal(403, 'origin', 'Pages may not call this gateway, unless it was started with --allow-origin.');
        }
    }
  }
  return checkHost(host, callers);
}

function mayBeCrossSite(rawHeaders: readonly string[], { allowOrigins }: Callers): boolean {
  const at = rawHeaders.findIndex((name, index) => index % 2 === 0 && name.toLowerCase() === 'origin');
  return at >= 0 && allowOrigins.has(rawHeaders[at + 1] as string);
}

/**
 * A page whose name is made to lead here is of its own origin, so that no Origin gives it away; its name does. An address
 * cannot be made to lead elsewhere.
 */
function checkHost(host: string | null, { allowHosts }: Callers): Refusal | null {
  if (host === null) return refusal(400, 'host', 'There is no Host.');
  const name = /^(\[[0-9a-f:.]+\]|[^:[\]/@\s]+)(?::\d{1,5})?$/i.exec(host)?.[1]?.toLowerCase();
  if (name === undefined) return refusal(400, 'host', 'The Host is no name or address with a port.');
  const bare = name.replace(/^\[(.*)\]$/, '$1');
  if (isLoopback(bare) || isIP(bare) !== 0 || allowHosts.has(bare)) return null;
  return refusal(403, 'host', 'This gateway is not known by that name, unless it was started with --allow-host.');
}

function refusal(status: number, code: string, message: string): Refusal {
  return { status, code, message };
}
