import { describe, expect, it } from 'vitest';
import { fetchFault } from '../../test/support/scripted-client.js';
import { compile } from '../core/backoff/compile.js';
import { Outcome } from '../core/engine/outcome.js';
import { InputError } from '../core/errors.js';
import { parsePolicy } from '../core/policy/parse-policy.js';
import { answerOfError } from './answer-of.js';
import { GaveUpError } from './errors.js';
import { RetryAfterError, retryAfter } from './retry-after-error.js';

const rules = compile(parsePolicy({}));
const NOW = Date.UTC(2026, 0, 1);
const outcome = (error: unknown) => answerOfError(rules, error, NOW).outcome;
const hint = (error: unknown) => answerOfError(rules, error, NOW).hintMs;
const refused = (hintMs: number | null) => ({ outcome: Outcome.REFUSED, hintMs, scope: 'bucket' });
const withCode = (code: string, rest: object = {}) => Object.assign(new Error(code), { code, ...rest });

describe('a server that does not know whether it has processed a request', () => {
  it('is an unknown outcome, which is repeated where that is safe: a 503 of Binance with code −1007', () => {
    const error = Object.assign(new Error('timeout'), {
      status: 503,
      headers: { 'x-mbx-used-weight-1m': '20' },
      error: { code: -1007, msg: 'Timeout waiting for response from backend server.' },
    });
    expect(answerOfError(compile(parsePolicy({})), error, 0, 'binance').outcome).toBe(Outcome.UNKNOWN);
  });
});

describe('an error with a status', () => {
  it.each<[number, Outcome]>([
    [429, Outcome.REFUSED],
    [503, Outcome.OVERLOADED],
    [529, Outcome.OVERLOADED],
    [408, Outcome.UNKNOWN],
    [500, Outcome.UNKNOWN],
    [502, Outcome.UNKNOWN],
    [504, Outcome.UNKNOWN],
    [400, Outcome.REJECTED],
    [401, Outcome.REJECTED],
    [404, Outcome.REJECTED],
    [501, Outcome.REJECTED],
  ])('%d is judged like a response, wherever the error carries it', (status, expected) => {
    for (const fields of [
      { status },
      { statusCode: status },
      { response: { status } },
      { response: { statusCode: status } },
    ]) {
      expect(outcome(Object.assign(new Error('x'), fields))).toBe(expected);
      expect(outcome(fields)).toBe(expected);
    }
  });

  it.each([200, 304, 0, 399, 429.5, '429', Number.NaN, null, true])(
    'a status of %j is no failed response, so the error is thrown on',
    (status) => {
      expect(outcome(Object.assign(new Error('x'), { status }))).toBe(Outcome.NO_ANSWER);
    },
  );

  it.each<[string, object]>([
    ['a plain object', { headers: { 'Retry-After': '7' } }],
    ['Headers', { headers: new Headers({ 'retry-after': '7' }) }],
    ['a Map', { headers: new Map([['retry-after', '7']]) }],
    ['pairs', { headers: [['Retry-After', '7']] }],
    ['the response of axios', { response: { headers: { 'retry-after': '7' } } }],
    [
      'a response that is a Response',
      { response: new Response(null, { status: 429, headers: { 'retry-after': '7' } }) },
    ],
    [
      'the response, where the error has headers of the request',
      { headers: { a: 'b' }, response: { headers: { 'retry-after': '7' } } },
    ],
  ])('has its wait read from %s', (_, fields) => {
    expect(hint({ status: 429, ...fields })).toBe(7000);
  });

  it.each<[string, unknown]>([
    ['nothing', undefined],
    ['null', null],
    ['a text', 'retry-after: 7'],
    ['a number', 7],
    ['a list of texts', ['retry-after', '7']],
    ['a list of numbers', [1, 2]],
    [
      'an object that throws',
      {
        get() {
          throw new Error('no');
        },
      },
    ],
    ['a function', () => '7'],
  ])('waits its own backoff when the headers are %s', (_, headers) => {
    expect(answerOfError(rules, { status: 429, headers }, NOW)).toMatchObject(refused(null));
  });
});

describe('a network fault', () => {
  it.each(['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN', 'UND_ERR_CONNECT_TIMEOUT', 'EHOSTUNREACH'])(
    '%s happened before anything was sent',
    (code) => {
      expect(outcome(withCode(code))).toBe(Outcome.OVERLOADED);
      expect(outcome(fetchFault(code))).toBe(Outcome.OVERLOADED);
    },
  );

  it.each(['ECONNRESET', 'EPIPE', 'ETIMEDOUT', 'UND_ERR_SOCKET', 'UND_ERR_HEADERS_TIMEOUT', 'HPE_INVALID_CONSTANT'])(
    '%s may have been processed',
    (code) => {
      expect(outcome(withCode(code))).toBe(Outcome.UNKNOWN);
      expect(outcome(fetchFault(code))).toBe(Outcome.UNKNOWN);
    },
  );

  it('is found however deep an SDK has wrapped it, within reason', () => {
    let error: unknown = withCode('ECONNRESET');
    for (let depth = 0; depth < 4; depth++) error = new Error('wrapped', { cause: error });
    expect(outcome(error)).toBe(Outcome.UNKNOWN);
    const circular = new Error('a');
    circular.cause = circular;
    expect(outcome(circular)).toBe(Outcome.NO_ANSWER);
  });

  it('is a timeout by the name that AbortSignal.timeout gives', () => {
    expect(outcome(new DOMException('too long', 'TimeoutError'))).toBe(Outcome.UNKNOWN);
    expect(outcome(new DOMException('stopped', 'AbortError'))).toBe(Outcome.NO_ANSWER);
  });

  it.each([
    'Failed to fetch',
    'Load failed',
    'NetworkError when attempting to fetch resource.',
    'fetch failed',
    'Network request failed',
  ])('is the sentence of a browser: %s', (sentence) => {
    expect(outcome(new TypeError(sentence))).toBe(Outcome.UNKNOWN);
    expect(outcome(new Error(sentence))).toBe(Outcome.NO_ANSWER);
  });

  it('is none that the policy retries when it says so', () => {
    const strict = compile(parsePolicy({ retryOn: { networkErrors: false } }));
    expect(answerOfError(strict, fetchFault('ECONNRESET'), NOW).outcome).toBe(Outcome.NO_ANSWER);
    expect(answerOfError(strict, fetchFault('ECONNREFUSED'), NOW).outcome).toBe(Outcome.NO_ANSWER);
  });
});

describe('a mistake of the program is thrown on', () => {
  it.each<[string, unknown]>([
    ['a TypeError', new TypeError("Cannot read properties of undefined (reading 'x')")],
    ['a RangeError', new RangeError('x')],
    ['a port that fetch refuses', new TypeError('fetch failed', { cause: new Error('bad port') })],
    ['an unknown scheme', new TypeError('fetch failed', { cause: new Error('unknown scheme') })],
    ['a certificate', fetchFault('CERT_HAS_EXPIRED')],
    ['a URL that is none', new TypeError('Failed to parse URL from x', { cause: withCode('ERR_INVALID_URL') })],
    ['a text', 'failed'],
    ['nothing', undefined],
    ['null', null],
    ['a number', 429],
    ['a symbol', Symbol('x')],
    ['an object', {}],
  ])('%s', (_, error) => {
    expect(answerOfError(rules, error, NOW)).toMatchObject({ outcome: Outcome.NO_ANSWER, hintMs: null, limits: [] });
  });

  it('also what cannot even be looked at', () => {
    const thrower = () => {
      throw new Error('do not look');
    };
    const hostile = [
      new Proxy({}, { get: thrower }),
      Object.defineProperty({}, 'status', { get: thrower }),
      Object.defineProperty(new Error('x'), 'cause', { get: thrower }),
    ];
    for (const error of hostile) expect(outcome(error)).toBe(Outcome.NO_ANSWER);
    const halfHostile = {
      status: 429,
      get response() {
        return thrower();
      },
    };
    expect(outcome(halfHostile)).toBe(Outcome.REFUSED);
  });
});

describe('retryAfter', () => {
  it.each([0, 1, 1500, 0.5, 1e12])('says that a quota refused and that the wait is %d ms', (ms) => {
    const error = retryAfter(ms);
    expect(error).toBeInstanceOf(RetryAfterError);
    expect(error.code).toBe('retry-after');
    expect(answerOfError(rules, error, NOW)).toMatchObject(refused(ms));
  });

  it('is known from another copy of this package, frozen or not', () => {
    const foreign = Object.freeze(Object.assign(new Error('wait'), { code: 'retry-after', retryAfterMs: 1500 }));
    expect(answerOfError(rules, foreign, NOW)).toMatchObject(refused(1500));
    const wrong = Object.assign(new Error('wait'), { code: 'retry-after', retryAfterMs: Number.NaN });
    expect(answerOfError(rules, wrong, NOW).outcome).toBe(Outcome.NO_ANSWER);
  });

  it.each([null, undefined])('of %j has no wait that is known: never 0, the own backoff', (wait) => {
    expect(answerOfError(rules, retryAfter(wait), NOW)).toMatchObject(refused(null));
  });

  it.each([
    ['1s', 1000],
    ['1.5s', 1500],
    ['2m', 120_000],
    ['250', 250],
  ])('reads the duration %s', (text, hintMs) => {
    expect(answerOfError(rules, retryAfter(text), NOW)).toMatchObject(refused(hintMs));
  });

  it.each<[unknown]>([[Number.NaN], [-1], [Infinity], [1e300], [''], ['soon'], ['-1s'], [true], [{}], [new Date(0)]])(
    'of %s throws what is allowed',
    (wait) => {
      expect(() => retryAfter(wait as never)).toThrow(InputError);
      expect(() => retryAfter(wait as never)).toThrow(
        /^retryAfter: .*; give .*\(null says that the wait is not known\)$/,
      );
    },
  );

  it('keeps the cause', () => {
    const cause = new Error('429 from the SDK');
    expect(retryAfter(5, cause).cause).toBe(cause);
    expect('cause' in retryAfter(5)).toBe(false);
  });
});

it('ID-02: a call that an inner client has given up is not retried by an outer one', () => {
  const report = {
    reason: 'attempts-exhausted',
    sentence: '',
    attempts: 3,
    refusals: 0,
    history: [],
    elapsedMs: 0,
    retryAt: null,
    retryAfterMs: null,
  };
  expect(outcome(new GaveUpError(report, fetchFault('ECONNRESET')))).toBe(Outcome.NO_ANSWER);
  expect(outcome(new GaveUpError(report, Object.assign(new Error('x'), { status: 503 })))).toBe(Outcome.NO_ANSWER);
});
