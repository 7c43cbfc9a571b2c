import { describe, expect, it } from 'vitest';
import { countedSignal, watch } from '../../test/support/scripted-client.js';
import { failure, fixed, timed } from '../../test/support/timed-client.js';

describe('an abort', () => {
  const reasons: [string, unknown][] = [
    ['an error', new Error('user-cancel')],
    ['a text', 'user-cancel'],
    ['null', null],
    ['0', 0],
  ];

  it.each(reasons)('AB-07: ends the call with the same reason at every stage: %s', async (_, reason) => {
    const stages: Record<string, number> = { before: -1, queued: 50, flight: 150, wait: 700 };
    for (const [stage, abortAt] of Object.entries(stages)) {
      const { clock, client } = timed({ ...fixed, maxInFlight: 1 });
      const { controller, signal, listeners } = countedSignal();
      // Keeps the only slot until 100, so that the call is queued before that.
      const blocker = client.execute(() => new Promise((done) => clock.setTimer(100, () => done(1))));
      let attempts = 0;
      let inFlight: AbortSignal | undefined;
      if (stage === 'before') controller.abort(reason);
      const call = watch(
        client.execute(
          (attempt) => {
            attempts++;
            inFlight = attempt.signal;
            return new Promise((_resolve, reject) => clock.setTimer(clock.now() + 100, () => reject(failure(503))));
          },
          { signal },
        ),
        clock,
      );
      if (stage !== 'before') clock.setTimer(abortAt, () => controller.abort(reason));
      await clock.run();
      await blocker;
      expect(call.state, stage).toBe('rejected');
      expect(call.error, stage).toBe(reason);
      expect(call.at, stage).toBe(stage === 'before' ? 0 : abortAt);
      expect(attempts, stage).toBe(stage === 'before' || stage === 'queued' ? 0 : 1);
      if (stage === 'flight') expect(inFlight?.reason).toBe(reason);
      expect(listeners(), stage).toBe(0);
      expect(client.stats(), stage).toEqual({ inFlight: 0, queued: 0, sleeping: 0 });
    }
  });

  it('without a reason gives the AbortError of the platform', async () => {
    const { client } = timed();
    const controller = new AbortController();
    const call = client.execute(() => new Promise(() => {}), { signal: controller.signal });
    controller.abort();
    await expect(call).rejects.toBe(controller.signal.reason);
    await expect(call).rejects.toMatchObject({ name: 'AbortError' });
  });

  it('settles the promise within the turn, with a function that never ends', async () => {
    const { client } = timed();
    const controller = new AbortController();
    const call = watch(client.execute(() => new Promise(() => {}), { signal: controller.signal }));
    await null;
    controller.abort('now');
    await null;
    expect(call).toMatchObject({ state: 'rejected', error: 'now' });
  });

  it('after the end changes nothing', async () => {
    const { client } = timed();
    const { controller, signal, listeners } = countedSignal();
    const call = client.execute(() => 7, { signal });
    expect(listeners()).toBe(0);
    controller.abort('too late');
    await expect(call).resolves.toBe(7);
  });

  it('AB-04: of 10 000 calls on one signal starts none of those that waited for the slots of others', async () => {
    const { client } = timed({ maxInFlight: 10, initialInFlight: 10 });
    const { controller, signal, listeners, mostListeners } = countedSignal();
    let started = 0;
    const calls = Array.from({ length: 10_000 }, () =>
      watch(
        client.execute(
          () => {
            started++;
            return new Promise(() => {});
          },
          { signal },
        ),
      ),
    );
    expect(started).toBe(10);
    controller.abort('all');
    await null;
    expect(started).toBe(10);
    expect(calls.every(({ error }) => error === 'all')).toBe(true);
    expect([listeners(), mostListeners()]).toEqual([0, 1]);
    expect(client.stats()).toEqual({ inFlight: 0, queued: 0, sleeping: 0 });
  });

  it('AB-04: that reaches each call by a signal of its own starts none of them either', async () => {
    const { client } = timed({ maxInFlight: 1 });
    const parent = new AbortController();
    let started = 0;
    const calls = Array.from({ length: 20 }, () => {
      const signal = AbortSignal.any([parent.signal, new AbortController().signal]);
      return watch(
        client.execute(
          () => {
            started++;
            return new Promise(() => {});
          },
          { signal },
        ),
      );
    });
    parent.abort('all');
    await null;
    expect(started).toBe(1);
    expect(calls.every(({ error }) => error === 'all')).toBe(true);
  });

  it('of some calls leaves the others of the client alone', async () => {
    const { clock, client } = timed({ maxInFlight: 1 });
    const controller = new AbortController();
    const order: string[] = [];
    const job = (name: string, signal?: AbortSignal) =>
      watch(
        client.execute(
          () => {
            order.push(name);
            return new Promise((done) => clock.setTimer(clock.now() + 10, () => done(name)));
          },
          { signal },
        ),
      );
    const calls = [job('a', controller.signal), job('b'), job('c', controller.signal), job('d')];
    controller.abort('x');
    await clock.run();
    expect(order).toEqual(['a', 'b', 'd']);
    expect(calls.map(({ state }) => state)).toEqual(['rejected', 'resolved', 'rejected', 'resolved']);
  });

  it('by the function itself ends the call with that reason, whatever the function gives', async () => {
    const { client } = timed();
    for (const end of [
      () => 7,
      async () => 7,
      () => Promise.reject(new Error('x')),
      () => {
        throw new Error('x');
      },
    ]) {
      const controller = new AbortController();
      const call = client.execute(
        () => {
          controller.abort('from within');
          return end();
        },
        { signal: controller.signal },
      );
      await expect(call).rejects.toBe('from within');
      expect(client.stats()).toEqual({ inFlight: 0, queued: 0, sleeping: 0 });
    }
  });
});
