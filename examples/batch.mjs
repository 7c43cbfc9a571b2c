// A batch: every item is answered or says why not, however often the server refuses, and somebody is told how far it is.
import { createClient } from 'holdoff';
import { manualClock, scriptedFetch } from 'holdoff/testing';

const clock = manualClock();
const server = scriptedFetch(clock, (index, { url }) =>
  index === 2 ? { status: 429, headers: { 'retry-after': '3' } } : { body: `${url.at(-1)}!`, latencyMs: 20 },
);
const client = createClient({ deadlineMs: '10m' }, { clock, fetch: server });

const results = client.map(
  ['a', 'b', 'c', 'd', 'e', 'f'],
  async (word) => {
    const response = await client.fetch(`https://api.example/${word}`);
    // Read, for a slot is held until the body has been.
    return response.text();
  },
  { settle: true, onProgress: ({ done, total }) => done === total && console.log(`${done} of ${total} done`) },
);
await clock.run();

const settled = await results;
console.log(settled.map((result) => (result.status === 'fulfilled' ? result.value : result.reason.message)).join(' '));
console.log(`${server.seen.length} requests for ${settled.length} items`);

// Output:
// 6 of 6 done
// a! b! c! d! e! f!
// 7 requests for 6 items
