// Every operation against a real server: held against the engine's own quotas, and against reports from the field.

import fc from 'fast-check';
import { Redis } from 'ioredis';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createRedisStore, type RedisGrant, type RedisStore } from '../../src/redis/index.js';
import { askOf, QuotaModel, quotaOf } from './support/quota-model.js';
import { type RedisServer, sleep, startRedis, until } from './support/redis-server.js';

const requests = quotaOf('requests', 50, 1000, 10);
const tokens = quotaOf('tokens', 20_000, 1000, 5000);
const daily = quotaOf('daily', 40, 86_400_000);

let server: RedisServer;
let client: Redis;
let store: RedisStore;
let number = 0;

beforeAll(async () => {
  server = await startRedis();
  client = new Redis({ port: server.port, host: '127.0.0.1' });
  client.on('error', () => {});
});

afterAll(async () => {
  client?.disconnect();
  await server?.close();
});

beforeEach(async () => {
  await server.admin().flushall();
  store = createRedisStore(client, { commandTimeoutMs: 5000 });
});

const fresh = () => ({ account: '', bucket: `bucket-${number++}` });

/** Every key of the server with the time it has left. */
async function ttls(): Promise<Record<string, number>> {
  const admin = server.admin();
  const keys = await admin.keys('*');
  return Object.fromEntries(await Promise.all(keys.map(async (key) => [key, await admin.pttl(key)] as const)));
}

describe('a take', () => {
  it('gives what is there at once, and reserves the rest from the instant on at which it has come back', async () => {
    const bucket = fresh();
    const first = await store.take(bucket, [askOf(requests, 10)]);
    expect([first.kind, first.amounts, first.waitMs, first.live]).toEqual(['granted', [10], 0, 1]);
    const second = await store.take(bucket, [askOf(requests, 5)]);
    // Five of 50 per second take 100 ms, less what has come back between the two.
    expect(second.waitMs).toBeCloseTo(100 - (second.at - first.at), 3);
    expect(second.levels[0]).toBeCloseTo(-5 + (second.at - first.at) * 0.05, 6);
  });

  it('says for how long what it gives has been there: very long in a full bucket, not at all in a debt', async () => {
    const bucket = fresh();
    const full = await store.take(bucket, [askOf(requests, 4)]);
    expect(full.sinceMs).toBeGreaterThan(3_600_000);
    const partly = await store.take(bucket, [askOf(requests, 2)]);
    // Six were left, and a little more by now: four beyond the two are 80 ms of 50 per second.
    expect(partly.sinceMs).toBeCloseTo(80 + (partly.at - full.at), 3);
    const owing = await store.take(bucket, [askOf(requests, 10)]);
    expect([owing.sinceMs, owing.waitMs > 0]).toEqual([0, true]);
  });

  it('takes all quotas or none: a spent day leaves the minute as it is', async () => {
    const bucket = fresh();
    await store.take(bucket, [askOf(requests, 0), askOf(daily, 40)]);
    const refused = await store.take(bucket, [askOf(requests, 5), askOf(daily, 1)]);
    expect(refused.kind).toBe('spent');
    expect(refused.waitMs).toBeGreaterThan(86_390_000);
    expect(refused.levels).toEqual([10, 0]);
  });

  it('is at most the fleet rate times 250 ms over the processes that are alive, and at least one', async () => {
    const bucket = fresh();
    const wide = quotaOf('requests', 320, 1000, 320);
    const fleet = Array.from({ length: 8 }, () => createRedisStore(client, { commandTimeoutMs: 5000 }));
    const grants: RedisGrant[] = [];
    for (const one of fleet) grants.push(await one.take(bucket, [askOf(wide, 1, 1000)]));
    expect(grants.map(({ live }) => live)).toEqual([1, 2, 3, 4, 5, 6, 7, 8]);
    expect(grants.map(({ amounts }) => amounts[0])).toEqual([80, 40, 26, 20, 16, 13, 11, 10]);
    const slow = await store.take(fresh(), [askOf(quotaOf('requests', 20, 60_000, 20), 1, 1000)]);
    expect(slow.amounts).toEqual([1]);
  });

  it('gives several quotas in the proportion in which they are wanted', async () => {
    const grant = await store.take(fresh(), [askOf(requests, 1, 20), askOf(tokens, 1000, 20_000)]);
    // 250 ms of 50 per second are 12.5, but the burst is 10; 250 ms of tokens are 5000: five calls of 1000.
    expect(grant.amounts).toEqual([5, 5000]);
  });

  it('cannot be promised to more than the burst holds, and a debt is put right first', async () => {
    const bucket = fresh();
    const first = await store.take(bucket, [askOf(requests, 4, 4)]);
    // Three were not used after all: nine are left, less nothing.
    const second = await store.take(bucket, [askOf(requests, 9, 9, -3)]);
    expect(second.waitMs).toBe(0);
    expect(second.levels[0]).toBeCloseTo(Math.min(10, 9 + (second.at - first.at) * 0.05) - 9, 6);
    const settled = await store.settle(bucket, [askOf(requests, 0, 0, -1000)]);
    expect(settled.levels).toEqual([10]);
  });
});

describe('what a response tells', () => {
  it('lowers the level by what was taken since its request left, and never raises it', async () => {
    const bucket = fresh();
    const before = await store.take(bucket, [askOf(requests, 2)]);
    await store.take(bucket, [askOf(requests, 1)]);
    const mark = { at: before.at, taken: before.taken[0] as number };
    const same = await store.observe(bucket, [askOf(requests, 0)], [{ remaining: 100, ...mark }]);
    expect(same.levels[0]).toBeGreaterThan(7);
    const lower = await store.observe(bucket, [askOf(requests, 0)], [{ remaining: 3, ...mark }]);
    // Three left, one more taken since; what came back since is added.
    expect(lower.levels[0]).toBeCloseTo(2 + (lower.at - before.at) * 0.05, 6);
  });

  it('says nothing of a bucket that was made anew since', async () => {
    const bucket = fresh();
    const { at, taken } = await store.take(bucket, [askOf(requests, 2)]);
    await server.admin().flushall();
    const reply = await store.observe(bucket, [askOf(requests, 0)], [{ remaining: 0, at, taken: taken[0] as number }]);
    expect(reply.levels).toEqual([10]);
  });
});

describe('limits that were learned', () => {
  it('are those that were told first, until they are changed, and end an hour after the last question', async () => {
    const bucket = fresh();
    expect(await store.learn(bucket, [], false)).toEqual([]);
    expect(await ttls()).toEqual({});
    expect(await store.learn(bucket, [requests], false)).toEqual([requests]);
    const other = { ...requests, amount: 51.5, burst: 10 / 3 };
    expect(await store.learn(bucket, [other, tokens], false)).toEqual([requests, tokens]);
    expect(await store.learn(bucket, [other], true)).toEqual([other, tokens]);
    const [left] = Object.values(await ttls());
    expect(left).toBeGreaterThan(3_590_000);
    expect(left).toBeLessThanOrEqual(3_600_000);
  });

  it('are lowered to what a refusal tells to be left, without any mark of when', async () => {
    const bucket = fresh();
    await store.take(bucket, [askOf(requests, 2), askOf(tokens, 100)]);
    const reply = await store.observe(bucket, [askOf(requests, 0), askOf(tokens, 0)], [{ remaining: 0 }, null]);
    expect(reply.levels[0]).toBe(0);
    expect(reply.levels[1]).toBeGreaterThan(4800);
  });
});

describe('agreement with the engine', () => {
  const amount = fc.integer({ min: 0, max: 10 });
  const step = fc.record({
    who: fc.integer({ min: 0, max: 3 }),
    costs: fc.tuple(amount, fc.integer({ min: 0, max: 5000 }), fc.integer({ min: 0, max: 2 })),
    owed: fc.tuple(fc.integer({ min: -5, max: 5 }), fc.integer({ min: -500, max: 500 }), fc.constant(0)),
    settles: fc.boolean(),
  });

  it('N clients at the same time get what a single thread would give them, one after the other', async () => {
    const quotas = [requests, tokens, daily];
    const clients = Array.from({ length: 4 }, () => new Redis({ port: server.port, host: '127.0.0.1' }));
    const stores = clients.map((one) => createRedisStore(one, { commandTimeoutMs: 5000, leaseMs: 250 }));
    try {
      await fc.assert(
        fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 40 }), async (steps) => {
          const bucket = fresh();
          const replies = await Promise.all(
            steps.map(async ({ who, costs, owed, settles }) => {
              const verb = settles ? 'settle' : 'take';
              const needs = settles ? [0, 0, 0] : costs;
              const asks = quotas.map((quota, index) => askOf(quota, needs[index] ?? 0, needs[index], owed[index]));
              return { settles, owed, costs: needs, reply: await (stores[who] as RedisStore)[verb](bucket, asks) };
            }),
          );
          replies.sort((a, b) => a.reply.at - b.reply.at);
          const model = new QuotaModel(quotas);
          for (const { settles, owed, costs, reply } of replies) {
            const isSpent = (costs[2] as number) > (model.levels(reply.at)[2] as number);
            expect(reply.kind).toBe(isSpent ? 'spent' : 'granted');
            const waitMs = model.take(owed, isSpent ? [0, 0, 0] : costs, reply.at);
            if (!isSpent && !settles) expect(reply.waitMs).toBeCloseTo(waitMs, 3);
            for (const [index, level] of model.levels(reply.at).entries()) {
              expect(reply.levels[index]).toBeCloseTo(level, 4);
            }
          }
        }),
        { numRuns: 100 },
      );
    } finally {
      for (const one of clients) one.disconnect();
    }
  });

  it('no wish and no state makes a reservation above its bounds', async () => {
    const wish = fc.record({ need: fc.integer({ min: 0, max: 10 }), extra: fc.integer({ min: 0, max: 1000 }) });
    await fc.assert(
      fc.asyncProperty(fc.array(wish, { minLength: 1, maxLength: 10 }), async (wishes) => {
        const bucket = fresh();
        for (const { need, extra } of wishes) {
          const { amounts, live } = await store.take(bucket, [askOf(requests, need, need + extra)]);
          const [given] = amounts as [number];
          expect(given).toBeGreaterThanOrEqual(need);
          expect(given).toBeLessThanOrEqual(Math.max(1, need, Math.min(10, (0.05 * 250) / live)));
        }
      }),
      { numRuns: 100 },
    );
  });
});

describe('processes whose policies differ', () => {
  it('together never get more than the lowest of them allows, in whatever order they ask', async () => {
    const ask = fc.record({
      who: fc.integer({ min: 0, max: 2 }),
      need: fc.integer({ min: 0, max: 3 }),
      extra: fc.integer({ min: 0, max: 50 }),
    });
    const policies = fc.array(
      fc.record({ amount: fc.integer({ min: 10, max: 2000 }), burst: fc.integer({ min: 3, max: 100 }) }),
      { minLength: 3, maxLength: 3 },
    );
    await fc.assert(
      fc.asyncProperty(policies, fc.array(ask, { minLength: 5, maxLength: 40 }), async (given, asks) => {
        const bucket = fresh();
        const quotas = given.map(({ amount, burst }) => quotaOf('requests', amount, 1000, burst));
        const stores = quotas.map(() => createRedisStore(client, { commandTimeoutMs: 5000 }));
        const take = (who: number, need: number, want: number) =>
          (stores[who] as RedisStore).take(bucket, [askOf(quotas[who] as (typeof quotas)[number], need, want)]);
        for (const who of stores.keys()) await take(who, 0, 0);
        const grants = await Promise.all(asks.map(({ who, need, extra }) => take(who, need, need + extra)));
        const uses = grants.map(({ at, waitMs, amounts }) => ({ at: at + waitMs, units: amounts[0] as number }));
        uses.sort((one, other) => one.at - other.at);
        const burst = Math.min(...quotas.map((quota) => quota.burst));
        const perMs = Math.min(...quotas.map((quota) => quota.amount)) / 1000;
        // As a bucket of the lowest burst and rate: what is used never exceeds what is in it.
        let level = burst;
        let from = uses[0]?.at ?? 0;
        for (const { at, units } of uses) {
          level = Math.min(burst, level + (at - from) * perMs) - units;
          from = at;
          expect(level).toBeGreaterThan(-0.01);
        }
      }),
      { numRuns: 60 },
    );
  });

  it('have the longest of their long windows, and the smallest amount', async () => {
    const bucket = fresh();
    const long = quotaOf('many', 100, 86_400_000);
    await store.take(bucket, [askOf(long, 90)]);
    const other = createRedisStore(client, { commandTimeoutMs: 5000 });
    const short = await other.take(bucket, [askOf(quotaOf('many', 50, 7_200_000), 5)]);
    expect([short.kind, short.levels]).toEqual(['granted', [5]]);
    const spent = await store.take(bucket, [askOf(long, 6)]);
    expect([spent.kind, spent.waitMs > 86_000_000]).toEqual(['spent', true]);
  });

  it('go by a higher limit again once nobody has asked by the lower one for a second', async () => {
    const bucket = fresh();
    const high = quotaOf('requests', 100, 1000, 100);
    const other = createRedisStore(client, { commandTimeoutMs: 5000 });
    await other.take(bucket, [askOf(quotaOf('requests', 10, 1000, 5), 5)]);
    const lowered = await store.take(bucket, [askOf(high, 5)]);
    expect(lowered.waitMs).toBeGreaterThan(400);
    const [key] = (await server.admin().keys('*quotas*')) as [string];
    const [level, at, taken, born, ...lows] = String(await server.admin().hget(key, 'p:requests')).split(' ');
    const by = other.process.slice(0, 8);
    expect(lows).toEqual(['0.01', expect.any(String), by, '5', expect.any(String), by]);
    expect(Math.abs(Number(lows[1]) - lowered.at - 1000)).toBeLessThan(500);
    const over = lowered.at - 1;
    await server.admin().hset(key, 'p:requests', [level, at, taken, born, 0.01, over, by, 5, over, by].join(' '));
    expect((await store.take(bucket, [askOf(high, 5)])).waitMs).toBeLessThan(110);
  });
});

it('who told the lowest limit last may raise it at once', async () => {
  const bucket = fresh();
  await store.take(bucket, [askOf(quotaOf('requests', 10, 1000, 5), 5)]);
  expect((await store.take(bucket, [askOf(quotaOf('requests', 100, 1000, 100), 5)])).waitMs).toBeLessThan(60);
});

describe('what other programs have left under our names', () => {
  it.each([
    '',
    'nan nan nan nan',
    'inf 1 1 1',
    '-inf 0 0 0',
    '1 2',
    'x y z u',
    '1e999 1 1 1',
    '10 1 1 1 nan nan a nan nan b',
    '10 1 1 1 -5 inf a 0 inf b',
  ])('is taken for nothing in a field: %j', async (text) => {
    const bucket = fresh();
    await store.take(bucket, [askOf(requests, 1)]);
    const [key] = (await server.admin().keys('*quotas*')) as [string];
    await server.admin().hset(key, 'p:requests', text);
    const grant = await store.take(bucket, [askOf(requests, 1)]);
    expect([grant.kind, grant.waitMs, grant.levels]).toEqual(['granted', 0, [9]]);
  });

  it('of another type is a StoreError that says where it is, and is left as it is', async () => {
    const bucket = fresh();
    await store.take(bucket, [askOf(requests, 1)]);
    const [key] = (await server.admin().keys('*quotas*')) as [string];
    await server.admin().set(key, 'mine');
    await expect(store.take(bucket, [askOf(requests, 1)])).rejects.toMatchObject({
      name: 'StoreError',
      message: expect.stringContaining(key),
    });
    expect(await server.admin().get(key)).toBe('mine');
  });
});

describe('reports from the field', () => {
  it('RD-01, RD-02, RD-19: count and end are written together, and a key without an end gets one again', async () => {
    const bucket = fresh();
    const second = quotaOf('second', 1, 1000, 1);
    const windows = [second, quotaOf('minute', 10, 60_000), quotaOf('hour', 100, 3_600_000)];
    await store.take(
      bucket,
      windows.map((quota) => askOf(quota, 1)),
    );
    const before = Object.entries(await ttls());
    expect(before.length).toBe(2);
    for (const [key, left] of before) expect(left, key).toBeGreaterThan(0);
    for (const [key] of before) await server.admin().persist(key);
    expect(Object.values(await ttls())).toEqual([-1, -1]);
    await store.take(
      bucket,
      windows.map((quota) => askOf(quota, 1)),
    );
    for (const [key, left] of Object.entries(await ttls())) expect(left, key).toBeGreaterThan(0);

    // The window that was used up allows again, whether its key is still there or gone.
    const other = fresh();
    expect((await store.take(other, [askOf(second, 1)])).waitMs).toBe(0);
    await sleep(1050);
    expect((await store.take(other, [askOf(second, 1)])).waitMs).toBe(0);
  });

  it('RD-01: a key ends when its state says nothing any more, not before and not long after', async () => {
    const bucket = fresh();
    await store.take(bucket, [askOf(requests, 10)]);
    const [left] = Object.entries(await ttls())
      .filter(([key]) => key.includes('quotas'))
      .map(([, ms]) => ms) as [number];
    // Ten of 50 per second are back after 200 ms.
    expect(left).toBeGreaterThanOrEqual(200);
    expect(left).toBeLessThanOrEqual(1200);
  });

  it('RD-04: ten calls at the same moment get five of a limit of five', async () => {
    const bucket = fresh();
    const limit = quotaOf('requests', 5, 60_000);
    const grants = await Promise.all(Array.from({ length: 10 }, () => store.take(bucket, [askOf(limit, 1)])));
    expect(grants.filter(({ waitMs }) => waitMs === 0)).toHaveLength(5);
    const waits = grants.map(({ waitMs }) => Math.round(waitMs / 12_000)).sort((a, b) => a - b);
    expect(waits).toEqual([0, 0, 0, 0, 0, 1, 2, 3, 4, 5]);
  });

  it('RD-05: scripts that the server has forgotten are sent again, also many at once', async () => {
    const bucket = fresh();
    await store.take(bucket, [askOf(requests, 1)]);
    await server.admin().script('FLUSH');
    const grants = await Promise.all(Array.from({ length: 20 }, () => store.take(bucket, [askOf(requests, 1)])));
    expect(grants.every(({ kind }) => kind === 'granted')).toBe(true);
    const loaded = await server.admin().info('memory');
    expect(loaded).toMatch(/number_of_cached_scripts:1\b/);
  });

  it('RD-06: a bucket that was flushed begins with what its user knows, and with no error', async () => {
    const bucket = fresh();
    const limit = quotaOf('requests', 10, 60_000);
    for (let count = 0; count < 10; count++) await store.take(bucket, [askOf(limit, 1)]);
    await server.admin().flushall();
    const after: RedisGrant[] = [];
    for (let count = 0; count < 10; count++) after.push(await store.take(bucket, [askOf(limit, 1, 1, 0, 0)]));
    expect(after.filter(({ waitMs }) => waitMs === 0)).toHaveLength(0);
    // Whoever has never used it cannot know that it was lost: a full one, as for every new bucket.
    await server.admin().flushall();
    expect((await store.take(bucket, [askOf(limit, 10)])).waitMs).toBe(0);
  });

  it('RD-08: only keys are handed over as keys, and all that are touched', async () => {
    const bucket = fresh();
    const seen: string[][] = [];
    const monitor = await server.admin().monitor();
    monitor.on('monitor', (_, args: string[]) => seen.push(args));
    await store.take(bucket, [askOf(requests, 1)]);
    const touches = () => seen.filter(([name]) => /^(hset|hmget|zadd|get|pexpire|pttl|zcount)$/i.test(name ?? ''));
    await until('the monitor', () => touches().length > 4);
    monitor.disconnect();
    const call = seen.find(([name]) => /^eval/i.test(name ?? '')) as string[];
    const keys = call.slice(3, 3 + Number(call[2]));
    expect(keys).toHaveLength(4);
    for (const [, key] of touches()) expect(keys).toContain(key);
  });

  it('RD-14: a cooldown is not ended or shortened by takes, by shorter ones or by time that it does not name', async () => {
    const bucket = fresh();
    await store.cooldown(bucket, 'bucket', Infinity);
    const [before] = Object.values(await ttls()) as [number];
    expect(before).toBeGreaterThan(30 * 86_400_000);
    await store.cooldown(bucket, 'bucket', 10);
    const kinds: string[] = [];
    for (let count = 0; count < 3; count++) {
      kinds.push((await store.take(bucket, [askOf(requests, 1)])).kind);
      await sleep(40);
    }
    expect(kinds).toEqual(['shut', 'shut', 'shut']);
    const reply = await store.take(bucket, [askOf(requests, 1)]);
    expect([reply.levels, reply.waitMs > 30 * 86_400_000]).toEqual([[10], true]);
  });

  it('RD-14: a cooldown of the account shuts its other buckets, and none of another account', async () => {
    await store.cooldown({ account: 'acme', bucket: 'a' }, 'account', 5000);
    const kind = async (account: string, bucket: string) =>
      (await store.take({ account, bucket }, [askOf(requests, 1)])).kind;
    expect([await kind('acme', 'b'), await kind('acme', 'a'), await kind('other', 'a')]).toEqual([
      'shut',
      'shut',
      'granted',
    ]);
  });

  it('RD-15: processes that are gone do not pile up, however many there were', async () => {
    const bucket = fresh();
    await store.take(bucket, [askOf(requests, 1)]);
    const [live] = (await server.admin().keys('*live*')) as [string];
    const dead = Array.from({ length: 17_000 }, (_, index) => [1 + index, `dead-${index}`]).flat();
    await server.admin().zadd(live, ...(dead as (string | number)[]));
    const grant = await store.take(bucket, [askOf(requests, 1)]);
    expect(grant.live).toBe(1);
    for (let count = 0; count < 180; count++) await store.take(bucket, [askOf(requests, 0)]);
    expect(await server.admin().zcard(live)).toBe(1);
  });

  it('RD-17: scripts use the time and commands on their keys, nothing that a replica would answer otherwise', async () => {
    const admin = server.admin();
    await admin.config('RESETSTAT');
    const bucket = fresh();
    await store.take(bucket, [askOf(requests, 1)]);
    await store.settle(bucket, [askOf(requests, 0, 0, 1)]);
    await store.observe(bucket, [askOf(requests, 0)], [null]);
    await store.cooldown(bucket, 'bucket', 100);
    await store.claimSlot('slots', 1, 100, 'me');
    await store.releaseSlot('slots', 'me');
    const used = [...(await admin.info('commandstats')).matchAll(/cmdstat_([a-z|]+):/g)].map(([, name]) => name);
    const allowed = ['time', 'hmget', 'hset', 'get', 'set', 'pttl', 'pexpire', 'zadd', 'zrem', 'zcount', 'zscore'];
    const known = [...allowed, 'zrangebyscore', 'eval', 'evalsha', 'info', 'config|resetstat'];
    expect(used.filter((name) => !known.includes(name as string))).toEqual([]);
  });

  it('RD-18: slots of workers that were killed are free after the time of their lease, renewed ones are not', async () => {
    const claim = (holder: string) => store.claimSlot('workers', 3, 1000, holder);
    for (const holder of ['a', 'b', 'c']) expect(await claim(holder)).toEqual({ granted: true });
    const full = await claim('d');
    expect(full.granted).toBe(false);
    expect((full as { waitMs: number }).waitMs).toBeGreaterThan(0);
    expect((full as { waitMs: number }).waitMs).toBeLessThanOrEqual(1000);
    await sleep(700);
    expect(await claim('a')).toEqual({ granted: true });
    await sleep(400);
    // b and c are over; a was renewed.
    expect([(await claim('d')).granted, (await claim('e')).granted, (await claim('f')).granted]).toEqual([
      true,
      true,
      false,
    ]);
    await store.releaseSlot('workers', 'a');
    expect((await claim('f')).granted).toBe(true);
    expect(Object.values(await ttls()).every((left) => left > 0)).toBe(true);
  });
});

describe('names from outside', () => {
  it('make no key outside the prefix, no other hash tag and no collision', async () => {
    const names = [
      '',
      '{x}',
      '}{',
      'a b',
      'a/b',
      '%',
      'ü',
      '\ud800',
      'x'.repeat(500),
      `${'x'.repeat(499)}y`,
      '*',
      '\n',
    ];
    for (const account of names)
      for (const bucket of names) await store.take({ account, bucket }, [askOf(requests, 1)]);
    const keys = await server.admin().keys('*:quotas:*');
    expect(keys).toHaveLength(names.length ** 2);
    for (const key of keys) expect(key).toMatch(/^holdoff:\{[A-Za-z0-9._~%/-]+\}:quotas:[A-Za-z0-9._~%/-]+$/);
    expect(Math.max(...keys.map(({ length }) => length))).toBeLessThan(450);
  });
});
