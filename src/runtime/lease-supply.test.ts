import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { LeaseSupply } from '../core/leases/lease-supply.js';
import { createRandom } from '../core/random/random.js';
import { type ManualClock, manualClock } from '../testing/manual-clock.js';
import { createClient } from './client.js';
import type { Client } from './client-options.js';
import { StoreError } from './errors.js';
import { BucketServer, ModelFleet } from './fixtures/model-store.js';
import type { Grant, LeaseStore, QuotaAsk, StoreLoss, SupplyOptions } from './store.js';

const url = 'https://api.example/v1/things';
const BUCKET = { account: '', bucket: '' };

interface World {
  readonly clock: ManualClock;
  readonly fleet: ModelFleet;
  readonly server: BucketServer;
  readonly clients: readonly Client[];
}

/** Processes that share a quota of so many per second, as the server has it, with answers after 10 to 50 ms. */
function worldOf(processes: number, perSecond: number, burst: number, whenGone: StoreLoss = 'share', seed = 1): World {
  const clock = manualClock();
  const fleet = new ModelFleet(clock);
  const { next } = createRandom(seed);
  const server = new BucketServer(clock, perSecond / 1000, burst, () => 10 + 40 * next());
  const quotas = [{ name: 'requests', amount: perSecond, windowMs: 1000, burst }];
  const clients = Array.from({ length: processes }, (_, index) =>
    createClient({ quotas }, { store: fleet.join(whenGone), clock, fetch: server.fetch, seed: seed + index }),
  );
  return { clock, fleet, server, clients };
}

/** Has every client make so many calls at once. Resolves to the statuses. */
async function play({ clock, clients }: World, counts: readonly number[]): Promise<number[]> {
  const statuses: number[] = [];
  for (const [index, count] of counts.entries()) {
    for (let call = 0; call < count; call++) {
      (clients[index] as Client).fetch(url).then(
        ({ status }) => statuses.push(status),
        () => statuses.push(0),
      );
    }
  }
  const total = counts.reduce((sum, count) => sum + count, 0);
  for (let turns = 0; statuses.length < total && turns < 10_000; turns++) await clock.advance(50);
  return statuses;
}

const even = (each: number) => Array<number>(8).fill(each);
const uneven = (total: number) => [0.5, 0.25, 0.1, 0.05, 0.04, 0.03, 0.02, 0.01].map((part) => total * part);

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

async function done<T>(clock: ManualClock, promise: Promise<T>): Promise<T> {
  let isOver = false;
  promise.then(
    () => {
      isOver = true;
    },
    () => {
      isOver = true;
    },
  );
  for (let turns = 0; !isOver && turns < 2000; turns++) await clock.advance(10);
  return promise;
}
