// Any function under a policy: it throws `retryAfter(ms)` when a quota refuses, and eight callers share one client.
import { createClient, retryAfter } from 'holdoff';

const client = createClient({ maxInFlight: 2, quotas: [{ name: 'requests', amount: 5, windowMs: '100ms' }] });
let refusedOnce = false;

async function callTheModel(prompt) {
  if (prompt === 'three' && !refusedOnce) {
    refusedOnce = true;
    throw retryAfter(50);
  }
  return prompt.toUpperCase();
}

const prompts = ['one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight'];
const answers = await Promise.all(prompts.map((prompt) => client.execute(() => callTheModel(prompt))));
console.log(answers.join(' '));
console.log(client.stats());

// Output:
// ONE TWO THREE FOUR FIVE SIX SEVEN EIGHT
// { inFlight: 0, queued: 0, sleeping: 0 }
