import { describe, expect, it } from 'vitest';
import { watch } from '../../test/support/scripted-client.js';
import { throwing, timed } from '../../test/support/timed-client.js';
import { GaveUpError, type WouldWaitError } from './errors.js';
import { retryAfter } from './retry-after-error.js';

describe('the deadline of a call', () => {
  it('includes the time in the queue, where its attempt does not even start', async () => {
    const { clock, client } = timed({ maxInFlight: 1 });
    const first = watch(
      client.execute(() => new Promise((done) => clock.setTimer(500, () => done(1)))),
      clock,
    );
    let ran = false;
    const second = watch(
      client.execute(() => (ran = true), { deadlineMs: 200 }),
      clock,
    );
    await clock.run();
    expect(second).toMatchObject({ state: 'rejected', at: 200 });
    expect(ran).toBe(false);
    expect(first).toMatchObject({ state: 'resolved', at: 500 });
  });

  it('is the earlier one of the call and of the policy', async () => {
    for (const [ofPolicy, ofCall, endsAt] of [
      [300, 100, 100],
      [100, 300, 100],
      [100, Number.POSITIVE_INFINITY, 100],
    ] as const) {
      const { clock, client } = timed({ deadlineMs: ofPolicy });
      const call = watch(
        client.execute(() => new Promise(() => {}), { deadlineMs: ofCall }),
        clock,
      );
      await clock.run();
      expect(call.at).toBe(endsAt);
    }
  });

  it('of 0 is over before it starts', async () => {
    const { clock, client } = timed();
    let ran = false;
    await expect(client.execute(() => (ran = true), { deadlineMs: 0 })).rejects.toThrow(GaveUpError);
    expect(ran).toBe(false);
    await clock.run();
  });

  it('that a paced quota cannot meet is refused at once with the instant', async () => {
    const { clock, client } = timed({ quotas: [{ name: 'requests', amount: 1, windowMs: '10s' }] });
    await client.execute(() => 1);
    await clock.advance(2000);
    const call = watch(
      client.execute(() => 2, { deadlineMs: 5000 }),
      clock,
    );
    await clock.advance(0);
    expect(call).toMatchObject({ state: 'rejected', at: 2000, error: { code: 'would-wait' } });
    expect((call.error as WouldWaitError).report.retryAfterMs).toBeCloseTo(8000, 6);
  });
});

describe('costs by the name of the quota', () => {
  const quotas = [
    { name: 'requests', amount: 10, windowMs: '1s' },
    { name: 'tokens', amount: 100, windowMs: '1s' },
  ];

  it.each<[string, Record<string, number> | undefined, number]>([
    ['1 of each where none is named', undefined, 0],
    ['no tokens', { tokens: 0 }, 0],
    ['half of the tokens', { tokens: 50 }, 500],
    ['all of the tokens', { tokens: 100 }, 2000],
    ['five requests', { requests: 5 }, 500],
    ['both, of which the tokens bind', { requests: 5, tokens: 80 }, 1400],
  ])('%s: the third call leaves when the quotas have filled again', async (_, cost, thirdAt) => {
    const { clock, client } = timed({ quotas });
    const sentAt: number[] = [];
    const calls = [1, 2, 3].map(() => client.execute(() => sentAt.push(clock.now()), { cost }));
    await Promise.all([...calls, clock.run()]);
    expect(sentAt[2]).toBeCloseTo(thirdAt, 6);
  });

  it('more than the quota can ever hold is refused at once', async () => {
    const { client } = timed({ quotas });
    await expect(client.execute(() => 1, { cost: { tokens: 101 } })).rejects.toMatchObject({ reason: 'never-fits' });
  });
});

describe('calls with the same key', () => {
  it('share a cooldown, others do not', async () => {
    const { clock, client } = timed();
    const a = throwing(clock, [retryAfter(5000)]);
    const sameKey = throwing(clock, []);
    const otherKey = throwing(clock, []);
    const calls = [
      client.execute(a, { key: 'gpt' }),
      client.execute(sameKey, { key: 'gpt' }),
      client.execute(otherKey),
    ];
    await Promise.all([...calls, clock.run()]);
    expect(a.sentAt).toEqual([0, 5000]);
    expect(sameKey.sentAt).toEqual([5000]);
    expect(otherKey.sentAt).toEqual([0]);
  });
});
