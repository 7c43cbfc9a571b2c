// Claude without Claude: its limits, its headers and a bad moment, at a clock that does not wait. 40 calls against a bucket
// of 60 per minute that holds 10, in which the third request meets an overload.
import { createFetch } from 'holdoff';
import { createEmulator } from 'holdoff/emulator';
import { manualClock } from 'holdoff/testing';

const clock = manualClock();
const emulator = createEmulator({
  rules: 'anthropic',
  clock,
  latencyMs: 200,
  limits: { requests: { amount: 60, burst: 10 } },
  conditions: [{ condition: 'overload', when: { requests: [3] } }],
});
const fetch = createFetch({}, { clock, fetch: emulator.fetch });

const body = JSON.stringify({ model: 'claude', max_tokens: 50, messages: [{ role: 'user', content: 'hello' }] });
const ask = () => fetch('https://api.anthropic.com/v1/messages', { method: 'POST', body });
const calls = Promise.all(Array.from({ length: 40 }, ask));
await clock.run();
const answered = (await calls).filter(({ ok }) => ok).length;

const { totals, requests } = emulator.seen();
console.log(`${answered} of 40 calls answered, ${totals.early} requests came too early`);
console.log(`the third met ${requests[2].by}: ${requests[2].status}`);
console.log(`took ${(clock.now() / 1000).toFixed(0)} s of a clock that did not wait`);

// Output:
// 40 of 40 calls answered, 0 requests came too early
// the third met overloaded: 529
// took … s of a clock that did not wait
