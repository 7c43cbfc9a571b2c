// Everything that an SDK sends goes through one client, and the SDK itself retries nothing:
//
//   const openai = new OpenAI(sdkOptions('openai'));
//   const anthropic = new Anthropic(sdkOptions('anthropic'));
//   const octokit = new Octokit({ auth, ...sdkOptions('octokit') });
//
// @google/genai takes no fetch, but its errors can be read: client.execute(() => ai.models.generateContent(…)).
import { createClient, policyFor, sdkOptions } from 'holdoff';
import { manualClock, scriptedFetch } from 'holdoff/testing';

const clock = manualClock();
const server = scriptedFetch(clock, [{ status: 429, headers: { 'retry-after': '90' } }]);
const client = createClient(policyFor('openai', { retryAfter: { maxMs: '1m' } }), { clock, fetch: server });
const { fetch, maxRetries, timeout } = sdkOptions('openai', client);
console.log({ maxRetries, timeout });

// What the SDK gets of a call that would have to wait for longer than the policy allows.
const answer = fetch('https://api.openai.com/v1/responses', { method: 'POST', body: '{"model":"gpt-5"}' });
await clock.run();
const { status, headers } = await answer;
console.log(status, headers.get('retry-after'), headers.get('x-should-retry'));

// Output:
// { maxRetries: 0, timeout: 2147483647 }
// 429 90 false
