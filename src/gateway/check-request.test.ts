import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { checkRequest, type RequestHead } from './check-request.js';

const callers = {
  allowHosts: new Set(['host.docker.internal']),
  allowOrigins: new Set(['http://localhost:3000']),
};

function code(url: string, fields: readonly string[] = [], more: Partial<RequestHead> = {}): string | null {
  const rawHeaders =
    fields.includes('host') || fields.includes('Host') ? fields : ['Host', 'localhost:8429', ...fields];
  return checkRequest({ method: 'GET', url, httpVersion: '1.1', rawHeaders, ...more }, callers)?.code ?? null;
}

describe('checkRequest', () => {
  it.each([
    '/',
    '/v1/chat/completions',
    '/v1/models?page=2&next=http://elsewhere/',
    '/repos/o/r/contents/a..b/.github/c.txt',
    '/a/...',
    '/v1beta/models/gemini:generateContent',
    '/search?q=..',
    '/a%2Fb',
    '/%E2%82%AC',
  ])('lets the path %s pass', (url) => {
    expect(code(url)).toBeNull();
  });

  it.each([
    ['http://evil.example/', 'absolute-target'],
    ['HTTP://localhost:8429/', 'absolute-target'],
    ['evil.example:443', 'target'],
    ['*', 'target'],
    ['', 'target'],
    ['?a', 'target'],
    ['//evil.example/', 'double-slash'],
    ['/\\evil.example/', 'target'],
    ['/a#b', 'target'],
    ['/..', 'dot-segment'],
    ['/v1/../admin', 'dot-segment'],
    ['/v1/./admin', 'dot-segment'],
    ['/v1/..;x=1/admin', 'dot-segment'],
    ['/v1/%2e%2E/admin', 'dot-segment'],
    ['/v1/.%2e/admin', 'dot-segment'],
    ['/v1/%252e%252e/admin', 'dot-segment'],
    ['/v1/..%2fadmin', 'dot-segment'],
    ['/v1/x%5c..%5cadmin', 'dot-segment'],
  ])('refuses the target %s', (url, expected) => {
    expect(code(url)).toBe(expected);
  });

  it('lets no target pass that leads elsewhere, or out of the path of the upstream, as browsers read it', () => {
    const piece = fc.constantFrom(
      '/',
      '//',
      '.',
      '..',
      '%2e',
      '%2F',
      '%5c',
      '\\',
      '@',
      ':',
      '?',
      '#',
      ';',
      'a',
      'evil.example',
      'http:',
      '%00',
    );
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 8 }), (pieces) => {
        const target = pieces.join('');
        if (code(target) !== null) return;
        for (const read of [(text: string) => text, unescapeOnce]) {
          const { origin, pathname } = new URL(`https://api.example/base${read(target)}`);
          expect([origin, pathname.startsWith('/base/')], target).toEqual(['https://api.example', true]);
        }
      }),
      { numRuns: 500 },
    );
  });

  it.each<[fields: string[], expected: string | null]>([
    [['Host', 'localhost'], null],
    [['Host', '127.0.0.1:8429'], null],
    [['Host', '[::1]:8429'], null],
    [['Host', '192.0.2.7:8429'], null],
    [['Host', 'HOST.docker.internal:8429'], null],
    [['Host', 'evil.example:8429'], 'host'],
    [['Host', 'localhost.evil.example'], 'host'],
    [['Host', '127.0.0.1.evil.example'], 'host'],
    [['Host', 'localhost@evil.example'], 'host'],
    [['Host', ''], 'host'],
    [['Host', 'a', 'host', 'b'], 'host'],
    [['X', 'y', 'host', 'localhost', 'Origin', 'http://evil.example'], 'origin'],
    [['Origin', 'null'], 'origin'],
    [['Origin', 'http://localhost:8429'], 'origin'],
    [['Origin', 'http://localhost:3000'], null],
    [['Sec-Fetch-Site', 'cross-site'], 'origin'],
    [['Sec-Fetch-Site', 'none'], null],
    [['Sec-Fetch-Site', 'cross-site', 'Origin', 'http://localhost:3000'], null],
    [['Upgrade', 'websocket', 'Connection', 'upgrade'], 'upgrade'],
    [['Upgrade', 'h2c', 'Connection', 'upgrade, http2-settings'], null],
    [['Transfer-Encoding', 'chunked'], null],
    [['Transfer-Encoding', 'gzip, chunked'], 'transfer-encoding'],
  ])('with the fields %j: %s', (fields, expected) => {
    expect(code('/', fields)).toBe(expected);
  });

  it.each<[more: Partial<RequestHead>, expected: string | null]>([
    [{ httpVersion: '1.0' }, null],
    [{ httpVersion: '2.0' }, 'version'],
    [{ httpVersion: '1.0', rawHeaders: ['host', 'localhost', 'transfer-encoding', 'chunked'] }, 'transfer-encoding'],
    [{ method: 'TRACE' }, 'method'],
    [{ rawHeaders: [] }, 'host'],
  ])('with %j: %s', (more, expected) => {
    expect(code('/', [], more)).toBe(expected);
  });
});

/** As a server sees it that decodes the path before it looks at its parts. */
function unescapeOnce(target: string): string {
  const [path = '', ...query] = target.split('?');
  return [decodeURIComponent(path), ...query].join('?');
}
