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
import { awakeMs, standstills } from '../support/awake.js';
import { type RedisServer, sleep, startRedis, until } from './support/redis-server.js';

let server: RedisServer;
const closers: (() => void)[] = [];

beforeAll(async () => {
  server = await startRedis();
});
afterAll(() => server?.close());
beforeEach(() => {
  firstAskedAt = Infinity;
  prefix = `test-${++number}`;
});
afterEach(() => {
  for (const close of closers.splice(0)) close();
});

/** Each test has keys of its own: what clients of the one before have sent may still be on its way. */
let prefix = '';
let number = 0;

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
  const store = createRedisStore(redis, { prefix, commandTimeoutMs: 20_000, ...options });
  return { store, trips: () => trips };
}

/**
 * Whether this process or Redis stood still until `work` had ended: what was leased is not there any more then, and time is
 * lost.
 */
async function stoodStill(work: Promise<unknown>): Promise<boolean> {
  return (await standstills(work, { ask: () => server.admin().ping() })).length > 0;
}

/** Resolves when the store has been told of a cooldown. */
function cooldownOf(store: Store): Promise<void> {
  const shared = store as RedisStore;
  const { cooldown } = shared;
  return new Promise((resolve) => {
    shared.cooldown = async (...given) => {
      await cooldown(...given);
      resolve();
    };
  });
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
    const sent = sendAll(clients, counts);
    const hasStoodStill = await stoodStill(sent);
    const times = await sent;
    expect(times).toHaveLength(200);
    times.sort((a, b) => a - b);
    expect(early(times, 0.1, 20 + LATE, 1)).toBe(0);
    // 180 beyond the burst at 100 per second. Who has most would need 6 s for its 170 with a quarter of the quota.
    const tookMs = (times.at(-1) as number) - (times[0] as number);
    if (!hasStoodStill) expect(tookMs).toBeLessThan(1800 * 2.5);
    const trips = connections.reduce((sum, { trips }) => sum + trips(), 0);
    expect(trips).toBeLessThanOrEqual(200);
  });

  it('share a cooldown: what one is told, another obeys', async () => {
    const policy = { quotas: [quota] };
    const responses = [new Response(null, { status: 429, headers: { 'retry-after': '1' } })];
    const { store } = connect();
    const told = cooldownOf(store);
    const one = createClient(policy, { store, fetch: async () => responses.shift() ?? new Response('ok') });
    const other = createClient(policy, { store: connect().store, fetch: async () => new Response('ok') });
    const url = 'https://api.example/v1';
    const startedAt = performance.now();
    const refused = one.fetch(url);
    await told;
    await other.fetch(url);
    expect(performance.now() - startedAt).toBeGreaterThanOrEqual(980);
    expect((await refused).status).toBe(200);
  });

  it('share the wait of an overloaded server, which is no refusal by a quota', async () => {
    const policy = { quotas: [quota] };
    const responses = [new Response(null, { status: 503, headers: { 'retry-after': '1' } })];
    const fetch = async () => responses.shift() ?? new Response('ok');
    const { store } = connect();
    const told = cooldownOf(store);
    const one = createClient(policy, { store, fetch });
    const other = createClient(policy, { store: connect().store, fetch });
    const url = 'https://api.example/v1';
    const startedAt = performance.now();
    const first = one.fetch(url);
    await told;
    expect((await other.fetch(url)).status).toBe(200);
    expect(performance.now() - startedAt).toBeGreaterThanOrEqual(980);
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
    const start = performance.now();
    await one.execute(() => {}, { cost: { tokens: 900 } });
    await other.execute(() => {}, { cost: { tokens: 300 } });
    // 200 missing of 100 per second.
    expect(performance.now() - start).toBeGreaterThan(1700);
  });

  it('put right what an attempt really used, with the next question', async () => {
    const tokens = { name: 'tokens', amount: 1000, windowMs: 100_000, burst: 1000 };
    const client = createClient({ quotas: [tokens] }, { store: connect().store });
    const run = (cost: number, used = cost) =>
      client.execute(({ settle }) => settle({ tokens: used }), { cost: { tokens: cost } });
    await run(500, 100);
    // 900 are left, and not the 500 that were thought to be: those would be there after 40 seconds.
    expect(await awakeMs(run(900))).toBeLessThan(20_000);
    await run(1, 500);
    // Five hundred of 10 per second have to come back first.
    const next = client.execute(() => {}, { cost: { tokens: 1 }, deadlineMs: 20_000 });
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
    const startedAt = performance.now();
    const counts = [80, 30, 10, 10];
    const calls = clients.flatMap((client, index) =>
      Array.from({ length: counts[index] as number }, () => client.fetch('https://api.example/v1')),
    );
    const answered = Promise.all(calls);
    const hasStoodStill = await stoodStill(answered);
    const tookMs = performance.now() - startedAt;
    const statuses = (await answered).map(({ status }) => status);
    expect(statuses).toEqual(Array(130).fill(200));
    // 80 beyond the burst at 50 per second.
    if (!hasStoodStill) expect(tookMs).toBeLessThan(1600 * 2.5);
    // Four of each are sent before anything is told, and what was leased is used late when the process stood still. By
    // themselves, each would take all that is left for its own.
    expect(emulator.seen().totals.refused).toBeLessThanOrEqual(16 + 50 * 0.25);
    const [known] = await server.admin().keys(`${prefix}:*:limits:*`);
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
    const clients = [1, 2].map(() => {
      const { store } = connect({ commandTimeoutMs: 2000 });
      return createClient({ quotas: [quota] }, { store });
    });
    const heard = clients.map(hear);
    const all = sendAll(clients, [250, 250]);
    await sleep(700);
    await server.kill();
    await until('both to notice', () => heard.every((states) => states.includes('gone')));
    await sleep(1000);
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
  });

  it('leaves every process the slots that it had, and takes the claims up again', async () => {
    const quick = { commandTimeoutMs: 1000 };
    const [one, other] = [connect(quick).store as RedisStore, connect(quick).store as RedisStore];
    const claim = async (store: RedisStore, holder: string) =>
      (await store.claimSlot('jobs', 3, 60_000, holder)).granted;
    expect([await claim(one, 'a'), await claim(one, 'b'), await claim(other, 'c')]).toEqual([true, true, true]);
    await server.kill();
    expect([await claim(one, 'a'), await claim(one, 'd'), await claim(other, 'e')]).toEqual([true, false, false]);
    await one.releaseSlot('jobs', 'b');
    expect(await claim(one, 'd')).toBe(true);
    const { store: closed } = connect({ ...quick, whenGone: 'closed' });
    await expect((closed as RedisStore).claimSlot('jobs', 3, 60_000, 'f')).rejects.toBeInstanceOf(StoreError);
    await server.start();
    await until('Redis', async () => (await server.admin().ping()) === 'PONG');
    // It was started empty, and the holders claim again: those of both are three.
    await until('the claims', async () => {
      const claims = [await claim(one, 'a'), await claim(one, 'd'), await claim(other, 'c')];
      return claims.every(Boolean) && (await server.admin().zcard(`${prefix}:{jobs}:slots`)) === 3;
    });
    expect(await claim(other, 'e')).toBe(false);
  });

  it('sends nothing where that is asked for, and says why', async () => {
    const client = createClient(
      { quotas: [quota] },
      { store: connect({ commandTimeoutMs: 1000, whenGone: 'closed' }).store },
    );
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
  });
});
