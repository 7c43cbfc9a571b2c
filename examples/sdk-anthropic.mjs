// The Anthropic SDK. A call that would have to wait for longer than the policy allows ends at once, as the SDK's own error.
import Anthropic from '@anthropic-ai/sdk';
import { createClient, policyFor, sdkOptions } from 'holdoff';

// Stands in for the API: refuses once for a moment, answers, and then refuses for an hour.
const answers = [
  () => new Response('{}', { status: 429, headers: { 'retry-after': '0.04' } }),
  () => Response.json({ content: [{ type: 'text', text: 'Hello.' }], usage: { input_tokens: 3, output_tokens: 2 } }),
  () => new Response('{}', { status: 429, headers: { 'retry-after': '3600' } }),
];
let requests = 0;
const client = createClient(policyFor('anthropic', { retryAfter: { maxMs: '10m' } }), {
  fetch: async () => answers[requests++](),
});
const anthropic = new Anthropic({ apiKey: 'sk-test', ...sdkOptions('anthropic', client) });
const ask = () =>
  anthropic.messages.create({ model: 'claude', max_tokens: 9, messages: [{ role: 'user', content: 'Say hello.' }] });

console.log((await ask()).content[0].text, `${requests} requests`);
const error = await ask().catch((reason) => reason);
console.log(error instanceof Anthropic.RateLimitError, error.headers.get('retry-after'), `${requests} requests`);

// Output:
// Hello. 2 requests
// true 3600 3 requests
