import { describe, expect, it } from 'vitest';
import { loggedError } from './logged-error.js';

describe('what clients log of a refusal', () => {
  it.each([
    ['axios', 'AxiosError: Request failed with status code 429', 429],
    ['curl', 'curl: (22) The requested URL returned error: 503', 503],
    ['requests', 'requests.exceptions.HTTPError: 429 Client Error: Too Many Requests for url: https://x.test/v1', 429],
    ['Go', 'unexpected status: 429 Too Many Requests', 429],
    ['httpx', "Client error '429 Too Many Requests' for url 'https://x.test/'", 429],
    ['nothing but the status', '429', 429],
    ['Anthropic and OpenAI for JavaScript', 'RateLimitError: 429 status code (no body)', 429],
    ['an error as Node prints it', "APIError: slow\n    at f (a.js:1:2) {\n  status: 529,\n  server: 'x'\n}", 529],
    ['an error with an id below it', 'Error: 500 Internal Server Error\nrequest-id: code 404', 500],
    ['structured logs', 'ERROR fetch failed statusCode=429 attempt=1', 429],
  ])('%s', (_client, text, status) => {
    expect(loggedError(text)).toEqual({ status, body: text });
  });

  it('the body that the OpenAI and Anthropic clients for Python quote, behind a traceback', () => {
    const text = `Traceback (most recent call last):
  File "/app/main.py", line 500, in <module>
openai.RateLimitError: Error code: 429 - {'error': {'message': "You've reached the \\"tpm\\" limit. Please try again in 2s.", 'type': 'tokens', 'param': None, 'code': 'rate_limit_exceeded', 'retry': True}}`;
    expect(loggedError(text)).toEqual({
      status: 429,
      body: {
        error: {
          message: 'You\'ve reached the "tpm" limit. Please try again in 2s.',
          type: 'tokens',
          param: null,
          code: 'rate_limit_exceeded',
          retry: true,
        },
      },
    });
  });

  it('the JSON behind a status alone', () => {
    const body = { type: 'error', error: { type: 'overloaded_error', message: 'Overloaded' } };
    expect(loggedError(`APIError: 529 ${JSON.stringify(body)}`)).toEqual({ status: 529, body });
    expect(loggedError(`529 ${JSON.stringify(body)}`)).toEqual({ status: 529, body });
  });

  it.each([
    'HTTP/1.1 429 Too Many Requests\nretry-after: 7',
    'status code 429\nRetry-After: 7',
    'x-ratelimit-remaining: 0\nerror: 429',
    'Status: 503 Service Unavailable\nx-code: 3',
    ':status\r\n503\r\nretry-after\r\n3',
    'content-type: text/plain\nx-error-code: 503',
    'link: <https://api.test/?page=2&code=429>; rel="next"\nvary: accept',
    'etag: "code 404"\nvary: accept',
    'x-amzn-errortype: ThrottlingException\nx-error: code 400',
    'it took 429 ms',
    'it took 429',
    'port 4290, code 42',
    '{"response": {"status": 503}}',
    '',
  ])('is not made up: %j', (text) => expect(loggedError(text)).toBeNull());
});
