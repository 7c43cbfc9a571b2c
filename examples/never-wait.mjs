// In a request handler or a queue worker: nothing waits, and whoever has to come back is told when.
import { createClient, WouldWaitError } from 'holdoff';
import { manualClock, scriptedFetch } from 'holdoff/testing';

const clock = manualClock();
const server = scriptedFetch(clock, [{ status: 429, headers: { 'retry-after': '30' } }, {}]);
const client = createClient({}, { waiting: 'off', clock, fetch: server });

async function attempt() {
  try {
    const { status } = await client.fetch('https://api.example/');
    console.log(status);
  } catch (error) {
    if (!(error instanceof WouldWaitError)) throw error;
    console.log(error.code, error.retryAt.toISOString(), `${server.seen.length} requests so far`);
  }
}
await Promise.all([attempt(), clock.advance(1000)]);
await Promise.all([attempt(), clock.advance(29_000)]);
await Promise.all([attempt(), clock.advance(0)]);

// Output:
// would-wait 2026-01-01T00:00:30.000Z 1 requests so far
// would-wait 2026-01-01T00:00:30.000Z 1 requests so far
// 200
