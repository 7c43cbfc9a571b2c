// Callers that leave, or read slowly, and a gateway that ends: nothing is left behind, and nothing waits for ever.

import { request } from 'node:http';
import { describe, expect, it } from 'vitest';
import { createRandom } from '../../src/core/random/random.js';
import { ask, expectNothingLeft, raw, startWorld, until, useWorlds } from './world.js';

const start = useWorlds();

const CALLERS = 400;

describe('a caller that leaves', () => {
  it.each(['while it waits for its turn', 'while the upstream works', 'in the middle of a stream'])(
    '%s ends its call everywhere',
    async (when) => {
      const world = await start(
        (_request, response) => {
          if (when === 'in the middle of a stream')
            response.writeHead(200, { 'content-type': 'text/event-stream' }).write('data: 1\n\n');
        },
        { policy: { maxInFlight: 1 } },
      );
      let hasBegun = false;
      const calls = Array.from({ length: 5 }, () => {
        const call = request(world.address, { agent: false }, (response) => {
          hasBegun = true;
          response.resume();
        });
        call.on('error', () => {});
        call.end();
        return call;
      });
      const { client } = world.gateway;
      await until(() => client.stats().queued === 4 && world.seen.length === 1, 'one sent, four waiting');
      if (when === 'in the middle of a stream') await until(() => hasBegun, 'a first byte');
      for (const call of calls) call.destroy();
      await expectNothingLeft(world);
      expect(world.seen.length).toBe(1);
      expect(world.gateway.status().callers.dropped).toBe(5);
      await until(() => world.gateway.status().connections === 0, 'the connection of the call is let go');
    },
  );

  it('before the end of its own body leaves nothing, and nothing is sent of a short one', async () => {
    const world = await start((_request, response) => response.end(), { mostReplayableBytes: 1000 });
    await raw(world.address, 'POST /a HTTP/1.1\r\nHost: localhost\r\nContent-Length: 500\r\n\r\nabc', 50);
    await raw(
      world.address,
      `POST /b HTTP/1.1\r\nHost: localhost\r\nContent-Length: 5000\r\n\r\n${'a'.repeat(2000)}`,
      50,
    );
    await expectNothingLeft(world);
    expect(world.seen).not.toContain('POST /a');
  });
});

it('a slow reader slows the upstream down, and what it has not read fills no memory', async () => {
  let written = 0;
  const world = await start((_request, response) => {
    const more = (): void => {
      while (written < 200 && response.write(Buffer.alloc(1_000_000))) written++;
      written++;
      if (written < 200) response.once('drain', more);
      else response.end();
    };
    more();
  });
  const call = request(world.address, { agent: false }, (response) => response.pause());
  call.on('error', () => {});
  call.end();
  await until(() => written > 3, 'begun');
  let before = -1;
  while (before !== written) {
    before = written;
    await new Promise((resolve) => setTimeout(resolve, 200));
  }
  // What the kernel holds of two connections on this computer, and no more: a few MB each.
  expect(written).toBeLessThan(60);
  call.destroy();
  await expectNothingLeft(world);
});

describe('closing', () => {
  it('lets what is under way end, takes nothing new, and then is gone', async () => {
    let end: (() => void) | undefined;
    const world = await start((_request, response) => {
      end = () => response.end('whole');
    });
    const call = ask(world.address, '/');
    await until(() => end !== undefined, 'under way');
    const closed = world.gateway.close(50_000);
    await expect(ask(world.address, '/')).rejects.toMatchObject({ code: 'ECONNREFUSED' });
    end?.();
    expect(String((await call).body)).toBe('whole');
    await closed;
  });

  it('cuts what takes longer than the time of grace', async () => {
    const world = await start(() => {});
    const call = ask(world.address, '/');
    call.catch(() => {});
    await until(() => world.seen.length === 1, 'under way');
    await world.gateway.close(50);
    await expect(call).rejects.toMatchObject({ code: 'ECONNRESET' });
    await expectNothingLeft(world);
  });
});

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
    await until(() => world.gateway.status().connections === 0, 'no connection is left');
    const { callers, client } = world.gateway.status();
    expect(callers.dropped).toBeGreaterThan(CALLERS / 4);
    expect(client.buckets.every(({ inFlight, queued }) => inFlight === 0 && queued === 0)).toBe(true);
  } finally {
    await world.close();
  }
});
