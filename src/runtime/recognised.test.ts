import { describe, expect, it } from 'vitest';
import { type ScriptedClient, scriptedClient } from '../../test/support/scripted-client.js';
import type { ClientOptions } from './client-options.js';

const URL_ = 'https://proxy.example/v1/messages';

/** Claude's headers, from an address that is nobody's. */
const served = {
  headers: {
    'anthropic-ratelimit-requests-limit': '50',
    'anthropic-ratelimit-requests-remaining': '49',
    'anthropic-ratelimit-requests-reset': new Date(1200).toISOString(),
  },
};

/** Asks for one model after the other, and tells the buckets that this took. */
async function ask({ client, clock }: ScriptedClient, models: readonly string[], key = 'a'): Promise<string[]> {
  for (const model of models) {
    void client.fetch(URL_, { method: 'POST', headers: { 'x-api-key': key }, body: JSON.stringify({ model }) });
    await clock.run();
  }
  return client.snapshot().buckets.map(({ bucket }) => bucket);
}

const proxied = (options: Omit<ClientOptions, 'fetch' | 'clock'> = {}): ScriptedClient =>
  scriptedClient({}, [served], options);

describe('a provider that is recognised by its answers at an address that is not known', () => {
  it('counts by model from then on, and the first one stays where its limits were learned', async () => {
    expect(await ask(proxied(), ['opus', 'haiku', 'opus', 'haiku', 'sonnet'])).toEqual(['', 'haiku', 'sonnet']);
  });

  it.each(['', '__proto__', 'constructor', 'a/b c?d#e', 'modèle 🦉'])('takes a model by any name: %j', async (name) => {
    expect(await ask(proxied(), ['opus', name, name])).toEqual(name === '' ? [''] : ['', name]);
  });

  it('keeps no more of a name than models have', async () => {
    const [, bucket] = await ask(proxied(), ['opus', 'x'.repeat(500_000)]);
    expect(bucket).toHaveLength(256);
  });

  it('is nobody else at the same address, with another credential', async () => {
    const it_ = proxied();
    await ask(it_, ['opus', 'haiku']);
    expect(await ask(it_, ['haiku'], 'b')).toEqual(['', 'haiku', '']);
  });

  it('has all in one bucket while it says nothing of itself', async () => {
    expect(await ask(scriptedClient({}, [{}]), ['opus', 'haiku'])).toEqual(['']);
  });

  it('has the buckets that the option key names, where it is given', async () => {
    expect(await ask(proxied({ key: () => 'mine' }), ['opus', 'haiku'])).toEqual(['mine']);
  });

  it('is known again to a client that was restored, so that each model waits for itself', async () => {
    const it_ = scriptedClient({ refusals: { max: 0 } }, (index) =>
      index === 0 ? served : { ...served, status: 429, headers: { ...served.headers, 'retry-after': '60' } },
    );
    await ask(it_, ['opus', 'haiku']);
    const next = proxied();
    next.client.restore(JSON.parse(JSON.stringify(it_.client.save())));
    for (const model of ['haiku', 'opus']) {
      void next.client.fetch(URL_, { method: 'POST', headers: { 'x-api-key': 'a' }, body: JSON.stringify({ model }) });
    }
    await next.clock.run();
    const models = next.upstream.seen.map(({ init }) => JSON.parse(String(init?.body)).model);
    expect(models).toEqual(['opus', 'haiku']);
    expect(next.sentAt()[1]).toBeGreaterThanOrEqual(60_000);
  });

  it.each([5, [{}], [{ account: 'a', sender: 'nobody', first: '' }]])('is not restored from %j', (recognised) => {
    const { client } = proxied();
    const saved = { version: 1, savedAtMs: 0, learned: { version: 1, buckets: [] }, recognised } as never;
    expect(() => client.restore(saved)).toThrow(/is not allowed; give/);
  });

  it('keeps the limits of the models apart', async () => {
    const it_ = proxied();
    await ask(it_, ['opus', 'haiku']);
    expect(it_.client.snapshot().buckets.map(({ limits }) => limits.map(({ name }) => name))).toEqual([
      ['requests'],
      ['requests'],
    ]);
  });
});
