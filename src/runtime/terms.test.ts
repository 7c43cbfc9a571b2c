// What one fetch asks for beside the policy: a place in the queue, and a deadline of its own.

import { describe, expect, it } from 'vitest';
import { scriptedClient, watch } from '../../test/support/scripted-client.js';
import { createClient } from './client.js';
import type { TermsContext } from './client-options.js';

const URL_ = 'https://api.example/v1/things';

describe('terms of a fetch', () => {
  it('are asked for with the account and the bucket, before the call is queued', async () => {
    const asked: TermsContext[] = [];
    const terms = (context: TermsContext) => {
      asked.push(context);
      return {};
    };
    const { client, clock } = scriptedClient({}, [{}], { terms, key: () => 'b' });
    const init = { headers: { authorization: 'Bearer s3cret' } };
    void client.fetch(URL_, init);
    await clock.run();
    expect(asked).toEqual([
      { account: expect.stringMatching(/^https:\/\/api\.example \d+\.\d+$/), bucket: 'b', input: URL_, init },
    ]);
  });

  it('let a call of a higher priority go first', async () => {
    const order: string[] = [];
    const priorities = [0, 1, 3, 2];
    const client = createClient(
      { maxInFlight: 1 },
      {
        fetch: async (input) => {
          order.push(String(input));
          return new Response();
        },
        terms: ({ input }) => ({ priority: priorities[Number(String(input).slice(-1))] }),
      },
    );
    await Promise.all([0, 1, 2, 3].map((index) => client.fetch(`${URL_}/${index}`)));
    expect(order.map((url) => url.slice(-1))).toEqual(['0', '2', '3', '1']);
  });

  it('let a call end before it is sent, when it cannot start within its own deadline', async () => {
    const { client, clock, sentAt } = scriptedClient({}, [{ status: 429, headers: { 'retry-after': '60' } }], {
      terms: () => ({ deadlineMs: 2000 }),
    });
    const first = watch(client.fetch(URL_), clock);
    await clock.advance(1);
    const second = watch(client.fetch(URL_), clock);
    await clock.advance(1);
    expect([first.state, second.error]).toMatchObject(['resolved', { reason: 'wait-exceeds-deadline' }]);
    expect(sentAt()).toEqual([0]);
  });

  it('stop the attempt whose deadline comes, though the policy has none', async () => {
    const { client, clock, upstream } = scriptedClient({}, [{ latencyMs: Number.POSITIVE_INFINITY }], {
      terms: () => ({ deadlineMs: '2s' }),
    });
    const call = watch(client.fetch(URL_), clock);
    await clock.run();
    expect(call).toMatchObject({ state: 'rejected', at: 2000 });
    expect(upstream.seen[0]?.init?.signal?.aborted).toBe(true);
  });

  it.each<[unknown, string]>([
    [undefined, 'terms: missing; give an object with priority, deadlineMs'],
    [[1], 'terms: a list is not allowed'],
    [{ priority: Number.NaN }, 'priority: NaN is not allowed; give a number'],
    [{ deadlineMs: 'soon' }, 'deadlineMs: "soon" is not allowed; give a duration'],
    [{ deadlineMs: Number.NaN }, 'deadlineMs: NaN is not allowed; give a duration'],
    [{ signal: null }, 'signal: "signal" is not allowed; give one of priority, deadlineMs'],
  ])('that cannot be used reject the call: %j', async (terms, sentence) => {
    const { client } = scriptedClient({}, [{}], { terms: () => terms as never });
    await expect(client.fetch(URL_)).rejects.toThrow(sentence);
  });

  it('are a function', () => {
    expect(() => createClient({}, { terms: {} as never })).toThrow('terms: an object is not allowed; give a function');
  });
});
