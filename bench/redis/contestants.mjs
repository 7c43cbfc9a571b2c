// The ways in which processes can keep one limit together. Each makes, for one process, a function that makes a call.

import { createClient } from '../../dist/runtime/index.js';

const host = '127.0.0.1';

export const contestants = {
  holdoff: ({ perSecond, burst, redisPort }) =>
    holdoff({ quotas: [{ name: 'requests', amount: perSecond, windowMs: 1000, burst }] }, redisPort),

  /** The policy names no limit: it is learned from the answers of the provider, and shared. */
  'holdoff without quotas': ({ redisPort }) => holdoff({}, redisPort),

  async 'nothing shared'({ perSecond, burst }) {
    const client = createClient({ quotas: [{ name: 'requests', amount: perSecond, windowMs: 1000, burst }] });
    return { call: (url) => statusOf(client.fetch(url)) };
  },

  /** Its clustering: a reservoir that grows every 250 ms, the shortest that it knows. */
  async bottleneck({ perSecond, burst, redisPort }) {
    const { default: Bottleneck } = await import('bottleneck');
    const { Redis } = await import('ioredis');
    const limiter = new Bottleneck({
      id: 'fleet',
      datastore: 'ioredis',
      Redis,
      clientOptions: { port: redisPort, host },
      reservoir: burst,
      reservoirIncreaseAmount: perSecond / 4,
      reservoirIncreaseInterval: 250,
      reservoirIncreaseMaximum: burst,
    });
    await limiter.ready();
    return { call: (url) => untilServed((attempt) => limiter.schedule(attempt), url) };
  },

  /** Its queue over a shared window of a second. */
  async 'rate-limiter-flexible'({ perSecond, redisPort }) {
    const { RateLimiterQueue, RateLimiterRedis } = await import('rate-limiter-flexible');
    const { Redis } = await import('ioredis');
    const storeClient = new Redis({ port: redisPort, host });
    const limiter = new RateLimiterRedis({ storeClient, points: perSecond, duration: 1, keyPrefix: 'fleet' });
    const queue = new RateLimiterQueue(limiter, { maxQueueSize: 100_000 });
    const admitted = async (attempt) => {
      await queue.removeTokens(1, 'all');
      return attempt();
    };
    return { call: (url) => untilServed(admitted, url) };
  },
};

async function holdoff(policy, redisPort) {
  const { Redis } = await import('ioredis');
  const { createRedisStore } = await import('../../dist/redis/index.js');
  const redis = new Redis({ port: redisPort, host, retryStrategy: () => 50 });
  redis.on('error', () => {});
  const store = createRedisStore(redis);
  let trips = 0;
  const evalsha = redis.evalsha.bind(redis);
  redis.evalsha = (...args) => {
    trips++;
    return evalsha(...args);
  };
  const client = createClient(policy, { store });
  const events = [];
  client.on('store', ({ state }) => events.push(state));
  return {
    async warm() {
      while (redis.status !== 'ready') await new Promise((resolve) => setTimeout(resolve, 10));
      await store.claimSlot('warm', 1000, 1000, store.process);
    },
    call: (url) => statusOf(client.fetch(url)),
    told: () => ({ trips, events }),
  };
}

/** What a program does that has a limiter and no client: it waits as it is told, and asks the limiter again. */
async function untilServed(admitted, url) {
  for (;;) {
    const response = await admitted(() => fetch(url));
    await response.arrayBuffer();
    if (response.status !== 429) return response.status;
    const waitMs = Number(response.headers.get('retry-after-ms') ?? 1000);
    await new Promise((resolve) => setTimeout(resolve, waitMs));
  }
}

async function statusOf(promise) {
  const response = await promise;
  await response.arrayBuffer();
  return response.status;
}
