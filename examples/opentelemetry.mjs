// What a client tells, as metrics of OpenTelemetry. The meter here only prints; the one of @opentelemetry/api has the
// same methods: metrics.getMeter('holdoff').
import { createClient } from 'holdoff';
import { manualClock, scriptedFetch } from 'holdoff/testing';

const clock = manualClock();
const server = scriptedFetch(clock, [
  { status: 429, headers: { 'retry-after': '2' }, latencyMs: 50 },
  { latencyMs: 80 },
]);
const client = createClient({}, { clock, fetch: server });

const print = (name) => ({
  add: (value, attributes) => console.log(name, value, JSON.stringify(attributes)),
  record: (value, attributes) => console.log(name, value, JSON.stringify(attributes)),
});
const meter = { createCounter: print, createHistogram: print };

const duration = meter.createHistogram('http.client.request.duration', { unit: 's' });
const waited = meter.createHistogram('holdoff.retry.wait', { unit: 's' });
const calls = meter.createCounter('holdoff.calls');
client.on('answered', ({ outcome, status, tookMs, attempt }) =>
  duration.record(tookMs / 1000, {
    'http.response.status_code': status,
    'http.request.resend_count': attempt - 1,
    'holdoff.outcome': outcome,
  }),
);
client.on('retry', ({ waitMs }) => waited.record(waitMs / 1000));
client.on('ended', ({ report }) => calls.add(1, { 'holdoff.reason': report.reason }));

const answer = client.fetch('https://api.example/');
await clock.run();
console.log((await answer).status, client.snapshot().counters.refused);

// Output:
// http.client.request.duration 0.05 {"http.response.status_code":429,"http.request.resend_count":0,"holdoff.outcome":"refused"}
// holdoff.retry.wait 2 undefined
// http.client.request.duration 0.08 {"http.response.status_code":200,"http.request.resend_count":1,"holdoff.outcome":"ok"}
// holdoff.calls 1 {"holdoff.reason":"answered"}
// 200 1
