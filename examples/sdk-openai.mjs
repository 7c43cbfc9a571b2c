// The OpenAI SDK: everything that it sends goes through one client, and the SDK itself retries nothing.
import { createClient, policyFor, sdkOptions } from 'holdoff';
import OpenAI from 'openai';

// Stands in for the API: refuses once, then answers.
let requests = 0;
const api = async () =>
  ++requests === 1
    ? new Response('{"error":{"message":"slow down"}}', { status: 429, headers: { 'retry-after-ms': '40' } })
    : Response.json({ choices: [{ message: { role: 'assistant', content: 'Hello.' } }], usage: { total_tokens: 9 } });

const client = createClient(policyFor('openai', { deadlineMs: '5m' }), { fetch: api });
const openai = new OpenAI({ apiKey: 'sk-test', ...sdkOptions('openai', client) });

const completion = await openai.chat.completions.create({
  model: 'gpt-5',
  messages: [{ role: 'user', content: 'Say hello.' }],
});
console.log(completion.choices[0].message.content, `${requests} requests`);

// Output:
// Hello. 2 requests
