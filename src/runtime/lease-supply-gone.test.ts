// What becomes of leases when the store is slow, gone or wrong, and of buckets that nobody uses.

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { LeaseSupply } from '../core/leases/lease-supply.js';
import { createRandom } from '../core/random/random.js';
import { manualClock } from '../testing/manual-clock.js';
import { createClient } from './client.js';
import type { Client } from './client-options.js';
import { StoreError } from './errors.js';
import { done, even, play, url, worldOf } from './fixtures/fleet-world.js';
import { ModelFleet } from './fixtures/model-store.js';
import type { Grant, LeaseStore, QuotaAsk, StoreLoss, SupplyOptions } from './store.js';

const BUCKET = { account: '', bucket: '' };

describe('buckets without calls', () => {
  it('are forgotten as without a store, and begin anew when a call comes', async () => {
    const clock = manualClock();
    const fleet = new ModelFleet(clock);
    const quotas = [{ name: 'requests', amount: 100_000, windowMs: 1000, burst: 100_000 }];
    const client = createClient({ quotas }, { store: fleet.join(), clock });
    for (let round = 0; round < 3; round++) {
      const calls = Array.from({ length: 1500 }, (_, key) => client.execute(() => {}, { key: `${round}/${key}` }));
      await done(clock, Promise.all(calls));
      await clock.advance(2500);
    }
    expect(client.snapshot().buckets.length).toBeLessThan(3000);
    await done(
      clock,
      client.execute(() => {}, { key: '0/0' }),
    );
    // Nothing is left to look after, so that no timer is set for nothing.
    await clock.run(10);
  });
});

describe('buckets without calls, while the store is gone,', () => {
  it('are let go of, however long that lasts', async () => {
    const clock = manualClock();
    const fleet = new ModelFleet(clock);
    const inner = fleet.join();
    let supply: LeaseSupply | undefined;
    const store = {
      supply: (options: SupplyOptions) => {
        supply = new LeaseSupply(inner, options);
        return supply;
      },
    };
    const quotas = [{ name: 'requests', amount: 100_000, windowMs: 1000, burst: 100_000 }];
    const client = createClient({ quotas }, { store, clock });
    fleet.isCutOff = true;
    for (let round = 0; round < 4; round++) {
      const calls = Array.from({ length: 1500 }, (_, key) => client.execute(() => {}, { key: `${round}/${key}` }));
      await done(clock, Promise.all(calls));
      await clock.advance(2500);
    }
    const kept = (supply as unknown as { buckets: Map<unknown, unknown> }).buckets.size;
    expect(kept).toBeLessThan(4000);
    fleet.isCutOff = false;
    await clock.advance(5000);
    await done(
      clock,
      client.execute(() => {}, { key: '0/0' }),
    );
  });
});

describe('answers that come too late', () => {
  it('cost reservations, and never give one back twice: what was taken of the store covers what was sent', async () => {
    await fc.assert(
      fc.asyncProperty(fc.integer(), fc.integer({ min: 20, max: 400 }), async (seed, perSecond) => {
        const clock = manualClock();
        const inner = new ModelFleet(clock).join();
        const { next } = createRandom(seed);
        let taken = 0;
        let sent = 0;
        let isLate = false;
        // Every second answer at most is lost, of a question that was carried out: the store is slow, not gone.
        const asked = async (verb: 'take' | 'settle', asks: readonly QuotaAsk[]): Promise<Grant> => {
          const grant = await inner[verb](BUCKET, asks);
          taken += (asks[0]?.owed ?? 0) + (grant.amounts[0] ?? 0);
          isLate = !isLate && next() < 0.5;
          if (isLate) throw new StoreError('timeout', 'late');
          return grant;
        };
        const store: LeaseStore = {
          ...inner,
          take: (_, asks) => asked('take', asks),
          settle: (_, asks) => asked('settle', asks),
        };
        const quotas = [{ name: 'requests', amount: perSecond, windowMs: 1000, burst: 30 }];
        const client = createClient(
          { quotas },
          { store: { supply: (options) => new LeaseSupply(store, options) }, clock },
        );
        client.on('store', () => expect.fail('it was never gone'));
        // Most are called off while they wait, so that their reservations go back.
        for (let round = 0; round < 20; round++) {
          const stop = new AbortController();
          for (let call = 0; call < 8; call++)
            client.execute(() => void sent++, { signal: stop.signal }).catch(() => {});
          await clock.advance(next() < 0.5 ? 3 : 60);
          stop.abort();
          await clock.advance(600 * next());
          expect(sent).toBeLessThanOrEqual(taken);
        }
      }),
      { numRuns: 15 },
    );
  });
});

describe('a bucket that the store cannot serve', () => {
  it('is one outage until it can, though others could be served all the time', async () => {
    const clock = manualClock();
    const inner = new ModelFleet(clock).join();
    let isBroken = true;
    const store: LeaseStore = {
      ...inner,
      take: async (bucket, asks) => {
        if (isBroken && bucket.bucket.includes('broken')) throw new StoreError('failed', 'WRONGTYPE');
        return inner.take(bucket, asks);
      },
    };
    const quotas = [{ name: 'requests', amount: 100, windowMs: 1000, burst: 20 }];
    const client = createClient({ quotas }, { store: { supply: (options) => new LeaseSupply(store, options) }, clock });
    const states: string[] = [];
    client.on('store', ({ state }) => states.push(state));
    let done = 0;
    for (let second = 0; second < 20; second++) {
      for (const key of ['sound', 'broken']) client.execute(() => void done++, { key }).catch(() => {});
      await clock.advance(1000);
    }
    expect([states, done]).toEqual([['gone'], 40]);
    isBroken = false;
    await clock.advance(3000);
    expect(states).toEqual(['gone', 'back']);
  });
});

describe('a store that is cut off', () => {
  it.each<[StoreLoss, sentAtLeast: number, sentAtMost: number]>([
    // Of four processes each goes on with 100 per second, as far as refusals do not shut it; or with a quarter of that;
    // or only what is on its way arrives.
    ['open', 150, 420],
    ['share', 80, 110],
    ['closed', 0, 10],
  ])('under %s lets at least %i and at most %i calls go in the second after', async (whenGone, least, most) => {
    const world = worldOf(4, 100, 50, whenGone);
    for (const client of world.clients) for (let call = 0; call < 300; call++) client.fetch(url).catch(() => {});
    await world.clock.advance(1000);
    let gone = 0;
    for (const client of world.clients) client.on('store', () => gone++);
    world.fleet.isCutOff = true;
    for (let turns = 0; gone < 4 && turns < 100; turns++) await world.clock.advance(20);
    const before = world.server.served + world.server.refused;
    await world.clock.advance(1000);
    const sent = world.server.served + world.server.refused - before;
    expect(sent).toBeGreaterThanOrEqual(least);
    expect(sent).toBeLessThanOrEqual(most);
  });

  it('makes no call outlive its deadline', async () => {
    const clock = manualClock();
    const fleet = new ModelFleet(clock);
    const quotas = [{ name: 'requests', amount: 100, windowMs: 1000, burst: 20 }];
    const client = createClient({ quotas, deadlineMs: 150 }, { store: fleet.join('closed'), clock });
    fleet.isCutOff = true;
    await expect(
      done(
        clock,
        client.execute(() => {}),
      ),
    ).rejects.toMatchObject({ reason: 'wait-exceeds-deadline' });
    expect(clock.now()).toBeLessThanOrEqual(160);
  });

  const outages = [100, 700, 1500, 2600].flatMap((fromMs) =>
    [300, 1200, 2500].flatMap((forMs) => [true, false].map((isEmptied) => ({ fromMs, forMs, isEmptied }))),
  );

  it.each(outages)(
    'from $fromMs ms on for $forMs ms (emptied: $isEmptied): loses no call, and keeps what is promised',
    async (outage) => {
      const { fromMs, forMs, isEmptied } = outage;
      const world = worldOf(8, 100, 50, 'share', fromMs + forMs);
      const told = world.clients.map((client) => {
        const states: string[] = [];
        client.on('store', ({ state }) => states.push(state));
        return states;
      });
      const statuses = play(world, even(60));
      await Promise.resolve();
      world.clock.setTimer(fromMs, () => {
        world.fleet.isCutOff = true;
      });
      world.clock.setTimer(fromMs + forMs, () => {
        world.fleet.isCutOff = false;
        if (isEmptied) world.fleet.flush();
      });
      expect(await statuses).toEqual(Array(480).fill(200));
      await world.clock.advance(5000);
      for (const states of told) expect([[], ['gone', 'back']]).toContainEqual(states);
      // docs/fleet.md promises at most the burst and a lease of each beyond the quota; the leases alone are 250 ms of it.
      expect(world.server.refused).toBeLessThanOrEqual(25);
      // The share of everybody is the whole; what is lost is the time in which nobody had noticed yet, and a burst.
      expect(world.server.lastAt).toBeLessThan(4300 + 500 + 1000);
    },
  );

  it('sends nothing under closed, and gives up with the reason', async () => {
    const world = worldOf(1, 100, 50, 'closed');
    await play(world, [1]);
    world.fleet.isCutOff = true;
    const [client] = world.clients as [Client];
    const ends: string[] = [];
    for (let call = 0; call < 30; call++) client.fetch(url).catch((error) => ends.push(error.reason));
    await world.clock.advance(2000);
    expect(ends).toEqual(Array(30).fill('store-unavailable'));
    expect(world.server.served).toBe(1);
    await expect(client.fetch(url)).rejects.toMatchObject({ reason: 'store-unavailable' });
    world.fleet.isCutOff = false;
    await world.clock.advance(1000);
    expect(await play(world, [3])).toEqual([200, 200, 200]);
  });

  it('lets a call wait for more than its share holds, when it costs more', async () => {
    const clock = manualClock();
    const fleet = new ModelFleet(clock);
    const quotas = [{ name: 'tokens', amount: 1000, windowMs: 1000, burst: 1000 }];
    const clients = [0, 1, 2, 3].map(() => createClient({ quotas }, { store: fleet.join(), clock }));
    // Twice, so that each has heard of all.
    for (const client of [...clients, ...clients])
      await done(
        clock,
        client.execute(() => {}, { cost: { tokens: 10 } }),
      );
    fleet.isCutOff = true;
    const [first] = clients as [Client];
    await done(
      clock,
      first.execute(() => 'gone', { cost: { tokens: 900 } }),
    );
    // 250 tokens a second are its share: 900 take 3.6 s.
    const start = clock.now();
    await done(
      clock,
      first.execute(() => 'large', { cost: { tokens: 900 } }),
    );
    expect(clock.now() - start).toBeGreaterThan(3000);
    expect(clock.now() - start).toBeLessThan(4500);
  });
});
