// The two answers in numbers: what a policy waits, and what limits and load allow.
import { parseLimit, parsePolicy, parseShare, planOf, scheduleOf } from 'holdoff/core';

const policy = parsePolicy({ backoff: { baseMs: '1s', multiplier: 2, capMs: null }, maxAttempts: 5, jitter: 'full' });

const { total } = scheduleOf(policy);
console.log(`waits ${total.meanMs} ms on average, ${total.maxMs} at worst, 95 % within ${total.p95Ms.toFixed(0)}`);

const plan = planOf(policy, {
  success: parseShare('0.5', 'success'),
  latencyMs: 4000,
  limits: [parseLimit('requests=1000/min', 'limit'), parseLimit('tokens=200k/min@2000', 'limit')],
  backlog: 5000,
  arrivalsPerMinute: 20,
});
console.log(`${plan.binding} bind at ${plan.ceilingPerMinute} attempts a minute; keep ${plan.slots} in flight`);
console.log(`${plan.resolvedPerMinute} resolved a minute, ${plan.drain.ms / 60_000} minutes to drain`);

// Output:
// waits 7500 ms on average, 15000 at worst, 95 % within 11832
// tokens bind at 100 attempts a minute; keep 6 in flight
// 50 resolved a minute, 166.66666666666666 minutes to drain
