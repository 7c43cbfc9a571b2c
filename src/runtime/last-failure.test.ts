import { expect, it } from 'vitest';
import { lastFailure } from './last-failure.js';

const refused = Object.assign(new Error('connect ECONNREFUSED 127.0.0.1:9'), { code: 'ECONNREFUSED' });

it.each<[what: string, cause: unknown, expected: string | null]>([
  ['the code that fetch hides in its cause', new TypeError('fetch failed', { cause: refused }), 'ECONNREFUSED'],
  ['the status of a response', new Response(null, { status: 503 }), 'status 503'],
  ['the status of an error of an SDK', { status: 529, code: 'overloaded' }, 'status 529'],
  ['an attempt that was cut', new DOMException('Attempt 1 took longer', 'TimeoutError'), 'a timeout'],
  ['a message is never repeated', new Error('https://api.example/?key=secret'), null],
  ['nor a code that could be one', { code: 'https://api.example/?key=secret' }, null],
  ['a status that is none', { status: Number.NaN }, null],
  ['no cause', undefined, null],
])('%s', (_, cause, expected) => {
  expect(lastFailure(cause)).toBe(expected);
});

it('a chain of causes that is a ring comes to an end', () => {
  const ring: { cause?: unknown } = {};
  ring.cause = ring;
  expect(lastFailure(ring)).toBeNull();
});
