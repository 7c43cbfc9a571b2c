// The door without what is behind it. Nothing here may bring the working part along, as holdoff/testing does.

import { describe, expect, it } from 'vitest';
import { InputError } from '../core/errors.js';
import { createClient, createFetch } from './client.js';
import { loadClient, loadedClient } from './load-client.js';

describe('before the client has been loaded', () => {
  it('calls wait for it, and everything that is asked of it meanwhile is kept', async () => {
    expect(loadedClient()).toBeNull();
    const client = createClient({}, { fetch: async () => new Response('served') });
    const heard: number[] = [];
    const off = client.on('ended', ({ call }) => heard.push(call));
    const deaf = client.on('ended', () => heard.push(-1));
    deaf();
    client.restore({ version: 1, savedAtMs: 0, learned: null });
    expect(client.stats()).toEqual({ inFlight: 0, queued: 0, sleeping: 0 });
    expect(client.snapshot()).toMatchObject({ buckets: [], counters: { calls: 0, attempts: 0 } });
    expect(client.save()).toEqual({ version: 1, savedAtMs: 0, learned: null });

    const results = await Promise.all([
      client.fetch('https://api.example/').then((response) => response.text()),
      client.execute(() => 1),
      client.map([1, 2], (it) => it * 2),
    ]);
    expect(results).toEqual(['served', 1, [2, 4]]);
    expect(loadedClient()).not.toBeNull();
    expect(heard).toEqual(expect.arrayContaining([0, 1, 2, 3]));
    expect(heard).not.toContain(-1);

    off();
    await client.execute(() => 1);
    expect(heard).toHaveLength(4);
    const { counters, functions } = client.snapshot();
    expect([counters.calls, functions.calls]).toEqual([1, 4]);
  });

  it('what is wrong with a call rejects, and what is wrong with a client throws', async () => {
    await expect(createClient().execute(5 as never)).rejects.toThrow(InputError);
    expect(() => createFetch({ maxAttempts: 0 })).toThrow('maxAttempts');
  });

  it('it is loaded once', () => expect(loadClient()).toBe(loadClient()));
});
