// A wait that cannot fit is not waited: the call gives up at once, with the instant at which it could go.
import { createFetch, reportOf } from 'holdoff';
import { manualClock, scriptedFetch } from 'holdoff/testing';

const clock = manualClock(Date.UTC(2026, 0, 1, 12, 0, 0));
const upstream = scriptedFetch(clock, [{ status: 429, headers: { 'retry-after': '3600' } }]);
const fetch = createFetch({ deadlineMs: '30s' }, { clock, fetch: upstream });

const answer = fetch('https://api.example/v1/messages', { method: 'POST', body: '{}' });
await clock.run();
const response = await answer;

const { reason, retryAt, attempts } = reportOf(response);
console.log(response.status, reason, `after ${attempts} attempt, at ${clock.now()} ms`);
console.log('could go at', retryAt.toISOString());

// Output:
// 429 wait-exceeds-deadline after 1 attempt, at 0 ms
// could go at 2026-01-01T13:00:00.000Z
