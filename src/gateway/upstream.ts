// The fetch that the client calls for each attempt: one request to the one upstream, over connections that are kept.

import { type ClientRequest, Agent as HttpAgent, request as httpRequest, type IncomingMessage } from 'node:http';
import { Agent as HttpsAgent, request as httpsRequest } from 'node:https';
import type { Field } from './fields.js';
import type { Upstream } from './options.js';
import { responseOf } from './upstream-response.js';

/** What an attempt needs beyond what fetch is given. It travels in the init, of which the client makes copies. */
export interface AttemptInit extends RequestInit {
  readonly passage: Passage;
}

/** A request on its way through the gateway. */
export interface Passage {
  /** Path and query for the upstream. */
  readonly path: string;
  /** The whole length of a body that is streamed; null when it is not known. */
  readonly streamLength: number | null;
  /** An attempt is about to be sent. */
  sent(): void;
}

export interface UpstreamPool {
  readonly fetch: typeof globalThis.fetch;
  /** Connections that are open, in use or not. */
  connections(): number;
  close(): void;
}

/** Before most servers end an idle connection themselves, just when a request is on its way. */
const IDLE_MS = 4000;

/** `hidesBodies`: bodies of served answers have nothing that the client could use. */
export function createPool(upstream: Upstream, hidesBodies: boolean): UpstreamPool {
  const settings = { keepAlive: true, timeout: IDLE_MS, scheduling: 'lifo' } as const;
  const agent = upstream.isSecure ? new HttpsAgent(settings) : new HttpAgent(settings);
  // There is one upstream and one way to connect to it, so that connections need not be told apart by their options.
  agent.getName = () => upstream.host;
  const start = upstream.isSecure ? httpsRequest : httpRequest;
  const { hostname, port, host } = upstream;
  const fixed = { agent, hostname, port, setHost: false, insecureHTTPParser: false };

  const fetch = (_input: unknown, given?: RequestInit): Promise<Response> => {
    const init = given as AttemptInit;
    const { passage, signal = null, method = 'GET', body = null } = init;
    passage.sent();
    const headers = ['Host', host, 'Accept-Encoding', 'identity'];
    for (const [name, value] of init.headers as Iterable<Field>) headers.push(name, value);
    const bytes = typeof body === 'string' ? Buffer.from(body) : (body as Buffer | IncomingMessage | null);
    if (Buffer.isBuffer(bytes)) headers.push('Content-Length', String(bytes.byteLength));
    else if (bytes !== null) headers.push(...framingOf(passage.streamLength));
    else if (HAS_BODY.has(method)) headers.push('Content-Length', '0');
    return new Promise((resolve, reject) => {
      const request = start({ ...fixed, method, path: passage.path, headers: headers as never });
      const abort = (): void => {
        request.destroy(signal?.reason instanceof Error ? signal.reason : new Error('aborted'));
      };
      if (signal?.aborted === true) abort();
      else if (signal !== null) {
        signal.addEventListener('abort', abort);
        request.once('close', () => signal.removeEventListener('abort', abort));
      }
      request.on('error', reject);
      request.once('response', (message) => {
        responseOf(message, method === 'HEAD', hidesBodies).then(resolve, reject);
      });
      send(request, bytes);
    });
  };

  return {
    fetch: fetch as typeof globalThis.fetch,
    connections: () => countOf(agent.sockets) + countOf(agent.freeSockets),
    close: () => agent.destroy(),
  };
}

const ONE_PIECE_BYTES = 65_536;

/** Methods whose requests say that they have no body (RFC 9110 §8.6). */
const HAS_BODY: ReadonlySet<string> = new Set(['POST', 'PUT', 'PATCH']);

/**
 * How the upstream finds the end of a body that is streamed. Always said: of methods that seldom have one Node would send
 * it bare, and the upstream would read it as the next request.
 */
function framingOf(length: number | null): string[] {
  return length === null ? ['Transfer-Encoding', 'chunked'] : ['Content-Length', String(length)];
}

function send(request: ClientRequest, body: Buffer | IncomingMessage | null): void {
  if (body === null) {
    request.end();
    return;
  }
  if (Buffer.isBuffer(body)) {
    // As text, head and body leave in one piece; Latin-1 has a character for every byte.
    if (body.byteLength <= ONE_PIECE_BYTES) request.end(body.toString('latin1'), 'latin1');
    else request.end(body);
    return;
  }
  const gone = (): void => {
    if (!body.readableEnded) request.destroy(new Error('the caller went before the end of its request'));
  };
  body.once('close', gone);
  request.once('close', () => {
    body.off('close', gone);
    body.unpipe(request);
  });
  body.pipe(request);
}

function countOf(sockets: NodeJS.ReadOnlyDict<readonly unknown[]>): number {
  return Object.values(sockets).reduce((sum, list) => sum + (list?.length ?? 0), 0);
}
