// Eight processes, one emulated provider, one Redis: with the package as it is built.

import { existsSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type RedisServer, sleep, startRedis } from './support/redis-server.js';

interface Score {
  readonly time: number;
  readonly requestsPerCall: number;
  readonly lost: number;
  readonly failures: readonly string[];
  readonly tripsPerRequest: number;
  readonly events: readonly (readonly string[])[];
}

interface Play {
  readonly contestant: 'holdoff';
  readonly calls: readonly number[];
  readonly perSecond: number;
  readonly burst: number;
  readonly redisPort: number;
  readonly disturb?: () => Promise<void>;
}

const fleet = new URL('../../bench/redis/fleet.mjs', import.meta.url);
const play = async (options: Play): Promise<Score> => (await import(fleet.href)).playFleet(options);

let server: RedisServer;

beforeAll(async () => {
  const built = new URL('../../dist/redis/index.js', import.meta.url);
  expect(existsSync(built), 'the package is not built: npm run build').toBe(true);
  server = await startRedis();
});
afterAll(() => server?.close());

// The figures of docs/fleet.md are measured by `npm run bench redis`. Here the machine is busy with other tests, so that
// only what does not depend on it is held tightly.
describe('a fleet of eight processes with one quota', () => {
  const base = { contestant: 'holdoff', perSecond: 100, burst: 100 } as const;

  it('with uneven work sends hardly a request in vain and loses none', async () => {
    const calls = [200, 50, 30, 20, 20, 10, 10, 10];
    const score = await play({ ...base, calls, redisPort: server.port });
    expect(score).toMatchObject({ lost: 0, failures: [] });
    expect(score.requestsPerCall).toBeLessThanOrEqual(1.1);
    expect(score.tripsPerRequest).toBeLessThanOrEqual(1.1);
  });

  it('loses no call when Redis is killed and started again in the middle', async () => {
    await server.admin().flushall();
    const disturb = async () => {
      await sleep(1000);
      await server.kill();
      await sleep(1000);
      await server.start();
    };
    const score = await play({ ...base, calls: Array<number>(8).fill(50), redisPort: server.port, disturb });
    expect(score).toMatchObject({ lost: 0, failures: [] });
    // What docs/fleet.md promises: at most the burst and a lease of each beyond the quota, which the provider refuses.
    expect(score.requestsPerCall).toBeLessThanOrEqual(1 + (100 + 8 * 4) / 400);
  });
});
