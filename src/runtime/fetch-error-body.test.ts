// The body of an error, which is read before the wait is known.

import { expect, it } from 'vitest';
import { scriptedClient, watch } from '../../test/support/scripted-client.js';

const URL_ = 'https://api.example/v1/things';

it.each([
  ['5', 5000, 'is left after two seconds, and the wait counts from its head'],
  ['1', 2001, 'is left after two seconds, and a wait that is over by then is over'],
])('a body of an error that does not end, with a Retry-After of %s: the next goes at %i; it %s', async (wait, at) => {
  const slow = { status: 429, headers: { 'retry-after': wait, 'content-type': 'text/plain' }, stream: ['a', Infinity] };
  const { client, clock, sentAt } = scriptedClient({}, [slow, {}]);
  void client.fetch(URL_);
  await clock.run();
  expect(sentAt()).toEqual([0, at]);
});

it('an instant is measured when the head comes, also where only the local clock can tell', async () => {
  const wallMs = Date.UTC(2026, 0, 1);
  const headers = { 'retry-after': new Date(wallMs + 5000).toUTCString(), 'content-type': 'text/plain' };
  const { client, clock, sentAt } = scriptedClient({}, [{ status: 429, headers, stream: ['a', 1000, 'b'] }, {}], {
    wallMs,
  });
  void client.fetch(URL_);
  await clock.run();
  expect(sentAt()).toEqual([0, 5000]);
});

it('what was read ahead of a slow error, and what comes after it, is there for whoever reads it', async () => {
  const headers = { 'content-type': 'text/plain' };
  const { client, clock } = scriptedClient({}, [{ status: 404, headers, stream: ['a', 100, 'b', 5000, 'c', 'd'] }]);
  const response = watch(client.fetch(URL_), clock);
  await clock.advance(3000);
  expect(response.at, 'handed back after two seconds, with what there is').toBe(2000);
  const text = response.value?.text();
  await clock.run();
  expect(await text).toBe('abcd');
});

it('silence in a body that was read ahead in part ends its reader as any other does', async () => {
  const headers = { 'content-type': 'text/plain' };
  const quiet = { status: 404, headers, stream: ['a', Infinity] };
  const { client, clock } = scriptedClient({ idleTimeoutMs: '3s' }, [
    quiet,
    { ...quiet, stream: ['a', 4000, 'b', 100, 'c'] },
  ]);
  for (const expected of [
    { state: 'rejected', at: 5000, error: { code: 'stream-interrupted', cause: { name: 'TimeoutError' } } },
    { state: 'resolved', value: 'abc' },
  ]) {
    const startedAt = clock.now();
    const text = watch(
      client.fetch(URL_).then((response) => response.text()),
      { now: () => clock.now() - startedAt },
    );
    await clock.run();
    expect(text).toMatchObject(expected);
  }
});

it('an attempt that is cut while the body of an error is read keeps what its head said', async () => {
  const slow = { status: 429, headers: { 'retry-after': '5', 'content-type': 'text/plain' }, stream: ['a', Infinity] };
  const { client, clock, sentAt } = scriptedClient({ attemptTimeoutMs: '1s' }, [slow, {}]);
  void client.fetch(URL_);
  await clock.run();
  expect(sentAt()).toEqual([0, 5000]);
});
