// A server that tells nonsense of its limits: what is left goes up and down, the limit changes, resets lie in the past.

import fc from 'fast-check';
import { expect, it } from 'vitest';
import { manualClock } from '../testing/manual-clock.js';
import { scriptedFetch } from '../testing/scripted-fetch.js';
import { createClient } from './client.js';

const START = Date.UTC(2026, 0, 1);
/** What the client waits of its own accord: a pace never asks less often than once a minute, and a backoff is shorter. */
const OWN_MS = 60_000;
/** Beside a wait: latencies, and the steps of what is told. */
const SLACK_MS = 1500;

const amount = fc.oneof(
  fc.constantFrom('NaN', '-1', '', '0', '1e9', 'abc', '-5', 'Infinity', '1.5'),
  fc.nat(5).map(String),
  fc.nat(1000).map(String),
  fc.nat(1e9).map(String),
);
/** How many seconds a header names; what is no number tells none. */
const seconds = fc.oneof({ weight: 3, arbitrary: fc.nat(60) }, fc.nat(3600), fc.constantFrom(Number.NaN, -1, 0, -100));

const told = fc.record({ limit: amount, left: amount, reset: seconds, form: fc.nat(4) });
type Told = typeof told extends fc.Arbitrary<infer T> ? T : never;

function headersOf({ limit, left, reset, form }: Told): Record<string, string> {
  const at = START + (Number.isNaN(reset) ? 0 : reset) * 1000;
  const name = 'anthropic-ratelimit-requests';
  switch (form) {
    case 0:
      return { 'x-ratelimit-limit': limit, 'x-ratelimit-remaining': left, 'x-ratelimit-reset': `${reset}` };
    case 1:
      return { 'x-ratelimit-limit': limit, 'x-ratelimit-remaining': left, 'x-ratelimit-reset': `${at / 1000}` };
    case 2:
      return { [`${name}-limit`]: limit, [`${name}-remaining`]: left, [`${name}-reset`]: new Date(at).toISOString() };
    case 3:
      return { 'ratelimit-policy': `"a";q=${limit};w=${Math.abs(reset)}`, ratelimit: `"a";r=${left};t=${reset}` };
    default:
      return { ratelimit: `"a";r=${left};t=${reset}` };
  }
}

it('never stops a client for longer at once than it has ever named, or a minute, and every call ends', async () => {
  const answers = fc.record({
    told,
    status: fc.constantFrom(200, 200, 200, 200, 429),
    after: fc.option(fc.nat(20)),
    latencyMs: fc.nat(300),
  });
  await fc.assert(
    fc.asyncProperty(
      fc.array(answers, { minLength: 3, maxLength: 25 }),
      fc.integer({ min: 1, max: 5 }),
      async (script, workers) => {
        const clock = manualClock(START);
        const upstream = scriptedFetch(clock, (index) => {
          const { told: tells, status, after, latencyMs } = script[index % script.length] as (typeof script)[number];
          const more = status === 429 && after !== null ? { 'retry-after': String(after) } : {};
          return { status, latencyMs, headers: { ...headersOf(tells), ...more } };
        });
        const policy = { maxAttempts: 3, refusals: { max: 3 }, retryAfter: { maxMs: '3h' } };
        const client = createClient(policy, { clock, fetch: upstream, seed: 1 });
        let [left, ended] = [40, 0];
        const work = async (): Promise<void> => {
          while (left-- > 0) {
            await client.fetch('https://api.example/').catch(() => {});
            ended++;
          }
        };
        for (let worker = 0; worker < workers; worker++) void work();
        await clock.run();
        expect(ended).toBe(40);
        expect(client.stats()).toEqual({ inFlight: 0, queued: 0, sleeping: 0 });

        const longestMs = Math.max(OWN_MS, ...script.map(({ told: { reset } }) => Math.abs(reset || 0) * 1000));
        const sentAt = upstream.seen.map(({ at }) => at);
        const gaps = sentAt.slice(1).map((at, index) => at - (sentAt[index] as number));
        expect(Math.max(...gaps)).toBeLessThanOrEqual(longestMs + SLACK_MS);
      },
    ),
    { numRuns: 60 },
  );
});
