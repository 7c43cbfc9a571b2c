import { describe, expect, it } from 'vitest';
import { accountOf, type EmulatedRequest, splitTarget } from './request.js';

function requestWith(headers: Record<string, string>, query = ''): EmulatedRequest {
  return { method: 'GET', path: '/', query, header: (name) => headers[name] ?? null, body: '' };
}

describe('what stands in a request line', () => {
  it.each([
    ['/', '/', ''],
    ['/a/b?c=d&e', '/a/b', 'c=d&e'],
    ['/a?b?c', '/a', 'b?c'],
    ['/?', '/', ''],
    ['/a/http://b', '/a/http://b', ''],
    ['http://example/a?b', '/a', 'b'],
    ['https://example', '/', ''],
    ['https://example?a=/b', '/', 'a=/b'],
    ['*', '/', ''],
    ['', '/', ''],
  ])('%j is the path %j and the query %j', (target, path, query) => {
    expect(splitTarget(target)).toEqual({ path, query });
  });
});

describe('who asks', () => {
  it.each([
    ['authorization', 'Bearer a'],
    ['x-api-key', 'a'],
    ['x-goog-api-key', 'a'],
    ['api-key', 'a'],
    ['x-shopify-access-token', 'a'],
  ])('is known by %s', (name, value) => {
    const account = accountOf(requestWith({ [name]: value }));
    expect(account).toMatch(/^key-[0-9a-f]{8}$/);
    expect(accountOf(requestWith({ [name]: value }))).toBe(account);
    expect(accountOf(requestWith({ [name]: `${value}b` }))).not.toBe(account);
  });

  it('or by the key in the query, as Gemini has it, and else is anonymous', () => {
    expect(accountOf(requestWith({}, 'alt=sse&key=secret'))).toMatch(/^key-/);
    expect(accountOf(requestWith({}, 'monkey=secret'))).toBe('anonymous');
    expect(accountOf(requestWith({ authorization: '' }))).toBe('anonymous');
  });
});
