// A process that lives shortly, such as a cron job or a function in the cloud, hands on what it has learned.
import { createClient } from 'holdoff';
import { manualClock, scriptedFetch } from 'holdoff/testing';

const clock = manualClock();
const server = scriptedFetch(clock, [{ status: 429, headers: { 'retry-after': '60' } }, {}]);

const first = createClient({ retryAfter: { maxMs: '30s' } }, { clock, fetch: server });
const refused = first.fetch('https://api.example/');
await clock.run();
console.log((await refused).status);
const saved = JSON.stringify(first.save());

// Twenty seconds later, in another process. The request is not even made.
await clock.advance(20_000);
const second = createClient({ retryAfter: { maxMs: '30s' } }, { clock, fetch: server });
second.restore(JSON.parse(saved));
const error = await second.fetch('https://api.example/').catch((reason) => reason);
console.log(error.code, error.report.retryAfterMs, `${server.seen.length} request in all`);

// Output:
// 429
// would-wait 40000 1 request in all
