// The fetch of the platform: replaced before, after and by the client itself.

import { afterEach, describe, expect, it, vi } from 'vitest';
import { createClient, createFetch } from './client.js';

const URL_ = 'https://api.example/';

afterEach(() => vi.unstubAllGlobals());

function stub(status = 200) {
  const fetch = vi.fn(async (..._: Parameters<typeof globalThis.fetch>) => new Response(null, { status }));
  vi.stubGlobal('fetch', fetch);
  return fetch;
}

it('a fetch that is put in place after the client was made is used', async () => {
  const fetch = createFetch();
  const later = stub();
  expect((await fetch(URL_)).status).toBe(200);
  expect(later).toHaveBeenCalledOnce();
});

describe('a client that takes the place of the platform’s fetch', () => {
  it.each<[string, (fetch: typeof globalThis.fetch) => typeof globalThis.fetch]>([
    ['itself', (fetch) => fetch],
    ['inside a function', (fetch) => (input, init) => fetch(input, init)],
    ['inside an async function', (fetch) => async (input, init) => await fetch(input, init)],
  ])('%s: calls the one that was there when it was made, and its policy still holds', async (_, wrap) => {
    const platform = stub(503);
    platform.mockResolvedValueOnce(new Response(null, { status: 503 })).mockResolvedValueOnce(new Response('done'));
    const client = createClient({ backoff: { baseMs: 1 } });
    vi.stubGlobal('fetch', wrap(client.fetch));
    const response = await globalThis.fetch(URL_, { method: 'PUT', body: 'x' });
    expect(await response.text()).toBe('done');
    expect(platform.mock.calls.map(([url, init]) => [url, init?.body])).toEqual([
      [URL_, 'x'],
      [URL_, 'x'],
    ]);
    expect(client.snapshot().counters).toMatchObject({ calls: 1, attempts: 2 });
  });

  it('two clients, one over the other, both end', async () => {
    const platform = stub();
    const inner = createClient();
    vi.stubGlobal('fetch', inner.fetch);
    const outer = createClient();
    vi.stubGlobal('fetch', outer.fetch);
    expect((await globalThis.fetch(URL_)).status).toBe(200);
    expect(platform).toHaveBeenCalledOnce();
    expect([inner, outer].map((client) => client.snapshot().counters.calls)).toEqual([1, 1]);
  });
});
