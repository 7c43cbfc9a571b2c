// Clients of one process that share their quotas through a real server.

import { Redis } from 'ioredis';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createEmulator, customRuleBook } from '../../src/emulator/index.js';
import { createRedisStore, type RedisStore, type RedisStoreOptions, StoreError } from '../../src/redis/index.js';
import { createClient } from '../../src/runtime/client.js';
import type { Client } from '../../src/runtime/client-options.js';
import { GaveUpError } from '../../src/runtime/errors.js';
import type { StoreEvent } from '../../src/runtime/events.js';
import type { Store } from '../../src/runtime/store.js';
import { type RedisServer, sleep, startRedis, until } from './support/redis-server.js';

let server: RedisServer;
const closers: (() => void)[] = [];

beforeAll(async () => {
  server = await startRedis();
});
afterAll(() => server?.close());
beforeEach(async () => {
  firstAskedAt = Infinity;
  await server.admin().flushall();
});
afterEach(() => {
  for (const close of closers.splice(0)) close();
});

/** When the first of a test asked: from then on the bucket of all refills. */
let firstAskedAt = Infinity;

/** A store that counts its round trips, over a connection of its own as another process would have. */
function connect(options: RedisStoreOptions = {}): { store: Store; trips: () => number } {
  const redis = new Redis({ port: server.port, host: '127.0.0.1', retryStrategy: () => 50 });
  redis.on('error', () => {});
  closers.push(() => redis.disconnect());
  let trips = 0;
  const evalsha = redis.evalsha.bind(redis) as (...args: unknown[]) => Promise<unknown>;
  redis.evalsha = ((...args: unknown[]) => {
    trips++;
    firstAskedAt = Math.min(firstAskedAt, performance.now());
    return evalsha(...args);
  }) as never;
  const store = createRedisStore(redis, { commandTimeoutMs: 1000, ...options });
  return { store, trips: () => trips };
}

/** How many of `times` lie before the quota allows them: 0 when none is early. `slackMs` for what the clock cannot tell. */
function early(times: readonly number[], perMs: number, burst: number, slackMs: number): number {
  let level = burst;
  let at = firstAskedAt;
  let count = 0;
  for (const time of times) {
    level = Math.min(burst, level + (time - at) * perMs) - 1;
    at = time;
    if (level < -slackMs * perMs) count++;
  }
  return count;
}

/** What was leased may be used up to 250 ms late, when a process stood still: 25 of 100 per second. */
const LATE = 25;

const quota = { name: 'requests', amount: 100, windowMs: 1000, burst: 20 };

async function sendAll(clients: readonly Client[], counts: readonly number[]): Promise<number[]> {
  const times: number[] = [];
  await Promise.all(
    clients.flatMap((client, index) =>
      Array.from({ length: counts[index] as number }, () =>
        client.execute(() => {
          times.push(performance.now());
        }),
      ),
    ),
  );
  return times;
}

describe('clients that share a store', () => {
  it.each([
    ['even', [50, 50, 50, 50]],
    ['uneven', [170, 10, 10, 10]],
  ])('keep one quota together, with %s work, and are as fast as it allows', async (_, counts) => {
    const connections = counts.map(() => connect());
    const clients = connections.map(({ store }) => createClient({ quotas: [quota] }, { store }));
    const times = await sendAll(clients, counts);
    expect(times).toHaveLength(200);
    times.sort((a, b) => a - b);
    expect(early(times, 0.1, 20 + LATE, 1)).toBe(0);
    // 180 beyond the burst at 100 per second. Who has most would need 6 s for its 170 with a quarter of the quota.
    const tookMs = (times.at(-1) as number) - (times[0] as number);
    expect(tookMs).toBeLessThan(1800 * 2.5);
    const trips = connections.reduce((sum, { trips }) => sum + trips(), 0);
    expect(trips).toBeLessThanOrEqual(200);
  });

  it('share a cooldown: what one is told, another obeys', async () => {
    const policy = { quotas: [quota] };
    const responses = [new Response(null, { status: 429, headers: { 'retry-after': '1' } }), new Response('ok')];
    const fetch = async () => responses.shift() ?? new Response('ok');
    const one = createClient(policy, { store: connect().store, fetch });
    const other = createClient(policy, { store: connect().store, fetch: async () => new Response('ok') });
    const url = 'https://api.example/v1';
    const refused = one.fetch(url);
    const cooldowns = () => server.admin().keys('*cooldown*');
    await until('the cooldown', async () => (await cooldowns()).length > 0);
    const start = performance.now();
    const left = await server.admin().pttl((await cooldowns())[0] as string);
    expect(left).toBeGreaterThan(0);
    await other.fetch(url);
    expect(performance.now() - start).toBeGreaterThanOrEqual(left - 20);
    expect((await refused).status).toBe(200);
  });

  it('share the wait of an overloaded server, which is no refusal by a quota', async () => {
    const policy = { quotas: [quota] };
    const responses = [new Response(null, { status: 503, headers: { 'retry-after': '1' } })];
    const fetch = async () => responses.shift() ?? new Response('ok');
    const one = createClient(policy, { store: connect().store, fetch });
    const other = createClient(policy, { store: connect().store, fetch });
    const url = 'https://api.example/v1';
    const first = one.fetch(url);
    await until('the cooldown', async () => (await server.admin().keys('*cooldown*')).length > 0);
    const [key] = (await server.admin().keys('*cooldown*')) as [string];
    const start = performance.now();
    const left = await server.admin().pttl(key);
    expect((await other.fetch(url)).status).toBe(200);
    expect(performance.now() - start).toBeGreaterThanOrEqual(left - 20);
    expect((await first).status).toBe(200);
  });

  it('give up at once where a day is spent by another', async () => {
    const policy = { quotas: [{ name: 'requests', amount: 5, windowMs: '1d', burst: 5 }] };
    const one = createClient(policy, { store: connect().store });
    const other = createClient(policy, { store: connect().store });
    await sendAll([one], [5]);
    await expect(other.execute(() => {})).rejects.toMatchObject({ reason: 'quota-spent' });
    await expect(other.execute(() => {})).rejects.toBeInstanceOf(GaveUpError);
  });

  it('count a call by what it costs, for all', async () => {
    const tokens = { name: 'tokens', amount: 1000, windowMs: 10_000, burst: 1000 };
    const one = createClient({ quotas: [tokens] }, { store: connect().store });
    const other = createClient({ quotas: [tokens] }, { store: connect().store });
    await one.execute(() => {}, { cost: { tokens: 900 } });
    const start = performance.now();
    await other.execute(() => {}, { cost: { tokens: 300 } });
    // 200 missing of 100 per second.
    expect(performance.now() - start).toBeGreaterThan(1700);
  });

  it('put right what an attempt really used, with the next question', async () => {
    const tokens = { name: 'tokens', amount: 1000, windowMs: 10_000, burst: 1000 };
    const client = createClient({ quotas: [tokens] }, { store: connect().store });
    const timed = async (cost: number, used = cost) => {
      const start = performance.now();
      await client.execute(({ settle }) => settle({ tokens: used }), { cost: { tokens: cost } });
      return performance.now() - start;
    };
    await timed(500, 100);
    // 900 are left, and not the 500 that were thought to be: those would be there after four seconds.
    expect(await timed(900)).toBeLessThan(3000);
    await timed(1, 500);
    // Five hundred of 100 per second have to come back first.
    const next = client.execute(() => {}, { cost: { tokens: 1 }, deadlineMs: 1000 });
    await expect(next).rejects.toMatchObject({ reason: 'wait-exceeds-deadline' });
  });

  it('need a store that is one', () => {
    expect(() => createClient({ quotas: [quota] }, { store: {} as never })).toThrow(/store: an object is not allowed/);
  });

  it('keep a limit together that only the answers tell, and that no policy names', async () => {
    const limiter = { kind: 'token-bucket', amount: 50, windowMs: 1000, burst: 50 } as const;
    const rules = customRuleBook({ limits: [{ name: 'requests', limiter }], hint: 'milliseconds' });
    const emulator = createEmulator({ rules, latencyMs: [5, 25], seed: 3, logSize: 1000 });
    const connections = Array.from({ length: 4 }, () => connect());
    const clients = connections.map(({ store }) => createClient({}, { store, fetch: emulator.fetch }));
    const start = performance.now();
    const counts = [80, 30, 10, 10];
    const calls = clients.flatMap((client, index) =>
      Array.from({ length: counts[index] as number }, () => client.fetch('https://api.example/v1')),
    );
    const statuses = (await Promise.all(calls)).map(({ status }) => status);
    expect(statuses).toEqual(Array(130).fill(200));
    // 80 beyond the burst at 50 per second.
    expect(performance.now() - start).toBeLessThan(1600 * 2.5);
    // Four of each are sent before anything is told. By themselves, each would take all that is left for its own.
    expect(emulator.seen().totals.refused).toBeLessThanOrEqual(16);
    const [known] = await server.admin().keys('*:limits:*');
    expect(await server.admin().hgetall(known as string)).toEqual({ requests: '50 1000 50' });
    expect(await server.admin().pttl(known as string)).toBeGreaterThan(3_500_000);
  });
});

describe('a store that is gone', () => {
  const hear = (client: Client): StoreEvent['state'][] => {
    const states: StoreEvent['state'][] = [];
    client.on('store', ({ state }) => states.push(state));
    return states;
  };

  it('leaves everybody its share, is told once, and is taken up again by itself; no call is lost', async () => {
    const clients = [connect(), connect()].map(({ store }) => createClient({ quotas: [quota] }, { store }));
    const heard = clients.map(hear);
    const all = sendAll(clients, [250, 250]);
    await sleep(700);
    await server.kill();
    await sleep(2500);
    await server.start();
    const times = (await all).sort((a, b) => a - b);
    expect(times).toHaveLength(500);
    await until('both to be back', () => heard.every((states) => states.includes('back')));
    expect(heard).toEqual([
      ['gone', 'back'],
      ['gone', 'back'],
    ]);
    // At no time more than the burst again above the pace of all together.
    expect(early(times, 0.1, 40 + LATE, 1)).toBe(0);
  }, 20_000);

  it('leaves every process the slots that it had, and takes the claims up again', async () => {
    const [one, other] = [connect(), connect()].map(({ store }) => store as RedisStore) as [RedisStore, RedisStore];
    const claim = async (store: RedisStore, holder: string) => (await store.claimSlot('jobs', 3, 5000, holder)).granted;
    expect([await claim(one, 'a'), await claim(one, 'b'), await claim(other, 'c')]).toEqual([true, true, true]);
    await server.kill();
    expect([await claim(one, 'a'), await claim(one, 'd'), await claim(other, 'e')]).toEqual([true, false, false]);
    await one.releaseSlot('jobs', 'b');
    expect(await claim(one, 'd')).toBe(true);
    const { store: closed } = connect({ whenGone: 'closed' });
    await expect((closed as RedisStore).claimSlot('jobs', 3, 5000, 'f')).rejects.toBeInstanceOf(StoreError);
    await server.start();
    await until('Redis', async () => (await server.admin().ping()) === 'PONG');
    // It was started empty, and the holders claim again: those of both are three.
    await until('the claims', async () => {
      const claims = [await claim(one, 'a'), await claim(one, 'd'), await claim(other, 'c')];
      return claims.every(Boolean) && (await server.admin().zcard('holdoff:{jobs}:slots')) === 3;
    });
    expect(await claim(other, 'e')).toBe(false);
  }, 20_000);

  it('sends nothing where that is asked for, and says why', async () => {
    const client = createClient({ quotas: [quota] }, { store: connect({ whenGone: 'closed' }).store });
    const states = hear(client);
    await client.execute(() => {});
    await server.kill();
    let sent = 0;
    const run = () => {
      sent++;
    };
    const ends = await Promise.allSettled(Array.from({ length: 40 }, () => client.execute(run)));
    await server.start();
    const reasons = ends.map((end) => (end.status === 'rejected' ? end.reason.reason : 'ok'));
    expect(new Set(reasons.filter((reason) => reason !== 'ok'))).toEqual(new Set(['store-unavailable']));
    expect(sent).toBeLessThanOrEqual(20);
    await until('the store to be back', () => states.includes('back'));
    await client.execute(run);
  }, 20_000);
});
