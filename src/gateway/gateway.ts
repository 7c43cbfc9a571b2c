// The server: what is refused, what is its own, and what is passed on.

import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';
import { InputError } from '../core/errors.js';
import { checkPolicy } from '../runtime/check-options.js';
import { createClient } from '../runtime/client.js';
import type { Client } from '../runtime/client-options.js';
import { systemClock } from '../runtime/clock.js';
import { preflightFields } from './browser-access.js';
import { type Caller, callerOf } from './caller.js';
import { checkRequest, type Refusal } from './check-request.js';
import { FairTurns } from './fair-turns.js';
import { listenOn } from './listen.js';
import { type GatewayOptions, type GatewaySettings, settle } from './options.js';
import { sendOwnAnswer } from './own-answer.js';
import { type Passages, pass, termsOf } from './passages.js';
import { SharedStore } from './redis/shared-store.js';
import { OWN_PATH, sendOwnPage } from './status/own-pages.js';
import { type GatewayStatus, statusOf } from './status/status.js';
import { Tally } from './tally.js';
import { createPool, type UpstreamPool } from './upstream.js';

export interface Gateway {
  /** `http://127.0.0.1:8429` */
  readonly address: string;
  readonly port: number;
  /** The client that all requests go through. */
  readonly client: Client;
  /** What the status page shows, as plain data. */
  status(): GatewayStatus;
  /**
   * Takes no more requests, and ends when those under way have ended, or are cut after `graceMs`. Default 10 000. Called
   * again, it cuts them after the shorter of the times.
   */
  close(graceMs?: number): Promise<void>;
}

/** A longer head is refused. Credentials of some clouds take a few thousand bytes. */
const MOST_HEAD_BYTES = 32_768;
/** The head of a request has to be there by then. Bodies may take longer: a long one waits until it is sent. */
const HEAD_MS = 30_000;
const KEPT_MS = 60_000;
const GRACE_MS = 10_000;

/**
 * Starts a gateway. Throws {@link InputError} and {@link PolicyError} for options that cannot be used; rejects with
 * {@link ListenError} when the port cannot be had.
 */
export async function startGateway(options: GatewayOptions): Promise<Gateway> {
  const settings = settle(options);
  const { host, redis } = settings;
  const shared = redis === null ? null : await SharedStore.open(redis);
  try {
    const serving = servingOf(settings, shared);
    const port = await listenOn(serving.server, settings.port, host);
    return gatewayOf(serving, host, port);
  } catch (error) {
    shared?.close();
    throw error;
  }
}

function servingOf(settings: GatewaySettings, shared: SharedStore | null): Serving {
  // The answer is passed on, whatever it is.
  const policy = checkPolicy({ ...settings.policy, onGiveUp: 'response' });
  const hidesBodies = settings.knownProvider === undefined;
  const pool = createPool(settings.upstream, { hidesBodies, idleMs: policy.idleTimeoutMs });
  const clock = systemClock();
  const client = createClient(policy, {
    fetch: pool.fetch,
    provider: settings.provider,
    cost: costOf(settings.costs),
    terms: termsOf,
    clock,
    ...(shared === null ? {} : { store: shared.store }),
  });
  if (shared !== null) client.on('store', shared.heard);
  return new Serving({ settings, client, clock, turns: new FairTurns(), tally: new Tally(), store: shared }, pool);
}

function gatewayOf(serving: Serving, host: string, port: number): Gateway {
  const { client } = serving.shared;
  return {
    address: `http://${host.includes(':') ? `[${host}]` : host}:${port}`,
    port,
    client,
    status: () => serving.status(),
    close: (graceMs = GRACE_MS) => serving.close(graceMs),
  };
}

/** Fixed costs as the client asks for them; undefined where there are none, since costs take time. */
function costOf(costs: GatewaySettings['costs']): (() => GatewaySettings['costs']) | undefined {
  return Object.keys(costs).length === 0 ? undefined : () => costs;
}

class Serving {
  readonly server: Server;
  readonly shared: Passages;
  private readonly pool: UpstreamPool;
  private readonly startedAt: number;
  private closed: Promise<void> | null = null;
  /** Connections on which something was refused: nothing that follows is answered, or passed on. */
  private readonly refused = new WeakSet<Duplex>();

  constructor(shared: Passages, pool: UpstreamPool) {
    this.shared = shared;
    this.pool = pool;
    this.startedAt = shared.clock.wallNow();
    this.server = createServer(
      {
        maxHeaderSize: MOST_HEAD_BYTES,
        headersTimeout: HEAD_MS,
        requestTimeout: 0,
        keepAliveTimeout: KEPT_MS,
        // Whatever Node itself was started with.
        insecureHTTPParser: false,
      },
      (request, response) => this.serve(request, response),
    );
    // Node drops fields beyond 2000 without a word, and with them what has to be refused; heads are short enough.
    this.server.maxHeadersCount = 0;
    this.server.on('connect', (_request: IncomingMessage, socket: Duplex) => {
      shared.tally.refuse('connect');
      refuseRaw(socket, 405, 'This is no proxy: CONNECT is not taken.');
    });
    this.server.on('clientError', (error: NodeJS.ErrnoException, socket: Duplex) => {
      if (error.code === 'ECONNRESET' || !socket.writable) {
        socket.destroy();
        return;
      }
      const isLong = error.code === 'HPE_HEADER_OVERFLOW';
      const isLate = error.code === 'ERR_HTTP_REQUEST_TIMEOUT';
      shared.tally.refuse(isLong ? 'long-head' : isLate ? 'slow-head' : 'no-http');
      if (isLong) refuseRaw(socket, 431, `The head of the request is longer than ${MOST_HEAD_BYTES} bytes.`);
      else if (isLate) refuseRaw(socket, 408, 'The head of the request did not come in time.');
      else refuseRaw(socket, 400, 'The request is no proper HTTP/1.1.');
    });
  }

  private readonly onFinish = (): void => {
    if (this.closed !== null) this.server.closeIdleConnections();
  };

  status(): GatewayStatus {
    return statusOf(this.shared, this.startedAt, this.pool.connections());
  }

  close(graceMs: number): Promise<void> {
    const { server, pool, shared } = this;
    const timer = setTimeout(() => server.closeAllConnections(), graceMs);
    this.closed ??= new Promise((resolve) => {
      server.close(() => {
        pool.close();
        shared.store?.close();
        resolve();
      });
      server.closeIdleConnections();
    });
    return this.closed.finally(() => clearTimeout(timer));
  }

  private serve(request: IncomingMessage, response: ServerResponse): void {
    // A caller that is gone is nothing to fall over.
    request.on('error', ignore);
    response.on('error', ignore);
    // The parser may have read more of the connection by the time at which it is closed.
    if (this.refused.has(request.socket)) return;
    if (this.closed !== null) response.shouldKeepAlive = false;
    else response.on('finish', this.onFinish);
    const { settings } = this.shared;
    const refusal = checkRequest(request, settings);
    if (refusal !== null) {
      this.refuse(request, response, refusal);
      return;
    }
    const preflight = request.method === 'OPTIONS' ? preflightFields(request.rawHeaders) : null;
    if (preflight !== null) response.writeHead(204, preflight).end();
    else if (isOwn(request.url as string)) sendOwnPage(request, response, () => this.status());
    else this.pass(request, response);
  }

  private pass(request: IncomingMessage, response: ServerResponse): void {
    let caller: Caller;
    try {
      caller = callerOf(request.rawHeaders);
    } catch (error) {
      if (!(error instanceof InputError)) throw error;
      this.refuse(request, response, { status: 400, code: 'deadline', message: error.message });
      return;
    }
    void pass(this.shared, caller, request, response);
  }

  private refuse(request: IncomingMessage, response: ServerResponse, { status, code, message }: Refusal): void {
    this.shared.tally.refuse(code);
    this.refused.add(request.socket);
    // What follows on the connection may be part of what was refused.
    response.shouldKeepAlive = false;
    sendOwnAnswer(response, { status, type: 'refused', reason: code, message, retryAfterMs: null });
  }
}

function ignore(): void {}

function isOwn(target: string): boolean {
  return target === OWN_PATH || target.startsWith(`${OWN_PATH}/`) || target.startsWith(`${OWN_PATH}?`);
}

function refuseRaw(socket: Duplex, status: number, message: string): void {
  const head = `HTTP/1.1 ${status} Refused\r\nConnection: close\r\nContent-Type: text/plain\r\n`;
  socket.end(`${head}Content-Length: ${message.length + 1}\r\n\r\n${message}\n`);
}
