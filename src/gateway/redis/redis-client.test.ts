import { EventEmitter } from 'node:events';
import { describe, expect, it, vi } from 'vitest';
import { type Load, openClient } from './redis-client.js';

const address = { urls: ['redis://me:secret@cache:6379'], isCluster: false, shown: 'redis://cache:6379' };
const cluster = { urls: ['rediss://me:50%25@a', 'rediss://b'], isCluster: true, shown: 'rediss://a, rediss://b' };

/** Nothing is sent late, no dead connection is waited for, and an end does not take the two seconds that are usual. */
const NO_WAITING = { enableOfflineQueue: false, socketTimeout: 2000, disconnectTimeout: 200 };

/** Loads what is given, and says of the rest what Node says. */
function loader(modules: Readonly<Record<string, unknown>>): Load {
  return (name) => {
    if (name in modules) return modules[name];
    throw Object.assign(new Error(`Cannot find module '${name}'`), { code: 'MODULE_NOT_FOUND' });
  };
}

class FakeIoredis extends EventEmitter {
  static made: unknown[] = [];
  constructor(...given: unknown[]) {
    super();
    FakeIoredis.made.push(given);
  }
}

describe('the client of Redis', () => {
  it('is ioredis of the first place that has it, which is told the address', () => {
    const client = openClient(address, [loader({}), loader({ ioredis: { Redis: FakeIoredis } })]);
    expect(client.client).toBeInstanceOf(FakeIoredis);
    expect(FakeIoredis.made[0]).toEqual([address.urls[0], expect.objectContaining(NO_WAITING)]);
    expect(client.fault()).toBeNull();
    (client.client as unknown as EventEmitter).emit('error', new Error('connect ECONNREFUSED'));
    expect(client.fault()).toBe('connect ECONNREFUSED');
  });

  it('names the fault that keeps it from being ready, and none that is over', () => {
    const { client, fault } = openClient(address, [loader({ ioredis: { Redis: FakeIoredis } })]);
    const emitter = client as unknown as EventEmitter;
    emitter.emit('error', new Error('WRONGPASS invalid'));
    emitter.emit('error', new Error("Stream isn't writeable and enableOfflineQueue options is false"));
    expect(fault()).toBe('WRONGPASS invalid');
    emitter.emit('ready');
    expect(fault()).toBeNull();
    const lastNodeError = new Error('connect ECONNREFUSED');
    emitter.emit('error', Object.assign(new Error('Failed to refresh slots cache.'), { lastNodeError }));
    expect(fault()).toBe('Failed to refresh slots cache. connect ECONNREFUSED');
  });

  it('is node-redis where only that is installed', () => {
    const client = Object.assign(new EventEmitter(), { connect: async () => {} });
    const createClient = (options: { url: string }) => Object.assign(client, options);
    expect(openClient(address, [loader({ redis: { createClient } })]).client).toMatchObject({
      url: address.urls[0],
      disableOfflineQueue: true,
      socket: { socketTimeout: 2000 },
      // Silence alone must not end a connection.
      pingInterval: 500,
    });
  });

  it('is one for clusters where that is asked for, and the nodes that it finds are asked as those that were named', async () => {
    const found = expect.objectContaining({ username: 'me', password: '50%', socketTimeout: 2000, tls: {} });
    openClient(cluster, [loader({ ioredis: { Cluster: FakeIoredis } })]);
    expect(FakeIoredis.made.at(-1)).toEqual([cluster.urls, expect.objectContaining({ redisOptions: found })]);
    const client = Object.assign(new EventEmitter(), { connect: async () => {} });
    const createCluster = (options: object) => Object.assign(client, options);
    expect(openClient(cluster, [loader({ redis: { createCluster } })]).client).toMatchObject({
      rootNodes: [{ url: 'rediss://me:50%25@a' }, { url: 'rediss://b' }],
      defaults: { username: 'me', password: '50%', socket: { tls: true, socketTimeout: 2000 } },
    });
  });

  it('of node-redis goes on looking for a cluster that is not there yet', async () => {
    vi.useFakeTimers();
    try {
      let tries = 0;
      const client = Object.assign(new EventEmitter(), {
        connect: async () => {
          if (++tries < 3) throw new Error('no root node');
        },
        destroy: () => {},
      });
      const { close } = openClient(cluster, [loader({ redis: { createCluster: () => client } })]);
      await vi.advanceTimersByTimeAsync(10_000);
      expect(tries).toBe(3);
      close();
    } finally {
      vi.useRealTimers();
    }
  });

  it('has to be installed, and the refusal says how, and shows no password', () => {
    const open = () => openClient(address, [loader({})]);
    expect(open).toThrow('redis: "redis://cache:6379" is not allowed; give it a client');
    expect(open).toThrow(/npm install ioredis/);
  });

  it('that is installed and broken says itself what is wrong', () => {
    const load: Load = () => {
      throw Object.assign(new Error("Cannot find module 'cluster-key-slot'"), { code: 'MODULE_NOT_FOUND' });
    };
    expect(() => openClient(address, [load])).toThrow('cluster-key-slot');
  });
});
