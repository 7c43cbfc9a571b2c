import { describe, expect, it } from 'vitest';
import { manualClock } from '../testing/index.js';
import { bucketOf, NOW, statusesOf, URL_ } from './fixtures/bucket.js';
import { createEmulator } from './index.js';

describe('conditions', () => {
  it('come by share, by number, each so-manieth, by time and by path, the first that holds', async () => {
    const clock = manualClock(NOW);
    const emulator = createEmulator({
      rules: 'openai',
      clock,
      conditions: [
        { condition: 'insufficient-quota', when: { requests: [2] } },
        { condition: 'slow-down', when: { every: 2, path: '/b' }, waitMs: 1500 },
        { condition: 'overload', when: { fromMs: 10_000, untilMs: 20_000 } },
      ],
    });
    const ask = async (path: string) => (await emulator.fetch(`https://x${path}`)).status;
    expect([await ask('/a'), await ask('/a'), await ask('/b'), await ask('/b'), await ask('/a')]).toEqual([
      200, 429, 200, 429, 200,
    ]);
    await clock.advance(10_000);
    expect(await ask('/a')).toBe(503);
    await clock.advance(10_000);
    expect(await ask('/a')).toBe(200);
    expect(emulator.seen().requests.map(({ by, waitMs }) => [by, waitMs])).toEqual([
      [null, null],
      ['insufficient-quota', null],
      [null, null],
      ['slow-down', 1500],
      [null, null],
      ['overloaded', null],
      [null, null],
    ]);
  });

  it('a share of 10 % of 10,000 requests is 1,000 ± 4 standard deviations', async () => {
    const { emulator } = bucketOf(1e6, { conditions: [{ condition: 'overload', when: { share: 0.1 } }], logSize: 0 });
    const request = { method: 'GET', path: '/', query: '', header: () => null, body: '' };
    for (let i = 0; i < 10_000; i++) emulator.receive(request);
    expect(Math.abs(emulator.seen().totals.condition - 1000)).toBeLessThan(4 * Math.sqrt(10_000 * 0.1 * 0.9));
  });

  it("GitHub's secondary limit tells a minute or what is given, and who comes sooner is early", async () => {
    const clock = manualClock();
    const conditions = [
      { condition: 'secondary', when: { requests: [1] } },
      { condition: 'secondary', when: { requests: [4] }, waitMs: 5000 },
    ];
    const emulator = createEmulator({ rules: 'github', clock, conditions });
    const ask = async (afterMs: number) => {
      await clock.advance(afterMs);
      return (await emulator.fetch('https://x/repos')).headers.get('retry-after');
    };
    expect([await ask(0), await ask(59_999), await ask(1), await ask(0), await ask(5000)]).toEqual([
      '60',
      null,
      null,
      '5',
      null,
    ]);
    expect(emulator.seen().requests.map(({ earlyMs }) => earlyMs)).toEqual([0, 1, 0, 0, 0]);
  });

  it('an overload takes nothing of a limit, and a failure does', async () => {
    const leftAfter = async (condition: string) => {
      const { emulator } = bucketOf(10, { conditions: [{ condition, when: { requests: [1] } }] });
      await emulator.fetch(URL_);
      return (await emulator.fetch(URL_)).headers.get('ratelimit');
    };
    expect(await leftAfter('overload')).toContain('r=9');
    expect(await leftAfter('failure')).toContain('r=8');
  });

  it('traffic that grows by more than half from one stretch to the next is refused beyond it', async () => {
    const clock = manualClock(NOW);
    const acceleration = { windowMs: 1000, factor: 1.5, floor: 10 };
    const emulator = createEmulator({ rules: 'anthropic', amountFactor: 100, clock, acceleration });
    const served: number[] = [];
    for (let stretch = 0; stretch < 5; stretch++) {
      const statuses = await statusesOf(60, () => emulator.fetch(URL_));
      served.push(statuses.filter((status) => status === 200).length);
      await clock.advance(1000);
    }
    expect(served).toEqual([10, 15, 22, 33, 49]);
    expect(emulator.seen().requests.find(({ outcome }) => outcome === 'condition')).toMatchObject({
      by: 'acceleration',
      waitMs: 1000,
    });
  });

  it('other tenants who take half of the rate leave half of it', async () => {
    const { clock, emulator } = bucketOf(60, { othersShare: 0.5 });
    let served = 0;
    for (let at = 0; at < 600; at++) {
      if ((await emulator.fetch(URL_)).status === 200) served++;
      await clock.advance(1000);
    }
    // What a full bucket held at the start is served on top of 599 s at half a request per second.
    expect(served).toBeGreaterThanOrEqual(60 + 299);
    expect(served).toBeLessThanOrEqual(60 + 300);
  });
});
