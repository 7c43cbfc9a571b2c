// How many operations of a store one process gets done in a second, fifty at a time; each contestant in turn.

import { Redis } from 'ioredis';
import { createRedisStore } from '../../dist/redis/index.js';

const TURN_MS = 700;
const AT_ONCE = 50;

/** Operations per second, by name: one list of so many rounds for each. */
export async function countOperations(redisPort, rounds) {
  const { RateLimiterRedis } = await import('rate-limiter-flexible');
  const redis = new Redis({ port: redisPort, host: '127.0.0.1' });
  const store = createRedisStore(redis, { commandTimeoutMs: 10_000 });
  const limiter = new RateLimiterRedis({ storeClient: redis, points: 1e9, duration: 60, keyPrefix: 'operations' });
  const quota = { name: 'requests', amount: 1e9, windowMs: 1000, burst: 1e9 };
  const asks = [{ quota, need: 1, want: 10, owed: 0, fresh: null }];
  const operations = {
    'holdoff take (up to a lease of calls)': () => store.take({ account: '', bucket: 'operations' }, asks),
    'rate-limiter-flexible consume (a call)': () => limiter.consume('operations'),
  };
  const counted = Object.fromEntries(Object.keys(operations).map((name) => [name, []]));
  for (let round = 0; round <= rounds; round++) {
    for (const [name, operation] of Object.entries(operations)) {
      const perSecond = await rateOf(operation);
      // The first round is for compilers and caches.
      if (round > 0) counted[name].push(perSecond);
    }
  }
  redis.disconnect();
  return counted;
}

async function rateOf(operation) {
  const start = performance.now();
  let count = 0;
  const worker = async () => {
    while (performance.now() < start + TURN_MS) {
      await operation();
      count++;
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, worker));
  return (count / (performance.now() - start)) * 1000;
}
