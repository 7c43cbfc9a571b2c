// Responses to try, as servers send them. Instants are written relative to now, in braces, so that their waits are still
// to come: `{epoch+90}`, `{iso+16}`, `{http+5}`.

export interface Sample {
  readonly id: string;
  /** As the button calls it. */
  readonly title: string;
  /** What to look at, in one sentence. */
  readonly about: string;
  readonly text: string;
}

export const SAMPLES: readonly Sample[] = [
  {
    id: 'anthropic-429',
    title: 'Anthropic 429',
    about: 'Four limits, each with the instant at which all of it is back; Retry-After is what counts.',
    text: `HTTP/2 429
retry-after: 12
anthropic-ratelimit-requests-limit: 50
anthropic-ratelimit-requests-remaining: 17
anthropic-ratelimit-requests-reset: {iso+40}
anthropic-ratelimit-input-tokens-limit: 50000
anthropic-ratelimit-input-tokens-remaining: 0
anthropic-ratelimit-input-tokens-reset: {iso+60}
anthropic-ratelimit-output-tokens-limit: 10000
anthropic-ratelimit-output-tokens-remaining: 10000
anthropic-ratelimit-output-tokens-reset: {iso+0}
anthropic-ratelimit-tokens-limit: 60000
anthropic-ratelimit-tokens-remaining: 10000
anthropic-ratelimit-tokens-reset: {iso+60}`,
  },
  {
    id: 'openai-200',
    title: 'OpenAI 200',
    about: 'A response that was served and still tells both limits: a plan can start from it.',
    text: `HTTP/2 200
x-ratelimit-limit-requests: 500
x-ratelimit-limit-tokens: 30000
x-ratelimit-remaining-requests: 499
x-ratelimit-remaining-tokens: 29996
x-ratelimit-reset-requests: 120ms
x-ratelimit-reset-tokens: 8ms`,
  },
  {
    id: 'openai-message',
    title: 'OpenAI 429, wait in the text',
    about: 'No Retry-After: the wait stands in the message, as a sentence.',
    text: `HTTP/2 429
content-type: application/json

{"error":{"message":"Rate limit reached ... Please try again in 9.816s.","type":"tokens","param":null,"code":"rate_limit_exceeded"}}`,
  },
  {
    id: 'openai-quota',
    title: 'OpenAI out of quota',
    about: 'A 429 that no wait will mend.',
    text: `HTTP/2 429
content-type: application/json

{"error":{"type":"insufficient_quota","param":null,"code":"insufficient_quota"}}`,
  },
  {
    id: 'openai-too-large',
    title: 'OpenAI request too large',
    about: 'The code of a usual limit, but this request can never fit.',
    text: `HTTP/2 429
content-type: application/json

{"error":{"message":"Request too large ... on tokens per min (TPM): Limit 30000, Requested 31538. ...","type":"tokens","param":null,"code":"rate_limit_exceeded"}}`,
  },
  {
    id: 'azure-openai',
    title: 'Azure OpenAI 429',
    about: 'Three answers that contradict one another.',
    text: `HTTP/1.1 429
retry-after: 1
retry-after-ms: 0
x-ratelimit-limit-requests: 5
x-ratelimit-remaining-requests: 4
x-ratelimit-renewalperiod-requests: 60
x-ratelimit-reset-requests: 12
x-ratelimit-limit-tokens: 5000
x-ratelimit-remaining-tokens: 0
x-ratelimit-renewalperiod-tokens: 60
x-ratelimit-reset-tokens: 0
x-ratelimit-type: Tokens`,
  },
  {
    id: 'gemini',
    title: 'Gemini 429',
    about: 'The wait stands in the body, with nine decimals.',
    text: `HTTP/2 429
content-type: application/json; charset=UTF-8

{"error":{"code":429,"status":"RESOURCE_EXHAUSTED","details":[{"@type":"type.googleapis.com/google.rpc.RetryInfo","retryDelay":"34.074824224s"}]}}`,
  },
  {
    id: 'github-graphql',
    title: 'GitHub GraphQL 200',
    about: 'A refusal under the status 200; the reset is an epoch time.',
    text: `HTTP/2 200
x-ratelimit-limit: 5000
x-ratelimit-remaining: 0
x-ratelimit-used: 5000
x-ratelimit-reset: {epoch+754}
x-ratelimit-resource: graphql

{"data":null,"errors":[{"type":"RATE_LIMITED"}]}`,
  },
  {
    id: 'ietf',
    title: 'IETF draft 10',
    about: 'Retry-After (20 s) wins over the reset (40 s), although something is left.',
    text: `HTTP/1.1 429 Too Many Requests
Content-Type: application/json
Retry-After: 20
RateLimit-Policy: "dynamic";q=100;w=60
RateLimit: "dynamic";r=15;t=40

{"status":429,"detail":"Wait 20 seconds, then slow down!"}`,
  },
  {
    id: 'express',
    title: 'express-rate-limit',
    about: 'What most small servers send, in the form of the eighth draft.',
    text: `HTTP/1.1 429 Too Many Requests
RateLimit-Policy: "10-in-1min"; q=10; w=60; pk=:NjQ3YzA4OTE0ZWY1:
RateLimit: "10-in-1min"; r=0; t=42
Retry-After: 42`,
  },
  {
    id: 'discord',
    title: 'Discord 429',
    about: 'Nine are left and the bucket resets in a minute, and yet the wait is 22 minutes: somebody else used it up.',
    text: `HTTP/1.1 429 Too Many Requests
Content-Type: application/json
Retry-After: 1337
X-RateLimit-Limit: 10
X-RateLimit-Remaining: 9
X-RateLimit-Reset: {epoch+64}.123
X-RateLimit-Reset-After: 64.57
X-RateLimit-Bucket: abcd1234
X-RateLimit-Scope: shared

{"message":"The resource is being rate limited.","retry_after":1336.57,"global":false}`,
  },
  {
    id: 'okta',
    title: 'Okta 429',
    about: 'No Retry-After: the reset, an epoch time, is all there is.',
    text: `HTTP/1.1 429 Too Many Requests
Content-Type: application/json
Date: {http+0}
X-Rate-Limit-Limit: 600
X-Rate-Limit-Remaining: 0
X-Rate-Limit-Reset: {epoch+25}

{"errorCode":"E0000047","errorSummary":"API call exceeded rate limit due to too many requests."}`,
  },
  {
    id: 'slack',
    title: 'Slack, Retry-After: 0',
    about: 'A refusal that says “now” says nothing: the own backoff is waited.',
    text: `HTTP/2 429
retry-after: 0`,
  },
  {
    id: 'maintenance',
    title: '503 with a date',
    about: 'An expected end of the trouble, as an HTTP-date.',
    text: `HTTP/1.1 503 Service Unavailable
Date: {http+0}
Retry-After: {http+300}`,
  },
];

/** The sample's text with its instants at their distance from now. */
export function sampleText({ text }: Pick<Sample, 'text'>, nowMs: number): string {
  return text.replace(/\{(epoch|iso|http)\+(\d+)\}/g, (_, form: string, seconds: string) => {
    const at = new Date((Math.floor(nowMs / 1000) + Number(seconds)) * 1000);
    if (form === 'epoch') return String(at.getTime() / 1000);
    return form === 'iso' ? at.toISOString().replace('.000Z', 'Z') : at.toUTCString();
  });
}
