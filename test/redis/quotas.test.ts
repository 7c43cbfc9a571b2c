// What the scripts make of quotas, against a real server: held against the engine's own.

import fc from 'fast-check';
import { Redis } from 'ioredis';
import { describe, expect, it } from 'vitest';
import { createRedisStore, type RedisGrant, type RedisStore } from '../../src/redis/index.js';
import { askOf, QuotaModel, quotaOf } from './support/quota-model.js';
import { useRedis } from './support/use-redis.js';

const requests = quotaOf('requests', 50, 1000, 10);
/** Of which next to nothing comes back while a machine that is busy with other tests stands still. */
const slow = quotaOf('requests', 10, 3_600_000, 10);
const tokens = quotaOf('tokens', 20_000, 1000, 5000);
const daily = quotaOf('daily', 40, 86_400_000);

const redis = useRedis();
const { fresh, ttls } = redis;

describe('a take', () => {
  it('gives what is there at once, and reserves the rest from the instant on at which it has come back', async () => {
    const bucket = fresh();
    const first = await redis.store.take(bucket, [askOf(slow, 10)]);
    expect([first.kind, first.amounts, first.waitMs, first.live]).toEqual(['granted', [10], 0, 1]);
    const second = await redis.store.take(bucket, [askOf(slow, 5)]);
    // Five of ten per hour take half an hour, less what has come back between the two.
    expect(second.waitMs).toBeCloseTo(1_800_000 - (second.at - first.at), 3);
    expect(second.levels[0]).toBeCloseTo(-5 + (second.at - first.at) / 360_000, 6);
  });

  it('says for how long what it gives has been there: very long in a full bucket, not at all in a debt', async () => {
    const bucket = fresh();
    const full = await redis.store.take(bucket, [askOf(slow, 4)]);
    expect(full.sinceMs).toBeGreaterThan(3_600_000);
    const partly = await redis.store.take(bucket, [askOf(slow, 2)]);
    // Six were left, and a little more by now: four beyond the two are 24 minutes of ten per hour.
    expect(partly.sinceMs).toBeCloseTo(1_440_000 + (partly.at - full.at), 3);
    const owing = await redis.store.take(bucket, [askOf(slow, 10)]);
    expect([owing.sinceMs, owing.waitMs > 0]).toEqual([0, true]);
  });

  it('takes all quotas or none: a spent day leaves the minute as it is', async () => {
    const bucket = fresh();
    await redis.store.take(bucket, [askOf(requests, 0), askOf(daily, 40)]);
    const refused = await redis.store.take(bucket, [askOf(requests, 5), askOf(daily, 1)]);
    expect(refused.kind).toBe('spent');
    expect(refused.waitMs).toBeGreaterThan(86_390_000);
    expect(refused.levels).toEqual([10, 0]);
  });

  it('is at most the fleet rate times 250 ms over the processes that are alive, and at least one', async () => {
    const bucket = fresh();
    const wide = quotaOf('requests', 320, 1000, 320);
    const fleet = Array.from({ length: 8 }, () => createRedisStore(redis.client, { commandTimeoutMs: 5000 }));
    const grants: RedisGrant[] = [];
    for (const one of fleet) grants.push(await one.take(bucket, [askOf(wide, 1, 1000)]));
    expect(grants.map(({ live }) => live)).toEqual([1, 2, 3, 4, 5, 6, 7, 8]);
    expect(grants.map(({ amounts }) => amounts[0])).toEqual([80, 40, 26, 20, 16, 13, 11, 10]);
    const slow = await redis.store.take(fresh(), [askOf(quotaOf('requests', 20, 60_000, 20), 1, 1000)]);
    expect(slow.amounts).toEqual([1]);
  });

  it('gives several quotas in the proportion in which they are wanted', async () => {
    const grant = await redis.store.take(fresh(), [askOf(requests, 1, 20), askOf(tokens, 1000, 20_000)]);
    // 250 ms of 50 per second are 12.5, but the burst is 10; 250 ms of tokens are 5000: five calls of 1000.
    expect(grant.amounts).toEqual([5, 5000]);
  });

  it('cannot be promised to more than the burst holds, and a debt is put right first', async () => {
    const bucket = fresh();
    const first = await redis.store.take(bucket, [askOf(requests, 4, 4)]);
    // Three were not used after all: nine are left, less nothing.
    const second = await redis.store.take(bucket, [askOf(requests, 9, 9, -3)]);
    expect(second.waitMs).toBe(0);
    expect(second.levels[0]).toBeCloseTo(Math.min(10, 9 + (second.at - first.at) * 0.05) - 9, 6);
    const settled = await redis.store.settle(bucket, [askOf(requests, 0, 0, -1000)]);
    expect(settled.levels).toEqual([10]);
  });
});

describe('what a response tells', () => {
  it('lowers the level by what was taken since its request left, and never raises it', async () => {
    const bucket = fresh();
    const before = await redis.store.take(bucket, [askOf(slow, 2)]);
    await redis.store.take(bucket, [askOf(slow, 1)]);
    const mark = { at: before.at, taken: before.taken[0] as number };
    const same = await redis.store.observe(bucket, [askOf(slow, 0)], [{ remaining: 100, ...mark }]);
    expect(same.levels[0]).toBeGreaterThan(7);
    const lower = await redis.store.observe(bucket, [askOf(slow, 0)], [{ remaining: 3, ...mark }]);
    // Three left, one more taken since; what came back since is added.
    expect(lower.levels[0]).toBeCloseTo(2 + (lower.at - before.at) / 360_000, 6);
  });

  it('says nothing of a bucket that was made anew since', async () => {
    const bucket = fresh();
    const { at, taken } = await redis.store.take(bucket, [askOf(requests, 2)]);
    await redis.server.admin().flushall();
    const reply = await redis.store.observe(
      bucket,
      [askOf(requests, 0)],
      [{ remaining: 0, at, taken: taken[0] as number }],
    );
    expect(reply.levels).toEqual([10]);
  });
});

describe('limits that were learned', () => {
  it('are those that were told first, until they are changed, and end an hour after the last question', async () => {
    const bucket = fresh();
    expect(await redis.store.learn(bucket, [], false)).toEqual([]);
    expect(await ttls()).toEqual({});
    expect(await redis.store.learn(bucket, [requests], false)).toEqual([requests]);
    const other = { ...requests, amount: 51.5, burst: 10 / 3 };
    expect(await redis.store.learn(bucket, [other, tokens], false)).toEqual([requests, tokens]);
    expect(await redis.store.learn(bucket, [other], true)).toEqual([other, tokens]);
    const [left] = Object.values(await ttls());
    expect(left).toBeGreaterThan(3_590_000);
    expect(left).toBeLessThanOrEqual(3_600_000);
  });

  it('are lowered to what a refusal tells to be left, without any mark of when', async () => {
    const bucket = fresh();
    await redis.store.take(bucket, [askOf(requests, 2), askOf(tokens, 100)]);
    const reply = await redis.store.observe(bucket, [askOf(requests, 0), askOf(tokens, 0)], [{ remaining: 0 }, null]);
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
    const clients = Array.from({ length: 4 }, () => new Redis({ port: redis.server.port, host: '127.0.0.1' }));
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
          const { amounts, live } = await redis.store.take(bucket, [askOf(requests, need, need + extra)]);
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
        const stores = quotas.map(() => createRedisStore(redis.client, { commandTimeoutMs: 5000 }));
        const take = (who: number, need: number, want: number) =>
          (stores[who] as RedisStore).take(bucket, [askOf(quotas[who] as (typeof quotas)[number], need, want)]);
        const told = await take(0, 0, 0);
        for (const who of [1, 2]) await take(who, 0, 0);
        const grants = await Promise.all(asks.map(({ who, need, extra }) => take(who, need, need + extra)));
        // What nobody has told again for a second counts no more: of a machine that stood still nothing is promised.
        if (grants.some(({ at }) => at - told.at >= 1000)) return;
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
    await redis.store.take(bucket, [askOf(long, 90)]);
    const other = createRedisStore(redis.client, { commandTimeoutMs: 5000 });
    const short = await other.take(bucket, [askOf(quotaOf('many', 50, 7_200_000), 5)]);
    expect([short.kind, short.levels]).toEqual(['granted', [5]]);
    const spent = await redis.store.take(bucket, [askOf(long, 6)]);
    expect([spent.kind, spent.waitMs > 86_000_000]).toEqual(['spent', true]);
  });

  it('go by a higher limit again once nobody has asked by the lower one for a second', async () => {
    const bucket = fresh();
    const high = quotaOf('requests', 100, 1000, 100);
    const other = createRedisStore(redis.client, { commandTimeoutMs: 5000 });
    const low = [askOf(quotaOf('requests', 60, 60_000, 5), 5)];
    const first = await other.take(bucket, low);
    // While it waits for what it has reserved, it is somebody who asks.
    const waiting = await other.take(bucket, low);
    const lowered = await redis.store.take(bucket, [askOf(high, 5)]);
    expect(lowered.waitMs).toBeCloseTo(10_000 - (lowered.at - first.at), 3);
    const [key] = (await redis.server.admin().keys('*quotas*')) as [string];
    const [level, at, taken, born, ...lows] = String(await redis.server.admin().hget(key, 'p:requests')).split(' ');
    const by = other.process.slice(0, 8);
    expect(lows).toEqual(['0.001', expect.any(String), by, '5', expect.any(String), by]);
    expect(Number(lows[1])).toBeCloseTo(waiting.at + waiting.waitMs + 1000, 3);
    const over = lowered.at - 1;
    await redis.server
      .admin()
      .hset(key, 'p:requests', [level, at, taken, born, 0.001, over, by, 5, over, by].join(' '));
    // Ten were owed, and five more are asked for, of 100 per second.
    expect((await redis.store.take(bucket, [askOf(high, 5)])).waitMs).toBeLessThan(160);
  });
});

it('who told the lowest limit last may raise it at once', async () => {
  const bucket = fresh();
  await redis.store.take(bucket, [askOf(quotaOf('requests', 10, 1000, 5), 5)]);
  expect((await redis.store.take(bucket, [askOf(quotaOf('requests', 100, 1000, 100), 5)])).waitMs).toBeLessThan(60);
});
