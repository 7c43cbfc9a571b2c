// Every operation against a real server: what the field has reported, and what others have left under our names.

import { describe, expect, it } from 'vitest';
import type { RedisGrant } from '../../src/redis/index.js';
import { askOf, quotaOf } from './support/quota-model.js';
import { sleep, until } from './support/redis-server.js';
import { useRedis } from './support/use-redis.js';

const requests = quotaOf('requests', 50, 1000, 10);
/** Of which next to nothing comes back while a machine that is busy with other tests stands still. */
const slow = quotaOf('requests', 10, 3_600_000, 10);

const redis = useRedis();
const { fresh, ttls } = redis;

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
    await redis.store.take(bucket, [askOf(slow, 1)]);
    const [key] = (await redis.server.admin().keys('*quotas*')) as [string];
    await redis.server.admin().hset(key, 'p:requests', text);
    const grant = await redis.store.take(bucket, [askOf(slow, 1)]);
    expect([grant.kind, grant.waitMs, grant.levels]).toEqual(['granted', 0, [9]]);
  });

  it.each([
    [requests, 10 * 100 + 50 * 3600],
    [slow, 10 * 100 + 10],
  ])('is believed to be a debt of a hundred bursts and an hour at most (%#)', async (quota, most) => {
    const bucket = fresh();
    const { at } = await redis.store.take(bucket, [askOf(slow, 1)]);
    const [key] = (await redis.server.admin().keys('*quotas*')) as [string];
    await redis.server.admin().hset(key, 'p:requests', `-1e308 ${at} 1 ${at}`);
    const { waitMs } = await redis.store.take(bucket, [askOf(quota, 1)]);
    expect(waitMs / ((most + 1) / (quota.amount / quota.windowMs))).toBeCloseTo(1, 2);
    // And no use that is reported makes it larger.
    const settled = await redis.store.settle(bucket, [askOf(quota, 0, 0, 1e15)]);
    expect(settled.levels[0]).toBe(-most);
  });

  it.each(['1e300', 'inf', 'nan', 'soon'])('is no cooldown: %s', async (text) => {
    const bucket = fresh();
    await redis.store.cooldown(bucket, 'bucket', 60_000);
    const [key] = (await redis.server.admin().keys('*cooldown*')) as [string];
    await redis.server.admin().set(key, text);
    expect((await redis.store.take(bucket, [askOf(requests, 1)])).kind).toBe('granted');
    await redis.store.cooldown(bucket, 'bucket', 60_000);
    expect((await redis.store.take(bucket, [askOf(requests, 1)])).waitMs).toBeLessThanOrEqual(60_000);
  });

  it('is no claim and no process if it never ends', async () => {
    const bucket = fresh();
    await redis.store.claimSlot('jobs', 2, 60_000, 'a');
    await redis.store.take(bucket, [askOf(requests, 1)]);
    for (const key of await redis.server.admin().keys('*')) {
      if (/slots|live/.test(key)) await redis.server.admin().zadd(key, 1e300, 'x');
    }
    expect(await redis.store.claimSlot('jobs', 2, 60_000, 'b')).toEqual({ granted: true });
    expect((await redis.store.take(bucket, [askOf(requests, 1)])).live).toBe(1);
  });

  it('of another type is a StoreError that says where it is, and is left as it is', async () => {
    const bucket = fresh();
    await redis.store.take(bucket, [askOf(slow, 1)]);
    const [key] = (await redis.server.admin().keys('*quotas*')) as [string];
    await redis.server.admin().set(key, 'mine');
    await expect(redis.store.take(bucket, [askOf(requests, 1)])).rejects.toMatchObject({
      name: 'StoreError',
      message: expect.stringContaining(key),
    });
    expect(await redis.server.admin().get(key)).toBe('mine');
  });
});

describe('reports from the field', () => {
  it('RD-01, RD-02, RD-19: count and end are written together, and a key without an end gets one again', async () => {
    const bucket = fresh();
    const second = quotaOf('second', 1, 1000, 1);
    const windows = [second, quotaOf('minute', 10, 60_000), quotaOf('hour', 100, 3_600_000)];
    await redis.store.take(
      bucket,
      windows.map((quota) => askOf(quota, 1)),
    );
    const before = Object.entries(await ttls());
    expect(before.length).toBe(2);
    for (const [key, left] of before) expect(left, key).toBeGreaterThan(0);
    for (const [key] of before) await redis.server.admin().persist(key);
    expect(Object.values(await ttls())).toEqual([-1, -1]);
    await redis.store.take(
      bucket,
      windows.map((quota) => askOf(quota, 1)),
    );
    for (const [key, left] of Object.entries(await ttls())) expect(left, key).toBeGreaterThan(0);

    // The window that was used up allows again, whether its key is still there or gone.
    const other = fresh();
    expect((await redis.store.take(other, [askOf(second, 1)])).waitMs).toBe(0);
    await sleep(1050);
    expect((await redis.store.take(other, [askOf(second, 1)])).waitMs).toBe(0);
  });

  it('RD-01: a key ends when its state says nothing any more, not before and not long after', async () => {
    const bucket = fresh();
    const startMs = performance.now();
    await redis.store.take(bucket, [askOf(slow, 10)]);
    const [left] = Object.entries(await ttls())
      .filter(([key]) => key.includes('quotas'))
      .map(([, ms]) => ms) as [number];
    // Ten of ten per hour are back after an hour.
    expect(left).toBeGreaterThanOrEqual(3_600_000 - (performance.now() - startMs));
    expect(left).toBeLessThanOrEqual(3_601_000);
  });

  it('RD-04: ten calls at the same moment get five of a limit of five', async () => {
    const bucket = fresh();
    const limit = quotaOf('requests', 5, 60_000);
    const grants = await Promise.all(Array.from({ length: 10 }, () => redis.store.take(bucket, [askOf(limit, 1)])));
    expect(grants.filter(({ waitMs }) => waitMs === 0)).toHaveLength(5);
    const waits = grants.map(({ waitMs }) => Math.round(waitMs / 12_000)).sort((a, b) => a - b);
    expect(waits).toEqual([0, 0, 0, 0, 0, 1, 2, 3, 4, 5]);
  });

  it('RD-05: scripts that the server has forgotten are sent again, also many at once', async () => {
    const bucket = fresh();
    await redis.store.take(bucket, [askOf(requests, 1)]);
    await redis.server.admin().script('FLUSH');
    const grants = await Promise.all(Array.from({ length: 20 }, () => redis.store.take(bucket, [askOf(requests, 1)])));
    expect(grants.every(({ kind }) => kind === 'granted')).toBe(true);
    const loaded = await redis.server.admin().info('memory');
    expect(loaded).toMatch(/number_of_cached_scripts:1\b/);
  });

  it('RD-06: a bucket that was flushed begins with what its user knows, and with no error', async () => {
    const bucket = fresh();
    const limit = quotaOf('requests', 10, 60_000);
    for (let count = 0; count < 10; count++) await redis.store.take(bucket, [askOf(limit, 1)]);
    await redis.server.admin().flushall();
    const after: RedisGrant[] = [];
    for (let count = 0; count < 10; count++) after.push(await redis.store.take(bucket, [askOf(limit, 1, 1, 0, 0)]));
    expect(after.filter(({ waitMs }) => waitMs === 0)).toHaveLength(0);
    // Whoever has never used it cannot know that it was lost: a full one, as for every new bucket.
    await redis.server.admin().flushall();
    expect((await redis.store.take(bucket, [askOf(limit, 10)])).waitMs).toBe(0);
  });

  it('RD-08: only keys are handed over as keys, and all that are touched', async () => {
    const bucket = fresh();
    const seen: string[][] = [];
    const monitor = await redis.server.admin().monitor();
    monitor.on('monitor', (_, args: string[]) => seen.push(args));
    await redis.store.take(bucket, [askOf(requests, 1)]);
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
    await redis.store.cooldown(bucket, 'bucket', Infinity);
    const [before] = Object.values(await ttls()) as [number];
    expect(before).toBeGreaterThan(30 * 86_400_000);
    await redis.store.cooldown(bucket, 'bucket', 10);
    const kinds: string[] = [];
    for (let count = 0; count < 3; count++) {
      kinds.push((await redis.store.take(bucket, [askOf(requests, 1)])).kind);
      await sleep(40);
    }
    expect(kinds).toEqual(['shut', 'shut', 'shut']);
    const reply = await redis.store.take(bucket, [askOf(requests, 1)]);
    expect([reply.levels, reply.waitMs > 30 * 86_400_000]).toEqual([[10], true]);
  });

  it('RD-14: a cooldown of the account shuts its other buckets, and none of another account', async () => {
    await redis.store.cooldown({ account: 'acme', bucket: 'a' }, 'account', 60_000);
    const kind = async (account: string, bucket: string) =>
      (await redis.store.take({ account, bucket }, [askOf(requests, 1)])).kind;
    expect([await kind('acme', 'b'), await kind('acme', 'a'), await kind('other', 'a')]).toEqual([
      'shut',
      'shut',
      'granted',
    ]);
  });

  it('RD-15: processes that are gone do not pile up, however many there were', async () => {
    const bucket = fresh();
    await redis.store.take(bucket, [askOf(requests, 1)]);
    const [live] = (await redis.server.admin().keys('*live*')) as [string];
    const dead = Array.from({ length: 17_000 }, (_, index) => [1 + index, `dead-${index}`]).flat();
    await redis.server.admin().zadd(live, ...(dead as (string | number)[]));
    const grant = await redis.store.take(bucket, [askOf(requests, 1)]);
    expect(grant.live).toBe(1);
    for (let count = 0; count < 180; count++) await redis.store.take(bucket, [askOf(requests, 0)]);
    expect(await redis.server.admin().zcard(live)).toBe(1);
  });

  it('RD-17: scripts use the time and commands on their keys, nothing that a replica would answer otherwise', async () => {
    const admin = redis.server.admin();
    await admin.config('RESETSTAT');
    const bucket = fresh();
    await redis.store.take(bucket, [askOf(requests, 1)]);
    await redis.store.settle(bucket, [askOf(requests, 0, 0, 1)]);
    await redis.store.observe(bucket, [askOf(requests, 0)], [null]);
    await redis.store.cooldown(bucket, 'bucket', 100);
    await redis.store.claimSlot('slots', 1, 100, 'me');
    await redis.store.releaseSlot('slots', 'me');
    const used = [...(await admin.info('commandstats')).matchAll(/cmdstat_([a-z|]+):/g)].map(([, name]) => name);
    const allowed = ['time', 'hmget', 'hset', 'get', 'set', 'pttl', 'pexpire', 'zadd', 'zrem', 'zcount', 'zscore'];
    const known = [...allowed, 'zrangebyscore', 'eval', 'evalsha', 'info', 'config|resetstat'];
    expect(used.filter((name) => !known.includes(name as string))).toEqual([]);
  });

  it('RD-18: slots of workers that were killed are free after the time of their lease, renewed ones are not', async () => {
    const claim = (holder: string) => redis.store.claimSlot('workers', 3, 60_000, holder);
    for (const holder of ['a', 'b', 'c']) expect(await claim(holder)).toEqual({ granted: true });
    const full = await claim('d');
    expect(full.granted).toBe(false);
    expect((full as { waitMs: number }).waitMs).toBeGreaterThan(0);
    expect((full as { waitMs: number }).waitMs).toBeLessThanOrEqual(60_000);
    // As at the end of their minute, of which a renews its claim.
    const [slots] = (await redis.server.admin().keys('*workers*')) as [string];
    const [seconds, micros] = (await redis.server.admin().time()) as [number, number];
    const nowMs = Number(seconds) * 1000 + Number(micros) / 1000;
    await redis.server.admin().zadd(slots, nowMs - 1, 'b', nowMs - 1, 'c', nowMs + 10_000, 'a');
    expect(await claim('a')).toEqual({ granted: true });
    expect(Number(await redis.server.admin().zscore(slots, 'a'))).toBeGreaterThanOrEqual(nowMs + 60_000);
    // b and c are over; a was renewed.
    expect([(await claim('d')).granted, (await claim('e')).granted, (await claim('f')).granted]).toEqual([
      true,
      true,
      false,
    ]);
    await redis.store.releaseSlot('workers', 'a');
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
      for (const bucket of names) await redis.store.take({ account, bucket }, [askOf(slow, 1)]);
    const keys = await redis.server.admin().keys('*:quotas:*');
    expect(keys).toHaveLength(names.length ** 2);
    for (const key of keys) expect(key).toMatch(/^holdoff:\{[A-Za-z0-9._~%/-]+\}:quotas:[A-Za-z0-9._~%/-]+$/);
    expect(Math.max(...keys.map(({ length }) => length))).toBeLessThan(450);
  });
});
