import { expect, it } from 'vitest';
import { createFetch } from '../../src/runtime/client.js';
import { reportOf } from '../../src/runtime/report.js';
import { standstills } from '../support/awake.js';
import { startTokenBucket } from './token-bucket-server.js';

const CALLS = 300;

/** The platform's fetch, noting when each attempt left and until when the server had shut the door by then. */
function watchedFetch() {
  let shutUntil = 0;
  let attempts = 0;
  const earlyByMs: number[] = [];
  const fetch: typeof globalThis.fetch = async (input, init) => {
    attempts++;
    const now = performance.now();
    if (now < shutUntil) earlyByMs.push(shutUntil - now);
    const response = await globalThis.fetch(input, init);
    if (response.status === 429) {
      const seconds = response.headers.get('retry-after');
      const waitMs = seconds === null ? Number(response.headers.get('retry-after-ms')) : Number(seconds) * 1000;
      shutUntil = Math.max(shutUntil, performance.now() + waitMs);
    }
    return response;
  };
  return { fetch, earlyByMs, attempts: () => attempts };
}

it.each([
  { perSecond: 150, burst: 20, hint: 'retry-after-ms' },
  { perSecond: 60, burst: 60, hint: 'retry-after' },
] as const)(
  `${CALLS} calls to a token bucket of $perSecond per second finish, none lost, none early ($hint)`,
  async (bucket) => {
    const server = await startTokenBucket(bucket);
    try {
      const watched = watchedFetch();
      const fetch = createFetch({}, { fetch: watched.fetch });
      const startedAt = performance.now();
      const answered = Promise.all(
        Array.from({ length: CALLS }, async (_, index) => {
          const response = await fetch(`${server.url}?n=${index}`, { method: 'POST', body: String(index) });
          await response.arrayBuffer();
          return response;
        }),
      );
      const hasStoodStill = (await standstills(answered)).length > 0;
      const seconds = (performance.now() - startedAt) / 1000;
      const responses = await answered;
      expect(responses.map((response) => response.status)).toEqual(Array(CALLS).fill(200));
      expect(server.served()).toBe(CALLS);
      expect(watched.earlyByMs).toEqual([]);
      expect(server.refused()).toBe(watched.attempts() - CALLS);
      // On a machine that is slower than the bucket, or stands still, nothing is ever refused.
      if (!hasStoodStill && seconds < CALLS / bucket.perSecond) expect(server.refused()).toBeGreaterThan(0);
      expect(responses.reduce((sum, response) => sum + (reportOf(response)?.refusals ?? 0), 0)).toBe(server.refused());
      // The bucket lets the batch through no faster than this; a client that beat it would not have been limited.
      expect(seconds).toBeGreaterThanOrEqual((CALLS - bucket.burst) / bucket.perSecond - 0.1);
    } finally {
      await server.close();
    }
  },
);
