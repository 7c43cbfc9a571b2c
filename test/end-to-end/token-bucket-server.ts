import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A small API with one token bucket, as rate-limited APIs have it, for tests of any client. */
export interface TokenBucketServer {
  readonly url: string;
  served(): number;
  refused(): number;
  close(): Promise<void>;
}

export interface TokenBucketOptions {
  readonly perSecond: number;
  readonly burst: number;
  /** How a refusal tells the wait: whole seconds as RFC 9110 has it, or ms as some APIs do. */
  readonly hint: 'retry-after' | 'retry-after-ms';
}

/** Starts the server on a free port of the loopback interface. */
export async function startTokenBucket({ perSecond, burst, hint }: TokenBucketOptions): Promise<TokenBucketServer> {
  let level = burst;
  let updatedAt = performance.now();
  let served = 0;
  let refused = 0;
  const server: Server = createServer((request, response) => {
    request.resume();
    const now = performance.now();
    level = Math.min(burst, level + ((now - updatedAt) / 1000) * perSecond);
    updatedAt = now;
    if (level >= 1) {
      level -= 1;
      served++;
      response.writeHead(200, { 'content-type': 'application/json' }).end('{"ok":true}');
      return;
    }
    refused++;
    const waitMs = ((1 - level) / perSecond) * 1000;
    const value = hint === 'retry-after' ? Math.max(1, Math.ceil(waitMs / 1000)) : Math.ceil(waitMs);
    response.writeHead(429, { [hint]: String(value), 'cache-control': 'no-store' }).end('{"error":"rate limited"}');
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}/`,
    served: () => served,
    refused: () => refused,
    close: () => new Promise((closed) => server.close(() => closed())),
  };
}
