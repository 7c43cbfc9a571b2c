// The emulator on a port, with as little as possible between a request and its answer.

import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { HeaderPair } from '../core/rulebooks/index.js';
import type { Emulator } from './emulator.js';
import type { Delivery, Reply } from './reply.js';
import { type EmulatedRequest, splitTarget } from './request.js';

export interface ListenOptions {
  /** 0, as unless given, takes any that is free. */
  readonly port?: number;
  /** 127.0.0.1 unless given: nobody else can reach it. */
  readonly host?: string;
}

export interface EmulatorServer {
  /** `http://127.0.0.1:8429` */
  readonly address: string;
  readonly port: number;
  /** Ends every connection. */
  close(): Promise<void>;
}

/** A port that cannot be had. */
export class ListenError extends Error {
  /** Node's code, such as EADDRINUSE. */
  readonly code: string;

  constructor(code: string, message: string, cause: unknown) {
    super(message, { cause });
    this.name = 'ListenError';
    this.code = code;
  }
}

const LARGEST_BODY = 32 * 1024 * 1024;

/** Serves an emulator over HTTP. Rejects with {@link ListenError} when the port cannot be had. */
export async function listen(
  emulator: Emulator,
  { port = 0, host = '127.0.0.1' }: ListenOptions = {},
): Promise<EmulatorServer> {
  // Node would take an empty one for every address that this computer has.
  if (host === '') throw new ListenError('EINVAL', '"" is no address; give one such as 127.0.0.1 or 0.0.0.0', null);
  const server = createServer({ keepAliveTimeout: 60_000 }, (request, response) => {
    // A client that is gone is nothing to fall over; its request was counted.
    request.on('error', () => {});
    if (hasBody(request)) collect(request, response, emulator);
    else answer(request, response, '', emulator);
  });
  await listening(server, port, host);
  const { port: taken } = server.address() as AddressInfo;
  return {
    address: `http://${host.includes(':') ? `[${host}]` : host}:${taken}`,
    port: taken,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

function listening(server: Server, port: number, host: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const onError = (error: NodeJS.ErrnoException): void => {
      const code = error.code ?? 'unknown';
      const reason = REASONS[code] ?? error.message;
      reject(new ListenError(code, `port ${port} on ${host} cannot be had: ${reason}`, error));
    };
    server.once('error', onError);
    server.listen(port, host, () => {
      server.off('error', onError);
      resolve();
    });
  });
}

const REASONS: Readonly<Record<string, string>> = {
  EADDRINUSE: 'another program listens there; give another port, or 0 for any that is free',
  EACCES: 'this user may not use it; ports below 1024 are often reserved',
  EADDRNOTAVAIL: 'this computer has no such address',
  ENOTFOUND: 'there is no such host',
};

function hasBody({ headers }: IncomingMessage): boolean {
  const length = headers['content-length'];
  return (length !== undefined && length !== '0') || headers['transfer-encoding'] !== undefined;
}

function collect(request: IncomingMessage, response: ServerResponse, emulator: Emulator): void {
  const chunks: Buffer[] = [];
  let size = 0;
  request.on('data', (chunk: Buffer) => {
    size += chunk.byteLength;
    if (size <= LARGEST_BODY) chunks.push(chunk);
    else if (!response.headersSent) {
      response.writeHead(413, { connection: 'close', 'content-type': 'text/plain' });
      response.end(`A body of more than ${LARGEST_BODY} bytes is not taken here.\n`);
    }
  });
  request.on('end', () => {
    const [first] = chunks;
    const whole = chunks.length === 1 ? first : Buffer.concat(chunks);
    if (size <= LARGEST_BODY) answer(request, response, whole?.toString() ?? '', emulator);
  });
}

function answer(request: IncomingMessage, response: ServerResponse, body: string, emulator: Emulator): void {
  const delivery = emulator.receive(emulated(request, body));
  if (delivery.delayMs === 0) send(delivery, response, emulator);
  else later(delivery, response, emulator);
}

function emulated({ method = 'GET', url = '/', headers }: IncomingMessage, body: string): EmulatedRequest {
  return {
    method,
    ...splitTarget(url),
    header: (name) => {
      const value = headers[name];
      return value === undefined ? null : typeof value === 'string' ? value : value.join(', ');
    },
    body,
  };
}

/** Waits, unless the client is gone first. */
function later(delivery: Delivery, response: ServerResponse, emulator: Emulator): void {
  const gone = (): void => {
    stop();
    delivery.end(0);
  };
  const stop = pause(emulator, delivery.delayMs, () => {
    response.off('close', gone);
    send(delivery, response, emulator);
  });
  response.once('close', gone);
}

function send(delivery: Delivery, response: ServerResponse, emulator: Emulator): void {
  const reply = delivery.reply();
  if (reply === null) {
    delivery.end(0);
    reset(response);
    return;
  }
  const { status, pieces, ends } = reply;
  // Ours, by the emulator's clock.
  response.sendDate = false;
  response.writeHead(status, flat(reply.headers));
  const [first] = pieces;
  if (ends === 'whole' && pieces.length < 2 && (first === undefined || first.afterMs === 0)) {
    response.end(first?.text);
    delivery.end(pieces.length);
  } else sendPieces(reply, delivery, response, emulator);
}

/** Names and values in turn, as Node wants them. A loop, since `Array.flat` takes several times as long. */
function flat(headers: readonly HeaderPair[]): string[] {
  const list: string[] = [];
  for (const [name, value] of headers) list.push(name, value);
  return list;
}

function sendPieces({ pieces, ends }: Reply, delivery: Delivery, response: ServerResponse, emulator: Emulator): void {
  let sent = 0;
  let stop = (): void => {};
  const gone = (): void => {
    stop();
    delivery.end(sent);
  };
  response.once('close', gone);
  const next = (): void => {
    for (;;) {
      const piece = pieces[sent];
      if (piece === undefined) break;
      if (piece.afterMs > 0) {
        stop = pause(emulator, piece.afterMs, () => {
          write(piece.text);
          next();
        });
        return;
      }
      write(piece.text);
    }
    response.off('close', gone);
    delivery.end(sent);
    if (ends === 'whole') response.end();
    // What has been written is on its way before the connection breaks.
    else setImmediate(() => reset(response));
  };
  const write = (text: string): void => {
    sent++;
    response.write(text);
    delivery.sent(sent);
  };
  response.flushHeaders();
  next();
}

/** Calls back when the time is over, never for Infinity; what is returned calls it off. */
function pause({ clock }: Emulator, ms: number, then: () => void): () => void {
  if (ms === Infinity) return () => {};
  const until = clock.now() + ms;
  // Timers may fire early.
  const wake = (): void => {
    if (clock.now() >= until) then();
    else timer = clock.setTimer(until, wake);
  };
  let timer = clock.setTimer(until, wake);
  return () => clock.clearTimer(timer);
}

function reset({ socket }: ServerResponse): void {
  socket?.resetAndDestroy();
}
