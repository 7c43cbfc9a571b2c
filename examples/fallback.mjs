// Another model, another key or a cache, when a call is given up or would have to wait for too long.
import { createFetch } from 'holdoff';
import { manualClock, scriptedFetch } from 'holdoff/testing';

const clock = manualClock();
const server = scriptedFetch(clock, (_, { url }) =>
  url.includes('large') ? { status: 429, headers: { 'retry-after': '120' } } : { body: 'from the small model' },
);
const small = createFetch({}, { clock, fetch: server });
const fetch = createFetch(
  // Longer waits than this are given up at once.
  { retryAfter: { maxMs: '10s' } },
  {
    clock,
    fetch: server,
    fallback({ error, init }) {
      console.log(error.reason, error.report.retryAfterMs);
      return small('https://api.example/small', init);
    },
  },
);

const answer = fetch('https://api.example/large');
await clock.run();
console.log(await (await answer).text());

// Output:
// wait-exceeds-max 120000
// from the small model
