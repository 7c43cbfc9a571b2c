// A stream of events whose first event is an error is asked for again; one that breaks off later is not, and says so.
import { createFetch, StreamInterruptedError } from 'holdoff';
import { manualClock, scriptedFetch } from 'holdoff/testing';

const headers = { 'content-type': 'text/event-stream' };
const overloaded = 'event: error\ndata: {"type":"error","error":{"type":"overloaded_error"}}\n\n';
const start = 'event: message_start\ndata: {"type":"message_start","message":{"usage":{"input_tokens":12}}}\n\n';

const clock = manualClock();
const server = scriptedFetch(clock, [
  { headers, stream: [overloaded] },
  { headers, stream: [start, 200, new TypeError('terminated')] },
]);
const fetch = createFetch({}, { provider: 'anthropic', clock, fetch: server });

async function read() {
  const response = await fetch('https://api.anthropic.com/v1/messages', { method: 'POST', body: '{"stream":true}' });
  console.log(`${server.seen.length} requests until the first event`);
  let events = 0;
  try {
    for await (const _chunk of response.body) events++;
  } catch (error) {
    console.log(error instanceof StreamInterruptedError, error.bytes > 0, error.cause.message);
  }
  console.log(`${events} chunk, and ${server.seen.length} requests in all`);
}
await Promise.all([read(), clock.run()]);

// Output:
// 2 requests until the first event
// true true terminated
// 1 chunk, and 2 requests in all
