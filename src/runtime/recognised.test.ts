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

  it('keeps the limits of the models apart', async () => {
    const it_ = proxied();
    await ask(it_, ['opus', 'haiku']);
    expect(it_.client.snapshot().buckets.map(({ limits }) => limits.map(({ name }) => name))).toEqual([
      ['requests'],
      ['requests'],
    ]);
  });
});
