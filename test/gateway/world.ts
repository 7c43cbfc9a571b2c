// A gateway on a free port before a server of the test's own, and callers that write what they like.

import { createServer, type IncomingMessage, request, type Server, type ServerResponse } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { afterEach } from 'vitest';
import { type Gateway, type GatewayOptions, startGateway } from '../../src/gateway/index.js';
import { whenQuiet } from '../support/when-quiet.js';

export type Handler = (request: IncomingMessage, response: ServerResponse, body: Buffer) => void;

export interface World {
  readonly gateway: Gateway;
  readonly address: string;
  /** What reached the upstream: method and target. */
  readonly seen: string[];
  /** Answers of the upstream that are under way. */
  open(): number;
  close(): Promise<void>;
}

export async function startWorld(handler: Handler, options: Partial<GatewayOptions> = {}): Promise<World> {
  const seen: string[] = [];
  let open = 0;
  const server = createServer((asked, response) => {
    seen.push(`${asked.method} ${asked.url}`);
    open++;
    response.on('close', () => open--);
    asked.on('error', () => {});
    const chunks: Buffer[] = [];
    asked.on('data', (chunk: Buffer) => chunks.push(chunk));
    asked.on('end', () => handler(asked, response, Buffer.concat(chunks)));
  });
  const port = await listening(server);
  const gateway = await startGateway({ upstream: `http://127.0.0.1:${port}`, ...options });
  return {
    gateway,
    address: gateway.address,
    seen,
    open: () => open,
    async close() {
      await gateway.close(0);
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

function listening(server: Server): Promise<number> {
  return new Promise((resolve) => {
    server.listen(0, '127.0.0.1', () => resolve((server.address() as AddressInfo).port));
  });
}

/**
 * Writes bytes as they are and gives all that comes back: until the connection is closed, or nothing more has come for a
 * moment, or nothing at all for `ms`.
 */
export function raw(address: string, text: string, ms = 10_000): Promise<string> {
  return new Promise((resolve) => {
    const socket = connect(Number(new URL(address).port), '127.0.0.1');
    let answer = '';
    const quiet = whenQuiet(ms, () => socket.destroy());
    socket.setEncoding('latin1');
    socket.on('data', (chunk) => {
      answer += chunk;
      quiet.restart(100);
    });
    socket.on('error', () => {});
    socket.on('close', () => {
      quiet.stop();
      resolve(answer);
    });
    socket.write(text, 'latin1');
  });
}

export interface Answered {
  readonly status: number;
  readonly headers: IncomingMessage['headers'];
  readonly rawHeaders: readonly string[];
  readonly body: Buffer;
}

/** One request by node:http, which neither decodes nor follows anything. */
export function ask(
  address: string,
  path: string,
  {
    method = 'GET',
    headers = {},
    body,
  }: { method?: string; headers?: Record<string, string>; body?: string | Buffer } = {},
): Promise<Answered> {
  return new Promise((resolve, reject) => {
    const asked = request(address + path, { method, headers, agent: false }, (response) => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      response.on('error', reject);
      response.on('end', () => {
        const { statusCode: status = 0, headers, rawHeaders } = response;
        resolve({ status, headers, rawHeaders, body: Buffer.concat(chunks) });
      });
    });
    asked.on('error', reject);
    asked.end(body);
  });
}

/** To be called once in a file, outside its tests: what they start is closed behind each of them. */
export function useWorlds(): typeof startWorld {
  const worlds: World[] = [];
  afterEach(async () => {
    for (const world of worlds.splice(0)) await world.close();
  });
  return async (handler, options) => {
    const world = await startWorld(handler, options);
    worlds.push(world);
    return world;
  };
}

/** Waits until it is so. */
export async function until(isSo: () => boolean, what: string, ms = 30_000): Promise<void> {
  const end = performance.now() + ms;
  while (!isSo()) {
    if (performance.now() > end) throw new Error(`still not so: ${what}`);
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
}

/** Nothing is left of any request: no slot, no waiting call, no answer under way. */
export async function expectNothingLeft({ gateway, open }: World): Promise<void> {
  const isQuiet = (): boolean => {
    const { callers, client } = gateway.status();
    return callers.open === 0 && client.inFlight === 0 && client.queued === 0 && open() === 0;
  };
  await until(isQuiet, `quiet, but ${JSON.stringify(gateway.status().client)}`);
}
