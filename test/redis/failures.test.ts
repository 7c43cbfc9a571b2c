// What a store does while its server is stopped, paused, flushed or replaced: it answers in time or fails with a
// StoreError, and nothing is done later.

import { Cluster, Redis } from 'ioredis';
import { createClient, createCluster } from 'redis';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { redisPlaceOf } from '../../src/gateway/redis/redis-address.js';
import { type Load, openClient } from '../../src/gateway/redis/redis-client.js';
import {
  createRedisStore,
  type RedisClientLike,
  type RedisStore,
  type RedisStoreOptions,
  StoreError,
} from '../../src/redis/index.js';
import { awakeMs } from '../support/awake.js';
import { askOf, quotaOf } from './support/quota-model.js';
import { type RedisCluster, type RedisServer, sleep, startCluster, startRedis, until } from './support/redis-server.js';

const requests = quotaOf('requests', 1000, 1000, 1000);
const one = [askOf(requests, 1)];
/** Its key lives for long enough to count what was taken. */
const day = [askOf(quotaOf('day', 1_000_000, 86_400_000), 1)];
const bucket = { account: 'acme', bucket: 'model' };
const closers: (() => void)[] = [];

afterEach(() => {
  for (const close of closers.splice(0)) close();
});

/** A client of each kind, as people make them, that connects again quickly. */
const kinds: Readonly<Record<string, (port: number) => Promise<RedisClientLike>>> = {
  async ioredis(port) {
    const client = new Redis({ port, host: '127.0.0.1', retryStrategy: () => 50 });
    client.on('error', () => {});
    closers.push(() => client.disconnect());
    await until('the connection', () => client.status === 'ready');
    return client;
  },
  async 'node-redis'(port) {
    const client = createClient({ url: `redis://127.0.0.1:${port}`, socket: { reconnectStrategy: 50 } });
    client.on('error', () => {});
    await client.connect();
    closers.push(() => client.destroy());
    return client;
  },
};

/** How a promise ended, and for how long this process ran meanwhile. */
async function outcome(promise: Promise<unknown>): Promise<{ reason: string; tookMs: number }> {
  const ended = promise.then(
    () => 'ok',
    (error) => (error instanceof StoreError ? error.reason : `not a StoreError: ${error}`),
  );
  return { tookMs: await awakeMs(ended), reason: await ended };
}

describe.each(Object.entries(kinds))('over %s', (_, connect) => {
  let server: RedisServer;
  /** Two stores over one client: one that does not wait for long, and one to see with what came of it. */
  const make = async (options: RedisStoreOptions = {}) => {
    const client = await connect(server.port);
    return {
      store: createRedisStore(client, options),
      patient: createRedisStore(client, { commandTimeoutMs: 20_000 }),
    };
  };
  /** From its first answer on a store knows the time of the server. */
  const first = (store: RedisStore) =>
    until('an answer', async () => (await outcome(store.take(bucket, day))).reason === 'ok');

  beforeAll(async () => {
    server = await startRedis();
  });
  afterAll(() => server?.close());

  it('RD-05, RD-06: a server that was restarted, empty and without scripts, serves again, with no error after that', async () => {
    const { store, patient } = await make();
    await patient.take(bucket, one);
    await server.kill();
    const { reason, tookMs } = await outcome(store.take(bucket, one));
    expect(['not-connected', 'timeout', 'failed']).toContain(reason);
    expect(tookMs).toBeLessThan(2000);
    await server.start();
    await until('the client to be back', async () => (await outcome(patient.take(bucket, one))).reason === 'ok');
    for (let count = 0; count < 20; count++) expect((await outcome(patient.take(bucket, one))).reason).toBe('ok');
  });

  it('RD-22: a command that was kept while the server was paused does nothing once its time is over', async () => {
    const { store, patient } = await make({ commandTimeoutMs: 100 });
    await first(store);
    const before = await patient.take(bucket, day);
    await server.admin().client('PAUSE', 600_000, 'WRITE');
    const late = await Promise.all(Array.from({ length: 50 }, () => outcome(store.take(bucket, day))));
    for (const { reason, tookMs } of late) {
      expect(reason).toBe('timeout');
      expect(tookMs).toBeLessThan(1500);
    }
    await server.admin().client('UNPAUSE');
    const after = await patient.take(bucket, day);
    expect(after.taken[0]).toBe((before.taken[0] as number) + 1);
  });

  it('RD-22: so it is when the server itself stood still', async () => {
    const { store, patient } = await make({ commandTimeoutMs: 100 });
    await first(store);
    const before = await patient.take(bucket, day);
    server.standStill();
    expect((await outcome(store.take(bucket, day))).reason).toBe('timeout');
    server.goOn();
    expect((await patient.take(bucket, day)).taken[0]).toBe((before.taken[0] as number) + 1);
  });

  it('RD-22: 5 000 calls a second of an outage leave no more commands than the bound, and none is sent afterwards', async () => {
    const { store, patient } = await make({ commandTimeoutMs: 100, maxPending: 200 });
    await first(store);
    await server.kill();
    const results: Promise<{ reason: string }>[] = [];
    for (let batch = 0; batch < 10; batch++) {
      for (let count = 0; count < 500; count++) results.push(outcome(store.take(bucket, one)));
      await sleep(100);
    }
    const reasons = (await Promise.all(results)).map(({ reason }) => reason);
    expect(reasons.filter((reason) => reason === 'ok')).toEqual([]);
    // Of each batch of 500, as many as the bound waited; all others were turned away at once.
    expect(reasons.filter((reason) => reason === 'busy').length).toBeGreaterThanOrEqual(10 * 300);
    await server.start();
    await until('the client to be back', async () => (await outcome(patient.take(bucket, day))).reason === 'ok');
    const { taken } = await patient.take(bucket, day);
    expect(taken[0]).toBeLessThanOrEqual(3);
  });
});

describe('a cluster', () => {
  let cluster: RedisCluster;
  beforeAll(async () => {
    cluster = await startCluster();
  });
  afterAll(() => cluster?.close());

  const root = () => cluster.nodes[0] as RedisServer;
  const clients: Readonly<Record<string, () => Promise<RedisClientLike>>> = {
    async ioredis() {
      const client = new Cluster([{ host: '127.0.0.1', port: root().port }], { clusterRetryStrategy: () => 50 });
      client.on('error', () => {});
      closers.push(() => client.disconnect());
      await until('the connection', () => client.status === 'ready');
      return client;
    },
    async 'node-redis'() {
      const client = createCluster({ rootNodes: [{ url: `redis://127.0.0.1:${root().port}` }] });
      client.on('error', () => {});
      await client.connect();
      closers.push(() => client.destroy());
      return client;
    },
  };

  it.each(Object.entries(clients))('RD-07, RD-08, RD-09: %s finds every bucket in one slot', async (name, connect) => {
    const store = createRedisStore(await connect(), { prefix: name, commandTimeoutMs: 20_000 });
    const buckets = [100, 99, 101].flatMap((id) => [
      { account: '', bucket: `demo:${id}` },
      { account: `acme-${id}`, bucket: 'a' },
      { account: `acme-${id}`, bucket: 'b' },
    ]);
    for (const each of buckets) {
      expect(
        (await outcome(store.take(each, [askOf(requests, 1), askOf(quotaOf('hour', 100, 3_600_000), 1)]))).reason,
      ).toBe('ok');
      expect((await outcome(store.cooldown(each, 'account', 1))).reason).toBe('ok');
      expect((await outcome(store.claimSlot(each.bucket, 3, 1000, 'me'))).reason).toBe('ok');
    }
    const keys = (
      await Promise.all(cluster.nodes.slice(0, 3).map((node) => node.admin().keys(`${name}:*quotas*`)))
    ).flat();
    expect(keys).toHaveLength(buckets.length);
    const tags = new Set(keys.map((key) => key.split(':')[1]));
    expect(tags.size).toBe(6);
  });

  it.each(['ioredis', 'redis'])('that a gateway is told of is found through a single node: %s', async (name) => {
    const load: Load = (wanted) => {
      if (wanted === name) return name === 'redis' ? { createCluster } : { Cluster };
      throw Object.assign(new Error(`no '${wanted}'`), { code: 'MODULE_NOT_FOUND' });
    };
    const { client, fault, close } = openClient(redisPlaceOf(`redis://127.0.0.1:${root().port}`, true), [load]);
    closers.push(close);
    const store = createRedisStore(client, { prefix: `found-${name}`, commandTimeoutMs: 20_000 });
    // In the slots of all of them.
    const asked = ['a', 'b', 'c', 'd', 'e', 'f'].map((each) => store.take({ account: each, bucket: '' }, one));
    expect((await Promise.all(asked)).map(({ kind }) => kind)).toEqual(Array(6).fill('granted'));
    expect(fault()).toBeNull();
  });

  it('RD-09: the server puts the keys of the report where the report says, so its slots are those of ours', async () => {
    const slots = ['lmtr-b:demo:99', 'lmtr-b:demo:100', 'lmtr-b:demo:101'].map((key) =>
      root().admin().call('CLUSTER', 'KEYSLOT', key),
    );
    expect(await Promise.all(slots)).toEqual([5967, 6452, 2325]);
  });

  it('RD-05: a replica that takes over has the state and lacks the scripts, and no call fails for it', async () => {
    const client = (await (clients.ioredis as () => Promise<RedisClientLike>)()) as Cluster;
    const store = createRedisStore(client, { prefix: 'moved', commandTimeoutMs: 20_000 });
    // A bucket that the first node keeps.
    const owned: string[] = [];
    for (let count = 0; owned.length === 0; count++) {
      const slot = Number(await root().admin().call('CLUSTER', 'KEYSLOT', `moved:{fail-${count}}:x`));
      if (slot <= 5460) owned.push(`fail-${count}`);
    }
    const moved = { account: owned[0] as string, bucket: 'b' };
    const slow = [askOf(quotaOf('hour', 100, 3_600_000), 10)];
    await store.take(moved, slow);
    const replica = cluster.nodes[3] as RedisServer;
    await until('replication', async () => /master_link_status:up/.test(await replica.admin().info('replication')));
    // The server gives up a failover that takes five seconds, and has to be asked again.
    let askedAt = Number.NEGATIVE_INFINITY;
    await until('the failover', async () => {
      if (/role:master/.test(await replica.admin().info('replication'))) return true;
      if (performance.now() - askedAt > 6000) {
        askedAt = performance.now();
        await replica.admin().call('CLUSTER', 'FAILOVER');
      }
      return false;
    });
    const after = await store.take(moved, slow);
    expect(after.levels[0]).toBeCloseTo(80, 0);
  });
});

describe('what cannot be a store', () => {
  it.each([
    [null, {}, /client: null is not allowed; give a client or cluster of ioredis/],
    [{ get() {} }, {}, /client: an object is not allowed/],
    [fake(), { prefix: '{a}' }, /prefix: "\{a\}" is not allowed; give a text without braces/],
    [fake(), { whenGone: 'shut' }, /whenGone: "shut" is not allowed; give share, closed or open/],
    [fake(), { leaseMs: 251 }, /leaseMs: 251 is not allowed; give a number of ms from 1 to 250/],
    [fake(), { commandTimeoutMs: 0 }, /commandTimeoutMs: 0 is not allowed/],
    [fake(), { maxPending: 0.5 }, /maxPending: 0.5 is not allowed/],
    [fake(), { timeout: 5 }, /timeout/],
  ])('is refused by name', (client, options, message) => {
    expect(() => createRedisStore(client as never, options as never)).toThrow(message);
  });

  it('is told of a slot or a cooldown that is none', async () => {
    const store = createRedisStore(fake());
    await expect(store.claimSlot('a', 0, 1000, 'me')).rejects.toThrow(/slots: 0 is not allowed/);
    await expect(store.claimSlot('a', 1, Infinity, 'me')).rejects.toThrow(/leaseMs: Infinity is not allowed/);
    await expect(store.cooldown(bucket, 'bucket', Number.NaN)).rejects.toThrow(/forMs: NaN is not allowed/);
  });
});

describe('answers that no script of ours gives', () => {
  it.each([
    ['granted', '1', 'nan', '1', '0', '1', '1', '1', '1'],
    ['granted', '1', '0', '1', '0', '1', 'inf', '1', '1'],
    ['granted', '1', '0', '1', '0'],
    ['granted', '1', '0', '1', '0', '1', '1', '1', '1', '1', '1', '1', '1'],
  ])('are a StoreError, and nothing is granted: %s', async (...reply) => {
    const store = createRedisStore({ status: 'ready', evalsha: async () => reply, eval: async () => reply });
    const asked = [store.take(bucket, one), store.settle(bucket, one), store.observe(bucket, one, [null])];
    // All at once: one that rejects while another is awaited would be a rejection that nobody handles.
    const outcomes = await Promise.all(asked.map(outcome));
    expect(outcomes.map(({ reason }) => reason)).toEqual(['failed', 'failed', 'failed']);
  });

  it('of limits are left out: less than one call, or none that ends', async () => {
    const texts = ['0 1000 1', '5 1000 0.5', '5 0 5', '5 Infinity 5', 'Infinity 1000 5', '5 1000', 'nan nan nan', ''];
    const reply = [
      'granted',
      '1',
      '0',
      ...texts.flatMap((text, index) => [`limit-${index}`, text]),
      'good',
      '5 1000 2',
    ];
    const store = createRedisStore({ status: 'ready', evalsha: async () => reply, eval: async () => reply });
    expect(await store.learn(bucket, [], false)).toEqual([quotaOf('good', 5, 1000, 2)]);
  });
});

function fake(): RedisClientLike {
  return { status: 'ready', evalsha: async () => null, eval: async () => null };
}
