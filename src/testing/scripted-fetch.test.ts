import { describe, expect, it } from 'vitest';
import { watch } from '../../test/support/scripted-client.js';
import { manualClock } from './manual-clock.js';
import { type ScriptedAnswer, scriptedFetch } from './scripted-fetch.js';

const URL_ = 'https://api.example/a';

describe('a scripted fetch', () => {
  it('answers from a list, of which the last entry repeats', async () => {
    const clock = manualClock();
    const fetch = scriptedFetch(clock, [{ status: 503, headers: { 'retry-after': '1' } }, { body: 'ok' }]);
    const responses = [fetch(URL_), fetch(new URL(URL_)), fetch(new Request(URL_))];
    await clock.run();
    const [first, second, third] = await Promise.all(responses);
    expect([first?.status, first?.headers.get('retry-after')]).toEqual([503, '1']);
    expect([second?.status, await second?.text(), await third?.text()]).toEqual([200, 'ok', 'ok']);
    expect(fetch.seen.map(({ url, at }) => [url, at])).toEqual(Array(3).fill([URL_, 0]));
  });

  it('answers from a function of the number of the attempt and its request', async () => {
    const clock = manualClock();
    const fetch = scriptedFetch(clock, (index, { url, init, at }) => ({
      body: `${index} ${init?.method} ${url} at ${at}`,
    }));
    await clock.advance(7);
    const texts = [fetch(`${URL_}?n=0`, { method: 'POST' }), fetch(`${URL_}?n=1`)].map(async (it) => (await it).text());
    await clock.run();
    expect(await Promise.all(texts)).toEqual([`0 POST ${URL_}?n=0 at 7`, `1 undefined ${URL_}?n=1 at 7`]);
  });

  it('keeps the input, so that a Request can be looked into', async () => {
    const clock = manualClock();
    const fetch = scriptedFetch(clock, [{}]);
    const request = new Request(URL_, { method: 'PUT', body: 'x' });
    await Promise.all([fetch(request), clock.run()]);
    expect(fetch.seen[0]?.input).toBe(request);
  });

  it.each<[string, ScriptedAnswer, number]>([
    ['a response', { latencyMs: 250 }, 250],
    ['an error', { latencyMs: 250, error: new TypeError('fetch failed') }, 250],
    ['a response without latency', {}, 0],
  ])('takes its time for %s', async (_, answer, at) => {
    const clock = manualClock();
    const call = watch(scriptedFetch(clock, [answer])(URL_), clock);
    await clock.advance(Math.max(0, at - 1));
    if (at > 0) expect(call.state).toBe('pending');
    await clock.run();
    expect(call.at).toBe(at);
    expect(call.error).toBe(answer.error);
  });

  it('never answers with a latency of Infinity', async () => {
    const clock = manualClock();
    const call = watch(scriptedFetch(clock, [{ latencyMs: Number.POSITIVE_INFINITY }])(URL_));
    await clock.advance(1e12);
    expect(call.state).toBe('pending');
  });

  it.each(['before', 'during'])('rejects with the reason of a signal that is aborted %s', async (when) => {
    for (const withRequest of [false, true]) {
      const clock = manualClock();
      const controller = new AbortController();
      const { signal } = controller;
      if (when === 'before') controller.abort('stop');
      const fetch = scriptedFetch(clock, [{ latencyMs: 100 }]);
      const call = watch(withRequest ? fetch(new Request(URL_, { signal })) : fetch(URL_, { signal }), clock);
      await clock.advance(40);
      controller.abort('stop');
      await clock.run();
      expect(call).toMatchObject({ state: 'rejected', error: 'stop' });
      expect(clock.now()).toBe(40);
      expect(fetch.seen).toHaveLength(1);
    }
  });

  it('pays no heed to an abort once it has answered', async () => {
    const clock = manualClock();
    const controller = new AbortController();
    const call = watch(scriptedFetch(clock, [{ body: 'ok' }])(URL_, { signal: controller.signal }));
    await clock.run();
    controller.abort();
    expect(await call.value?.text()).toBe('ok');
  });

  it('rejects, and never throws, where its script does or names an impossible status', async () => {
    const clock = manualClock();
    const throwing = scriptedFetch(clock, () => {
      throw new Error('not in the script');
    });
    await expect(throwing(URL_)).rejects.toThrow('not in the script');
    const impossible = watch(scriptedFetch(clock, [{ status: 99 }])(URL_));
    await clock.run();
    expect(impossible.error).toBeInstanceOf(RangeError);
  });

  it('sends a body in pieces, with pauses, as far as it is read', async () => {
    const clock = manualClock();
    const call = scriptedFetch(clock, [{ stream: ['a', 100, 'b', 50] }])(URL_);
    await clock.advance(0);
    const text = watch((await call).text(), clock);
    await clock.run();
    expect(text).toMatchObject({ value: 'ab', at: 150 });
  });

  it('breaks a body off with an error, or with the signal of its request', async () => {
    for (const broken of [new TypeError('terminated'), 'stop']) {
      const clock = manualClock();
      const controller = new AbortController();
      const pause = typeof broken === 'string' ? Number.POSITIVE_INFINITY : broken;
      const call = scriptedFetch(clock, [{ stream: ['a', pause] }])(URL_, { signal: controller.signal });
      await clock.advance(0);
      const text = watch((await call).text(), clock);
      await clock.advance(10);
      controller.abort('stop');
      await clock.run();
      expect(text).toMatchObject({ state: 'rejected', error: broken });
    }
  });

  it('refuses an empty list, which would answer everything with 200', () => {
    expect(() => scriptedFetch(manualClock(), [])).toThrow('the script is an empty list; give one answer or more');
  });
});
