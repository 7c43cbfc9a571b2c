// Your own tests need not wait: a manual clock jumps from timer to timer, and a seed repeats the jitter.
import { createFetch } from 'holdoff';
import { manualClock, scriptedFetch } from 'holdoff/testing';

const clock = manualClock();
const upstream = scriptedFetch(clock, [{ status: 503 }, { status: 503 }, { status: 200, body: 'ok' }]);
const fetch = createFetch({ backoff: { baseMs: '1m', capMs: '10m' } }, { clock, fetch: upstream, seed: 7 });

const answer = fetch('https://api.example/report');
await clock.run();

console.log((await answer).status, 'after', upstream.seen.length, 'attempts');
console.log('sent at', upstream.seen.map(({ at }) => `${(at / 1000).toFixed(1)} s`).join(', '));

// Output:
// 200 after 3 attempts
// sent at 0.0 s, 2.9 s, 114.5 s
