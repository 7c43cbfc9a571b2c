// What a response says: the same answer from a fetch's Response, from captured text, and from an error of a client.

import { decode, headersAnswer, hintFrom } from 'holdoff/core';

const nowMs = Date.UTC(2026, 10, 30, 12);
const headers = {
  'anthropic-ratelimit-requests-limit': '50',
  'anthropic-ratelimit-requests-remaining': '0',
  'anthropic-ratelimit-requests-reset': '2026-11-30T12:01:00Z',
  'retry-after': '2',
};

const response = new Response('{}', { status: 429, headers });
const decoded = decode(response, { nowMs });
console.log(headersAnswer(decoded));

// Two answers that are often taken for one: when the next request may go, and when the whole allowance is back.
const [requests] = decoded.limits;
console.log(`next in ${decoded.hintMs} ms, ${requests.resetMeans} in ${requests.resetMs} ms`);

const error = Object.assign(new Error('429 Too Many Requests'), { status: 429, headers });
console.log(hintFrom(error, { nowMs }).verdict);
console.log(hintFrom(new TypeError('fetch failed'), { nowMs }));

// Output:
// Try again in 2.00 s, at 2026-11-30T12:00:02Z (retry-after); requests refused.
// next in 2000 ms, full in 60000 ms
// retry
// null
