// @google/genai takes no fetch. Its calls are run with `execute`, which reads its errors: one key for each model.
import { GoogleGenAI } from '@google/genai';
import { createClient, policyFor } from 'holdoff';

// Stands in for the API: refuses once, then answers.
let requests = 0;
const delay = [{ '@type': 'type.googleapis.com/google.rpc.RetryInfo', retryDelay: '0.04s' }];
globalThis.fetch = async () =>
  ++requests % 2 === 1
    ? Response.json({ error: { code: 429, status: 'RESOURCE_EXHAUSTED', details: delay } }, { status: 429 })
    : Response.json({ candidates: [{ content: { parts: [{ text: 'Hello.' }] } }] });

const ai = new GoogleGenAI({ apiKey: 'test' });
const client = createClient(policyFor('gemini', { deadlineMs: '5m' }));
const model = 'gemini-flash';

const answer = await client.execute(
  ({ signal }) => ai.models.generateContent({ model, contents: 'Say hello.', config: { abortSignal: signal } }),
  { key: model, idempotent: true },
);
console.log(answer.text, `${requests} requests`);

// The other way: it calls the fetch of the platform, and a client can take that place. Then limits, bodies and streams are
// seen as well, for all that the process sends. The client goes on with the fetch that was there when it was made.
globalThis.fetch = createClient(policyFor('gemini')).fetch;
console.log((await ai.models.generateContent({ model, contents: 'Again.' })).text, `${requests} requests`);

// Output:
// Hello. 2 requests
// Hello. 4 requests
