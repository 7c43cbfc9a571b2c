// The errors are built as the named version of each client builds them; the expected waits stand in the responses.

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { InputError } from '../../errors.js';
import { hintFrom } from './hint-from.js';

const NOW = Date.UTC(2026, 10, 30, 12);
const ask = (error: unknown) => hintFrom(error, { nowMs: NOW });

/** openai-node 7 and anthropic-sdk-typescript 1 (src/core/error.ts): status, headers, and what stands in the body. */
class ApiError extends Error {
  readonly status: number | undefined;
  readonly headers: Headers | undefined;
  readonly error: object | undefined;
  constructor(status: number | undefined, error: object | undefined, headers: Headers | undefined, cause?: unknown) {
    super(`${status} ${JSON.stringify(error)}`);
    this.status = status;
    this.headers = headers;
    this.error = error;
    if (cause !== undefined) this.cause = cause;
  }
}

/** axios 1 keeps the fields as properties of its own, beside methods on the prototype. */
class AxiosHeaders {
  constructor(fields: Record<string, string>) {
    Object.assign(this, fields);
  }
  get(name: string): unknown {
    return (this as Record<string, unknown>)[name];
  }
  set(): void {}
  toJSON(): object {
    return { ...this };
  }
}

/** smithy's ServiceException: the body taken apart, and the response behind a property that is not listed. */
function awsError(name: string, status: number, headers: Record<string, string>, more: object = {}): Error {
  const error = Object.assign(new Error('Rate exceeded'), { name, $fault: 'client', ...more });
  Object.assign(error, { $metadata: { httpStatusCode: status, attempts: 3, totalRetryDelay: 180 } });
  Object.defineProperty(error, '$response', { value: { statusCode: status, headers, body: {} }, enumerable: false });
  return error;
}

const openaiInner = { message: 'Rate limit reached. Please try again in 9.816s.', type: 'tokens', code: null };
const anthropicBody = { type: 'error', error: { type: 'rate_limit_error', message: 'slow down' } };
const github = { 'x-github-request-id': 'A:B', 'x-ratelimit-remaining': '100', 'x-ratelimit-limit': '5000' };
const secondary = { message: 'You have exceeded a secondary rate limit.' };

describe('the response in an error', () => {
  const rows: [string, unknown, object][] = [
    [
      'of OpenAI: fields',
      new ApiError(429, openaiInner, new Headers({ 'retry-after-ms': '250', 'openai-organization': 'x' })),
      { verdict: 'retry', hintMs: 250, dialect: { id: 'openai' } },
    ],
    [
      'of OpenAI: the inner part of the body',
      new ApiError(429, openaiInner, new Headers({ 'openai-organization': 'x' })),
      { hintMs: 9816, source: 'message text', refusedBy: 'tokens' },
    ],
    [
      'of OpenAI: a quota that is used up',
      new ApiError(429, { type: 'insufficient_quota', code: 'insufficient_quota' }, new Headers()),
      { verdict: 'never', scope: 'account' },
    ],
    [
      'of OpenAI: the body of a server that copied the API and not its errors',
      new ApiError(429, { retry_after: 2.5 }, new Headers()),
      { hintMs: 2500 },
    ],
    [
      'of Anthropic: the whole of the body',
      new ApiError(529, { type: 'error', error: { type: 'overloaded_error' } }, new Headers()),
      { verdict: 'backoff', overload: true, dialect: { id: 'anthropic', confidence: 'certain' } },
    ],
    [
      'of Anthropic: fields',
      new ApiError(429, anthropicBody, new Headers({ 'retry-after': '7', 'anthropic-ratelimit-requests-limit': '50' })),
      { hintMs: 7000, dialect: { id: 'anthropic' }, limits: [{ name: 'requests', limit: 50 }] },
    ],
    [
      'of Octokit: response.headers and response.data',
      Object.assign(new Error('x'), {
        name: 'HttpError',
        status: 403,
        request: { headers: { 'retry-after': '99' } },
        response: { status: 403, headers: github, data: secondary },
      }),
      { verdict: 'retry', hintMs: 60_000, source: 'documented', scope: 'account', dialect: { id: 'github' } },
    ],
    [
      'of Octokit: a GraphQL answer with a 200',
      Object.assign(new Error('x'), {
        name: 'GraphqlResponseError',
        headers: { ...github, 'x-ratelimit-remaining': '0', 'x-ratelimit-reset': String(NOW / 1000 + 30) },
        response: { data: null, errors: [{ type: 'RATE_LIMITED' }] },
        errors: [{ type: 'RATE_LIMITED' }],
        data: null,
      }),
      { verdict: 'retry', hintMs: 30_000, dialect: { id: 'github' } },
    ],
    [
      'of AWS: the fields of $response',
      awsError('ThrottlingException', 400, { 'x-amz-retry-after': '1500' }, { $retryable: { throttling: true } }),
      { verdict: 'retry', hintMs: 1500, dialect: { id: 'aws' } },
    ],
    [
      'of AWS: a name that nobody knows, which the client marks',
      awsError('EveningException', 400, {}, { $retryable: {} }),
      { verdict: 'backoff', hintMs: null, verdictFrom: 'dialect' },
    ],
    ['of AWS: the same without the mark', awsError('EveningException', 400, {}), { verdict: 'rejected' }],
    [
      'of AWS: a member of the error',
      awsError('TooManyRequestsException', 429, {}, { retryAfterSeconds: 30 }),
      { verdict: 'retry', hintMs: 30_000 },
    ],
    [
      'of AWS: the page of a proxy, which could not be taken apart',
      Object.defineProperty(
        Object.assign(new SyntaxError('Unexpected token <'), { $metadata: { httpStatusCode: 503 } }),
        '$response',
        { value: { statusCode: 503, headers: { 'retry-after': '2' }, body: '<html>' }, enumerable: false },
      ),
      { verdict: 'retry', hintMs: 2000 },
    ],
    [
      'of axios',
      Object.assign(new Error('Request failed with status code 429'), {
        isAxiosError: true,
        code: 'ERR_BAD_REQUEST',
        config: { headers: { 'retry-after': '99' } },
        response: { status: 429, headers: new AxiosHeaders({ 'retry-after': '7' }), data: '{}' },
      }),
      { hintMs: 7000, source: 'retry-after' },
    ],
    [
      'of axios: a body without headers that help',
      { response: { status: 429, headers: new AxiosHeaders({}), data: { retry_after: 1.25 } } },
      { hintMs: 1250 },
    ],
    [
      'of ky: a Response whose body is a stream',
      Object.assign(new Error('x'), { response: new Response('{}', { status: 503, headers: { 'retry-after': '7' } }) }),
      { hintMs: 7000 },
    ],
    ['that is a Response', new Response(null, { status: 429, headers: { 'Retry-After': '7' } }), { hintMs: 7000 }],
    [
      'of got: statusCode, and headers as Node has them',
      { response: { statusCode: 429, headers: { 'retry-after': '7' }, body: '{"retry_after":9}' } },
      { hintMs: 7000 },
    ],
    [
      'of the AI SDK: responseHeaders and responseBody, as the lastError of another',
      {
        lastError: { statusCode: 429, responseHeaders: { 'retry-after': '7' }, responseBody: '{}', isRetryable: true },
        errors: [],
      },
      { hintMs: 7000 },
    ],
    [
      'of the Gen AI SDK: a body in the message',
      Object.assign(
        new Error('got status: 429 . {"error":{"details":[{"@type":"RetryInfo","retryDelay":"34.07s"}]}}'),
        { status: 429 },
      ),
      { hintMs: 34_070 },
    ],
    [
      'that is the cause of another',
      new Error('the tool failed', { cause: new ApiError(429, {}, new Headers({ 'retry-after': '7' })) }),
      { hintMs: 7000 },
    ],
  ];
  it.each(rows)('%s', (_, error, expected) => {
    expect(ask(error)).toMatchObject(expected);
  });
});

describe('an error without a response', () => {
  const cyclic = new Error('a');
  cyclic.cause = new Error('b', { cause: cyclic });
  it.each<[string, unknown]>([
    ['a network fault', Object.assign(new TypeError('fetch failed'), { cause: { code: 'ECONNRESET' } })],
    ["OpenAI's connection error", new ApiError(undefined, undefined, undefined, new Error('reset'))],
    ["Octokit's status 0", Object.assign(new Error('x'), { status: 0, request: {} })],
    ['a status that is a word', { status: 'error' }],
    ['a status that is none', { status: 42 }],
    ['a cycle of causes', cyclic],
    ['a chain that is too long', [1, 2, 3, 4, 5].reduce<object>((cause) => ({ cause }), { status: 429 })],
    ['undefined', undefined],
    ['null', null],
    ['a text', '429'],
    ['a number', 429],
    ['a revoked proxy', revoked()],
  ])('%s gives null', (_, error) => {
    expect(ask(error)).toBeNull();
  });
});

function revoked(): object {
  const { proxy, revoke } = Proxy.revocable({}, {});
  revoke();
  return proxy;
}

describe('a hostile error', () => {
  const trap = (): never => {
    throw new Error('trap');
  };
  const trapped = (...names: string[]) =>
    Object.defineProperties({}, Object.fromEntries(names.map((name) => [name, { get: trap, enumerable: true }])));

  it('with getters that throw still gives what its headers say', () => {
    const error = Object.assign(trapped('body', 'error', 'response', 'cause', '$metadata'), {
      status: 429,
      headers: { 'retry-after': '7' },
    });
    expect(ask(error)).toMatchObject({ hintMs: 7000 });
  });

  it('with a body whose members throw gives what its headers say', () => {
    const data = { error: trapped('code', 'type', 'message', 'details', 'retry_after') };
    expect(ask({ response: { status: 429, headers: { 'retry-after': '7' }, data } })).toMatchObject({ hintMs: 7000 });
  });

  it('with headers that throw half-way gives what came before, and with none an answer by its status', () => {
    const headers = { 'retry-after': '7' };
    Object.defineProperty(headers, 'x-ratelimit-limit', { get: trap, enumerable: true });
    expect(ask({ status: 429, headers })).toMatchObject({ hintMs: 7000 });
    expect(ask({ status: 429, headers: trapped('a') })).toMatchObject({ verdict: 'backoff', hintMs: null });
    expect(ask({ status: 429, headers: new Proxy({}, { ownKeys: trap, get: trap }) })).toMatchObject({ hintMs: null });
  });

  it('with headers that never end is read up to a point', () => {
    const headers = {
      *entries(): Generator<[string, string]> {
        yield ['retry-after', '7'];
        for (let k = 0; ; k++) yield [`x-${k}`, ''];
      },
    };
    expect(ask({ status: 429, headers })).toMatchObject({ hintMs: 7000 });
  });

  it('with a body of megabytes, or one that contains itself, is answered', () => {
    const data: Record<string, unknown> = { message: 'x'.repeat(5e6), errors: Array(1e5).fill({ message: 'y' }) };
    data.error = data;
    expect(ask({ response: { status: 429, headers: {}, data } })).toMatchObject({ verdict: 'backoff' });
    expect(ask(Object.assign(new Error('{'.repeat(5e6)), { status: 429 }))).toMatchObject({ verdict: 'backoff' });
  });

  it('of any shape never makes it throw, nor answer with what is no number', () => {
    const key = fc.constantFrom(
      ...['status', 'statusCode', 'headers', 'response', '$response', '$metadata', 'httpStatusCode', 'error', 'errors'],
      ...['data', 'body', 'message', 'cause', 'lastError', 'retry-after', 'retry_after', 'entries', 'forEach', 'get'],
    );
    const { tree } = fc.letrec((tie) => ({
      tree: fc.oneof(
        { depthSize: 'small', withCrossShrink: true },
        fc.constantFrom<unknown>(429, 503, 200, '7', '-1', 'try again in 5s', null, undefined, Number.NaN, '{"a":1}'),
        fc.dictionary(key, tie('tree'), { maxKeys: 6 }),
        fc.array(tie('tree'), { maxLength: 3 }),
      ),
    }));
    fc.assert(
      fc.property(tree, (error) => {
        const { hintMs = null } = ask(error) ?? {};
        expect(hintMs === null || (Number.isInteger(hintMs) && hintMs >= 0)).toBe(true);
      }),
      { numRuns: 2000 },
    );
  });
});

describe('misuse', () => {
  const error = { status: 429, headers: {} };
  it('is refused as in decode', () => {
    expect(() => hintFrom(error, { nowMs: Number.NaN })).toThrow(InputError);
    expect(() => hintFrom(error, { nowMs: NOW, dialect: 'antropic' })).toThrow('did you mean anthropic?');
  });

  it('a dialect that is asked for is taken', () => {
    expect(hintFrom(error, { nowMs: NOW, dialect: 'github' })?.dialect.id).toBe('github');
  });
});
