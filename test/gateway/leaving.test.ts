// Callers that leave at any moment, of requests of every kind, some before their own body has ended: nothing is left.

import { request } from 'node:http';
import { expect, it } from 'vitest';
import { createRandom } from '../../src/core/random/random.js';
import { expectNothingLeft, startWorld, until } from './world.js';

const CALLERS = 400;

it(`${CALLERS} callers that leave when they like leave no slot, no socket and no waiting call behind`, async () => {
  const upstream = createRandom(7).next;
  const world = await startWorld(
    (_request, response) => {
      const kind = upstream();
      if (kind < 0.1) response.destroy();
      else if (kind < 0.2) response.writeHead(429, { 'retry-after-ms': '20' }).end('later');
      else if (kind < 0.3) response.writeHead(503).end('busy');
      else if (kind < 0.5) setTimeout(() => response.end('x'.repeat(100)), 30);
      else if (kind < 0.6) return;
      else {
        response.writeHead(200, { 'content-type': 'text/event-stream' });
        const timer = setInterval(() => response.write('data: {"a":1}\n\n'.repeat(500)), 3);
        response.on('close', () => clearInterval(timer));
      }
    },
    { policy: { backoff: { baseMs: 5 }, maxInFlight: 40 }, mostReplayableBytes: 1000 },
  );
  try {
    const caller = createRandom(8).next;
    const leave = (): Promise<void> =>
      new Promise((resolve) => {
        const body = caller() < 0.5 ? '' : 'b'.repeat(Math.floor(caller() * 3000));
        const method = body === '' ? 'GET' : caller() < 0.5 ? 'POST' : 'PUT';
        // Some promise more than they send.
        const length = body.length + (caller() < 0.2 ? 500 : 0);
        const headers = body === '' ? {} : { 'content-length': length };
        const call = request(world.address, { method, headers, agent: false }, (response) => {
          if (caller() < 0.5) response.resume();
          response.on('error', () => {});
        });
        call.on('error', () => {});
        call.on('close', resolve);
        call.write(body);
        if (length === body.length) call.end();
        setTimeout(() => call.destroy(), caller() * 80);
      });
    const running: Promise<void>[] = [];
    for (let index = 0; index < CALLERS; index++) {
      running.push(leave());
      if (index % 10 === 9) await new Promise((resolve) => setTimeout(resolve, 5));
    }
    await Promise.all(running);
    await expectNothingLeft(world);
    // Those that are kept for the next call go after a few seconds.
    await until(() => world.gateway.status().connections === 0, 'no connection is left', 10_000);
    const { callers, client } = world.gateway.status();
    expect(callers.dropped).toBeGreaterThan(CALLERS / 4);
    expect(client.buckets.every(({ inFlight, queued }) => inFlight === 0 && queued === 0)).toBe(true);
  } finally {
    await world.close();
  }
});
