// The fetch that the client calls for each attempt: one request to the one upstream, over connections that are kept.

import type { IncomingMessage } from 'node:http';
import { Exchange, type ExchangeOptions } from './exchange.js';
import type { Field } from './fields.js';
import type { Upstream } from './options.js';
import { Pool } from './wire/pool.js';
import { requestHead } from './wire/request-head.js';

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

/** How answers are taken: see the options of an exchange. */
export type Taking = Pick<ExchangeOptions, 'hidesBodies' | 'idleMs'>;

export function createPool(upstream: Upstream, taking: Taking): UpstreamPool {
  const pool = new Pool(upstream);

  const fetch = (_input: unknown, given?: RequestInit): Promise<Response> => {
    const { passage, signal = null, method = 'GET', body = null, headers } = given as AttemptInit;
    passage.sent();
    const sent = body as string | Buffer | IncomingMessage | null;
    const framing = framingOf(method, sent, passage);
    const head = requestHead(method, passage.path, upstream.host, headers as Iterable<Field>, framing);
    return new Promise((resolve, reject) => {
      if (signal?.aborted === true) {
        reject(signal.reason);
        return;
      }
      const isBare = method === 'HEAD';
      const exchange = new Exchange({ ...taking, connection: pool.take(), signal, isBare, resolve, reject });
      exchange.begin(head, sent);
    });
  };

  return {
    fetch: fetch as typeof globalThis.fetch,
    connections: () => pool.size,
    close: () => pool.close(),
  };
}

/** Methods whose requests say that they have no body (RFC 9110 §8.6). */
const HAS_BODY: ReadonlySet<string> = new Set(['POST', 'PUT', 'PATCH']);

/** How the upstream finds the end of the body. Always said: it would read one of which it does not know as the next request. */
function framingOf(method: string, body: string | Buffer | IncomingMessage | null, { streamLength }: Passage): string {
  if (body === null) return HAS_BODY.has(method) ? 'Content-Length: 0\r\n' : '';
  if (typeof body === 'string' || Buffer.isBuffer(body)) return `Content-Length: ${Buffer.byteLength(body)}\r\n`;
  return streamLength === null ? 'Transfer-Encoding: chunked\r\n' : `Content-Length: ${streamLength}\r\n`;
}
