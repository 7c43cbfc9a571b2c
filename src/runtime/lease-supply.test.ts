// Processes that keep a quota together, as they do it when all is well.

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { LeaseSupply } from '../core/leases/lease-supply.js';
import { createRandom } from '../core/random/random.js';
import { manualClock } from '../testing/manual-clock.js';
import { createClient } from './client.js';
import type { Client } from './client-options.js';
import { done, even, haltingClock, play, uneven, url, type World, worldOf } from './fixtures/fleet-world.js';
import { ModelFleet } from './fixtures/model-store.js';
import type { LeaseStore } from './store.js';

describe('a call that has a deadline', () => {
  const quotas = [{ name: 'tokens', amount: 1000, windowMs: 100_000, burst: 1000 }];
  const start = () => {
    const clock = manualClock();
    const fleet = new ModelFleet(clock);
    const client = createClient({ quotas }, { store: fleet.join(), clock });
    const call = (tokens: number) =>
      done(
        clock,
        client.execute(() => clock.now(), { cost: { tokens }, deadlineMs: 20_000 }),
      );
    return { clock, fleet, call };
  };

  it('is not given up before the store was asked: it may have all', async () => {
    const { fleet, call } = start();
    expect(await call(500)).toBeLessThan(1000);
    expect(fleet.trips).toBe(1);
  });

  it('is given up at once where the store has told that it cannot have so much in time', async () => {
    const { clock, fleet, call } = start();
    await call(900);
    // 100 are left, 10 come back in a second.
    const trips = fleet.trips;
    const before = clock.now();
    await expect(call(500)).rejects.toThrow(/could go in 40\.0 s/);
    expect([fleet.trips, clock.now() - before]).toEqual([trips, 10]);
    expect(await call(250)).toBeGreaterThan(10_000);
  });
});

describe('eight processes and one store', () => {
  it.each([
    ['even', 20, 20, even(125)],
    ['uneven', 20, 20, uneven(1000)],
    ['even', 400, 100, even(250)],
    ['uneven', 400, 100, uneven(2000)],
    ['even', 400, 20, even(250)],
  ])('with %s work at %i per second, burst %i: in 1.03 of the time, with 1.02 requests per call', async (...row) => {
    const [, perSecond, burst, counts] = row;
    const world = worldOf(8, perSecond, burst);
    const statuses = await play(world, counts);
    const total = counts.reduce((sum, count) => sum + count, 0);
    expect(statuses).toEqual(Array(total).fill(200));
    const boundMs = ((total - burst) / perSecond) * 1000;
    expect(world.server.lastAt / (boundMs + 2 * 30)).toBeLessThanOrEqual(1.03);
    expect((world.server.served + world.server.refused) / total).toBeLessThanOrEqual(1.02);
    expect(world.fleet.trips / total).toBeLessThanOrEqual(1);
  });

  it.each([
    ['even', 20, 20, even(125)],
    ['uneven', 20, 20, uneven(1000)],
    ['uneven', 400, 400, uneven(2000)],
  ])('do as well with %s work where answers tell what is left for all: %i per second, burst %i', async (...row) => {
    const [, perSecond, burst, counts] = row;
    const world = worldOf(8, perSecond, burst);
    world.server.tells = true;
    const statuses = await play(world, counts);
    const total = counts.reduce((sum, count) => sum + count, 0);
    expect(statuses).toEqual(Array(total).fill(200));
    const boundMs = ((total - burst) / perSecond) * 1000;
    expect(world.server.lastAt / (boundMs + 2 * 30)).toBeLessThanOrEqual(1.03);
    expect((world.server.served + world.server.refused) / total).toBeLessThanOrEqual(1.02);
    expect(world.fleet.trips / total).toBeLessThanOrEqual(1);
  });

  it('that stand still again and again are late once, and lose nothing that the bucket of the server can hold', async () => {
    const { clock, fleet, server } = worldOf(0, 100, 100);
    const quotas = [{ name: 'requests', amount: 100, windowMs: 1000, burst: 100 }];
    const clients = Array.from({ length: 8 }, (_, index) => {
      const halting = haltingClock(clock, createRandom(100 + index).next, 50, 50);
      const answered = (response: Response): Promise<Response> =>
        new Promise((resolve) => halting.setTimer(clock.now(), () => resolve(response), true));
      const fetch = () => server.fetch().then(answered);
      return createClient({ quotas }, { store: fleet.join(), clock: halting, fetch, seed: index });
    });
    expect(await play({ clock, fleet, server, clients }, even(30))).toEqual(Array(240).fill(200));
    expect(server.refused).toBe(0);
    // At half of the time for each of them a hundred a second are sent all the same: two latencies, and the longest halt.
    expect(server.lastAt).toBeLessThan(1400 + 2 * 30 + 100);
  });

  it('ask no more than once for ten calls, from 40 calls per second and process on', async () => {
    const world = worldOf(8, 400, 100);
    await play(world, even(250));
    expect(world.fleet.trips / 2000).toBeLessThanOrEqual(0.1);
  });

  it('make one question at a time, and never hold more than one lease: that is what a crash loses', async () => {
    const clock = manualClock();
    const inner = new ModelFleet(clock, 20).join();
    let under = 0;
    let mostUnder = 0;
    const store: LeaseStore = {
      ...inner,
      async take(bucket, asks) {
        mostUnder = Math.max(mostUnder, ++under);
        const grant = await inner.take(bucket, asks);
        under--;
        return grant;
      },
    };
    const client = createClient(
      { quotas: [{ name: 'requests', amount: 100, windowMs: 1000, burst: 100 }] },
      { store: { supply: (options) => new LeaseSupply(store, options) }, clock },
    );
    const { next } = createRandom(5);
    for (let call = 0; call < 400; call++) {
      client.execute(() => {}, { cost: { requests: 1 + Math.floor(4 * next()) } }).catch(() => {});
    }
    let mostHeld = 0;
    for (let turn = 0; turn < 300; turn++) {
      await clock.advance(10);
      const { limits } = client.snapshot().buckets[0] as { limits: readonly { level: number }[] };
      mostHeld = Math.max(mostHeld, limits[0]?.level ?? 0);
    }
    expect(mostUnder).toBe(1);
    // 250 ms of 100 per second.
    expect(mostHeld).toBe(25);
  });
});

describe('processes without quotas, of a server that tells its limit', () => {
  /** As {@link worldOf}, with nothing in the policies. */
  function untold(perSecond: number, burst: number, options: { readonly provider?: string } = {}): World {
    const world = worldOf(0, perSecond, burst);
    world.server.tells = true;
    const { clock, fleet, server } = world;
    const clients = Array.from({ length: 8 }, (_, index) =>
      createClient({}, { ...options, store: fleet.join(), clock, fetch: server.fetch, seed: index }),
    );
    return { ...world, clients };
  }

  it.each([
    ['even', 20, 20, even(125)],
    ['uneven', 20, 20, uneven(1000)],
    ['even', 100, 100, even(125)],
    ['uneven', 100, 100, uneven(1000)],
  ])('keep it together, with %s work at %i per second, burst %i', async (...row) => {
    const [, perSecond, burst, counts] = row;
    const world = untold(perSecond, burst);
    const statuses = await play(world, counts);
    const total = counts.reduce((sum, count) => sum + count, 0);
    expect(statuses).toEqual(Array(total).fill(200));
    const boundMs = ((total - burst) / perSecond) * 1000;
    expect(world.server.lastAt / (boundMs + 2 * 30)).toBeLessThanOrEqual(1.02);
    // What is sent before the first answer cannot be known to be too much: four calls of each.
    expect(world.server.refused).toBeLessThanOrEqual(8 * 4);
    expect(world.fleet.trips / total).toBeLessThanOrEqual(1.02);
  });

  it.each([
    ['even', even(60)],
    ['uneven', uneven(480)],
  ])(
    'find out by themselves what a dialect is wrong about, with %s work: fifty a second are no fifty a minute',
    async (_, counts) => {
      const world = untold(50, 50, { provider: 'openai' });
      world.server.tells = 'without-window';
      expect(await play(world, counts)).toEqual(Array(480).fill(200));
      // Nine seconds for so many at fifty a second; at fifty a minute it would be nine minutes.
      expect(world.server.lastAt).toBeLessThan(8600 * 1.5);
    },
  );

  it('keep the window that they have found out when the server tells another amount', async () => {
    const world = untold(50, 50, { provider: 'openai' });
    world.server.tells = 'without-window';
    await play(world, even(60));
    world.server.change(100);
    const from = world.clock.now();
    expect(await play(world, even(60))).toEqual(Array(480).fill(200));
    expect(world.server.lastAt - from).toBeLessThan(8600 * 1.5);
  });

  it('give a newcomer what they know, so that it sends none too many', async () => {
    const world = untold(100, 100);
    await play(world, [0, 300, 0, 0, 0, 0, 0, 0]);
    const refused = world.server.refused;
    expect(await play(world, [300, 0, 0, 0, 0, 0, 0, 0])).toEqual(Array(300).fill(200));
    expect(world.server.refused - refused).toBeLessThanOrEqual(4);
  });

  it('learn for themselves while there is no store, and share what they know once it is there', async () => {
    const world = untold(100, 100);
    world.fleet.isCutOff = true;
    world.clock.setTimer(3000, () => {
      world.fleet.isCutOff = false;
    });
    expect(await play(world, even(60))).toEqual(Array(480).fill(200));
    await world.clock.advance(3000);
    const refused = world.server.refused;
    expect(await play(world, even(60))).toEqual(Array(480).fill(200));
    expect(world.server.refused - refused).toBeLessThanOrEqual(8 * 4);
    const [limit] = world.clients[0]?.snapshot().buckets[0]?.limits ?? [];
    expect(limit).toMatchObject({ name: 'requests', from: 'server', limit: 100, windowMs: 1000 });
  });

  it('go by a limit that the server has changed, in all processes', async () => {
    const world = untold(100, 100);
    await play(world, even(30));
    world.server.change(200);
    const from = world.clock.now();
    expect(await play(world, even(100))).toEqual(Array(800).fill(200));
    // At 200 per second; at 100 it would be twice as long.
    expect(world.server.lastAt - from).toBeLessThan(4000 * 1.1);
    world.server.change(50);
    const refused = world.server.refused;
    expect(await play(world, even(20))).toEqual(Array(160).fill(200));
    expect(world.server.refused - refused).toBeLessThanOrEqual(40);
  });

  it('send nothing in vain any more once all know it, whoever has work and when', async () => {
    const work = fc.array(fc.record({ who: fc.nat(7), calls: fc.integer({ min: 1, max: 40 }), afterMs: fc.nat(800) }), {
      minLength: 5,
      maxLength: 15,
    });
    const limit = fc.constantFrom([20, 20], [50, 50], [100, 100], [200, 200]);
    await fc.assert(
      fc.asyncProperty(limit, work, async ([perSecond, burst], pieces) => {
        const world = untold(perSecond as number, burst as number);
        for (let round = 0; round < 3; round++) await play(world, even(round + 1));
        const refused = world.server.refused;
        const ends: Promise<unknown>[] = [];
        for (const { who, calls, afterMs } of pieces) {
          for (let call = 0; call < calls; call++) ends.push((world.clients[who] as Client).fetch(url));
          await world.clock.advance(afterMs);
        }
        await done(world.clock, Promise.all(ends));
        expect(world.server.refused - refused).toBe(0);
      }),
      { numRuns: 15 },
    );
  });

  it('lose no call when the store is gone and comes back empty', async () => {
    const world = untold(100, 100);
    const statuses = play(world, even(60));
    await Promise.resolve();
    world.clock.setTimer(1000, () => {
      world.fleet.isCutOff = true;
    });
    world.clock.setTimer(2200, () => {
      world.fleet.isCutOff = false;
      world.fleet.flush();
    });
    expect(await statuses).toEqual(Array(480).fill(200));
    expect(world.server.refused).toBeLessThanOrEqual(8 * 4 + 100);
    expect(world.server.lastAt).toBeLessThan(3800 + 1500);
  });
});

describe('a newcomer', () => {
  it('gets its part within two leases, however much the others have waiting', async () => {
    const world = worldOf(2, 100, 20);
    const [busy, newcomer] = world.clients as [Client, Client];
    for (let call = 0; call < 500; call++) busy.fetch(url).catch(() => {});
    await world.clock.advance(1000);
    const start = world.clock.now();
    await done(world.clock, newcomer.fetch(url));
    expect(world.clock.now() - start).toBeLessThan(2 * 250 + 150);
  });
});
