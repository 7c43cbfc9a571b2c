// One server for all tests of a file, emptied before each.

import { Redis } from 'ioredis';
import { afterAll, beforeAll, beforeEach } from 'vitest';
import { createRedisStore, type RedisStore } from '../../../src/redis/index.js';
import { type RedisServer, startRedis } from './redis-server.js';

export interface RedisOfTests {
  readonly server: RedisServer;
  readonly client: Redis;
  /** A new one for each test. */
  readonly store: RedisStore;
  /** A bucket that no test has used. */
  fresh(): { account: string; bucket: string };
  /** Every key of the server with the time it has left. */
  ttls(): Promise<Record<string, number>>;
}

/** To be called once in a file, outside its tests: it registers their hooks. Nothing of it is there before the first test. */
export function useRedis(): RedisOfTests {
  let server: RedisServer | undefined;
  let client: Redis | undefined;
  let store: RedisStore | undefined;
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
    await (server as RedisServer).admin().flushall();
    store = createRedisStore(client as Redis, { commandTimeoutMs: 5000 });
  });

  return {
    get server() {
      return server as RedisServer;
    },
    get client() {
      return client as Redis;
    },
    get store() {
      return store as RedisStore;
    },
    fresh: () => ({ account: '', bucket: `bucket-${number++}` }),
    ttls: async () => {
      const admin = (server as RedisServer).admin();
      const keys = await admin.keys('*');
      return Object.fromEntries(await Promise.all(keys.map(async (key) => [key, await admin.pttl(key)] as const)));
    },
  };
}
