import { describe, expect, it, vi } from 'vitest';
import { watch } from '../../test/support/scripted-client.js';
import { manualClock } from '../testing/manual-clock.js';
import { createClient } from './client.js';

const ASKED = 'http://api.example/v1/things';

/** A client whose server answers from `url`, after a redirect where that is another address than `asked`. */
function redirected(
  url: string,
  answers: readonly { status: number; headers: Record<string, string> }[],
  asked = ASKED,
) {
  const clock = manualClock();
  let sent = 0;
  const sentAt: number[] = [];
  const fetch = async (): Promise<Response> => {
    sentAt.push(clock.now());
    const { status, headers } = answers[Math.min(sent++, answers.length - 1)] as (typeof answers)[number];
    const response = new Response(null, { status, headers });
    Object.defineProperty(response, 'url', { value: url });
    return Object.defineProperty(response, 'redirected', { value: url !== asked });
  };
  return { client: createClient({ maxAttempts: 2 }, { fetch, clock, seed: 1 }), clock, sentAt };
}

const spent = {
  'anthropic-ratelimit-requests-limit': '50',
  'anthropic-ratelimit-requests-remaining': '0',
  'anthropic-ratelimit-requests-reset': new Date(60_000).toISOString(),
};

describe('after a redirect', () => {
  it.each([
    ['the address that was asked', ASKED, true],
    ['another path there', 'http://api.example/v2/things', true],
    ['the same server by another scheme', 'https://api.example/v1/things', true],
    ['another server', 'https://files.example/things', false],
    ['another port', 'http://api.example:8080/v1/things', false],
    ['a server whose name begins alike', 'http://api.example.org/v1/things', false],
  ])('limits are those of whoever tells them: %s', async (_, url, isLearned) => {
    const { client, clock } = redirected(url, [{ status: 200, headers: spent }]);
    watch(client.fetch(ASKED));
    await clock.run();
    const [bucket] = client.snapshot().buckets;
    expect(bucket?.limits.map(({ name }) => name)).toEqual(isLearned ? ['requests'] : []);
  });

  it.each([
    ['with the usual port', 'https://api.example:443/a', 'https://api.example/b', true],
    ['in letters of its own', 'https://Bücher.example/a', 'https://xn--bcher-kva.example/b', true],
    ['in the page that asks', '/a', 'https://page.example/b', true],
    ['in another page', '/a', 'https://pages.example/b', false],
    ['by a stub that does not say where it ended', 'https://api.example/a', '', false],
  ])('and a server is known however it is written: %s', async (_, asked, url, isLearned) => {
    vi.stubGlobal('location', new URL('https://page.example/'));
    const { client, clock } = redirected(url, [{ status: 200, headers: spent }], asked);
    watch(client.fetch(asked));
    await clock.run();
    vi.unstubAllGlobals();
    expect(client.snapshot().buckets[0]?.limits).toHaveLength(isLearned ? 1 : 0);
  });

  it('a refusal counts for the address that leads there', async () => {
    const refusal = { status: 429, headers: { ...spent, 'retry-after': '30' } };
    const { client, clock, sentAt } = redirected('https://files.example/', [refusal, { status: 200, headers: {} }]);
    const calls = [watch(client.fetch(ASKED)), watch(client.fetch(ASKED))];
    await clock.run();
    expect(calls.map(({ state }) => state)).toEqual(['resolved', 'resolved']);
    expect(sentAt.filter((at) => at > 0 && at < 30_000)).toEqual([]);
    expect(client.snapshot().buckets[0]?.limits.map(({ name }) => name)).not.toContain('requests');
  });
});
