// What is a request and what is not, by RFC 9112; and that it does not matter how the bytes are cut.

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { cpuMs } from '../../../test/support/cpu-ms.js';
import type { Rejection } from './request-head.js';
import { RequestReader, type WireRequest } from './request-reader.js';

/** Everything that a reader makes of these pieces, until it rejects one or has no more. */
function readAll(pieces: readonly Buffer[]): {
  requests: WireRequest[];
  rejection: Rejection | null;
  reader: RequestReader;
} {
  const reader = new RequestReader();
  const requests: WireRequest[] = [];
  for (const piece of pieces) {
    reader.push(piece);
    for (let next = reader.next(); next !== null; next = reader.next()) {
      if ('message' in next) return { requests, rejection: next, reader };
      requests.push(next);
    }
  }
  return { requests, rejection: null, reader };
}

const read = (text: string) => readAll([Buffer.from(text, 'latin1')]);
const shown = ({ method, path, query, body, isCurrent, keepsAlive, header }: WireRequest) => {
  return { method, path, query, body, isCurrent, keepsAlive, key: header('x-key'), kind: header('content-type') };
};

describe('requests, however their bytes are cut', () => {
  const token = fc.stringMatching(/^[A-Za-z][A-Za-z0-9-]{0,12}$/);
  const value = fc.stringMatching(/^([!-~]([ -~\t]{0,20}[!-~])?)?$/);
  const request = fc.record({
    method: fc.constantFrom('GET', 'POST', 'DELETE', 'PATCH', 'M-SEARCH'),
    path: fc.stringMatching(/^\/[!"$->@-~]{0,20}$/),
    query: fc.stringMatching(/^[!-~]{0,10}$/),
    key: value,
    blanks: fc.stringMatching(/^[ \t]{0,3}$/),
    others: fc.array(fc.tuple(token, value), { maxLength: 4 }),
    body: fc.string({ unit: 'grapheme', maxLength: 60 }),
    chunks: fc.option(fc.array(fc.integer({ min: 1, max: 30 }), { minLength: 1, maxLength: 5 })),
    emptyLines: fc.integer({ min: 0, max: 2 }),
  });
  type Given = typeof request extends fc.Arbitrary<infer T> ? T : never;

  /** Written from the RFC's grammar, and not by what reads it. */
  function written({ method, path, query, key, blanks, others, body, chunks, emptyLines }: Given): Buffer {
    const bytes = Buffer.from(body);
    const target = query === '' ? path : `${path}?${query}`;
    const names = others.map(([name, text]) => `a-${name}: ${text}\r\n`).join('');
    const head = `${'\r\n'.repeat(emptyLines)}${method} ${target} HTTP/1.1\r\nHost:x\r\n${names}X-Key:${blanks}${key}${blanks}\r\n`;
    if (chunks === null) return Buffer.concat([Buffer.from(`${head}CONTENT-length: ${bytes.length}\r\n\r\n`), bytes]);
    const parts = [Buffer.from(`${head}transfer-Encoding: Chunked\r\n\r\n`)];
    for (let at = 0, i = 0; at < bytes.length; i++) {
      const part = bytes.subarray(at, at + (chunks[i % chunks.length] as number));
      const size = i % 2 === 0 ? part.length.toString(16) : `0${part.length.toString(16).toUpperCase()} ;a="b"`;
      parts.push(Buffer.from(`${size}\r\n`), part, Buffer.from('\r\n'));
      at += part.length;
    }
    parts.push(Buffer.from(chunks.length % 2 === 0 ? '0\r\n\r\n' : '00\r\nTrailer-Of: a\r\n\r\n'));
    return Buffer.concat(parts);
  }

  it('are the same requests, one after the other', () => {
    fc.assert(
      fc.property(
        fc.array(request, { minLength: 1, maxLength: 4 }),
        fc.array(fc.integer({ min: 1, max: 40 }), { minLength: 1, maxLength: 20 }),
        (given, sizes) => {
          const bytes = Buffer.concat(given.map(written));
          const pieces: Buffer[] = [];
          for (let at = 0, i = 0; at < bytes.length; i++) {
            const size = sizes[i % sizes.length] as number;
            pieces.push(bytes.subarray(at, at + size));
            at += size;
          }
          const { requests, rejection, reader } = readAll(pieces);
          expect(rejection).toBe(null);
          expect(requests.map(shown)).toEqual(
            given.map(({ method, path, query, body, key }) => {
              return { method, path, query, body, key, isCurrent: true, keepsAlive: true, kind: null };
            }),
          );
          expect([reader.isMidway, reader.waiting]).toEqual([false, 0]);
        },
      ),
      { numRuns: 300 },
    );
  });

  it('of any bytes at all make the same requests and the same complaint, and never throw', () => {
    const noise = fc.oneof(
      fc.uint8Array({ maxLength: 40 }).map((bytes) => Buffer.from(bytes)),
      fc
        .array(
          fc.constantFrom(
            'GET / HTTP/1.1\r\n',
            'GET /a HTTP/1.0\r\n',
            'Host: x\r\n',
            'content-length: 3\r\n',
            'transfer-encoding: chunked\r\n',
            '\r\n',
            '\n',
            '3\r\nabc\r\n',
            '0\r\n\r\n',
            'abc',
            ': ',
            ' ',
            '\0',
          ),
          { maxLength: 12 },
        )
        .map((parts) => Buffer.from(parts.join(''))),
    );
    fc.assert(
      fc.property(noise, fc.integer({ min: 1, max: 7 }), (bytes, size) => {
        const pieces = Array.from({ length: Math.ceil(bytes.length / size) }, (_, i) => {
          return bytes.subarray(i * size, (i + 1) * size);
        });
        const [whole, cut] = [readAll([bytes]), readAll(pieces)];
        expect(cut.requests.map(shown)).toEqual(whole.requests.map(shown));
        // Of a broken head more may have come when it is looked at: the complaint quotes it.
        expect(cut.rejection?.status).toBe(whole.rejection?.status);
      }),
      { numRuns: 300 },
    );
  });
});

describe('a head', () => {
  it.each<[string, Partial<WireRequest>]>([
    ['GET http://a/b?c HTTP/1.1\r\nHost: a\r\n\r\n', { path: '/b', query: 'c' }],
    ['OPTIONS * HTTP/1.1\r\nHost: a\r\n\r\n', { path: '/' }],
    ['GET / HTTP/1.0\r\n\r\n', { isCurrent: false, keepsAlive: false }],
    ['GET / HTTP/1.0\r\nConnection: Keep-Alive\r\n\r\n', { isCurrent: false, keepsAlive: true }],
    ['GET / HTTP/1.1\r\nHost:\r\nConnection: a, Close\r\n\r\n', { keepsAlive: false }],
    ['POST / HTTP/1.1\r\nHost: a\r\n\r\n', { body: '' }],
  ])('%j is taken', (text, expected) => {
    const { requests, rejection } = read(text);
    expect(rejection).toBe(null);
    expect(requests).toMatchObject([expected]);
  });

  it('that names a header more than once has all of its values; bytes of UTF-8 at their ends stay', () => {
    const [request] = read('GET / HTTP/1.1\r\nHost: a\r\nA: 1\r\na:2\r\nB:\t\xc3\xa0 \r\nAB: 3\r\n\r\n').requests;
    expect([request?.header('a'), request?.header('b'), request?.header('c')]).toEqual(['1, 2', '\xc3\xa0', null]);
  });

  const start = 'GET / HTTP/1.1\r\n';
  it.each<[string, string, number, string]>([
    ['no word of HTTP', 'hello\r\n\r\n', 400, '"hello" is no request line; give METHOD /path HTTP/1.1'],
    ['lines without CR, before they end', 'GET / HTTP/1.1\nHost: a\n', 400, 'lines end with CR and LF'],
    ['TLS', '\x16\x03\x01\x02\x00\x01\x00', 400, 'without TLS'],
    ['HTTP/2', 'PRI * HTTP/2.0\r\n\r\n', 505, 'HTTP/2.0 is not spoken here'],
    ['two spaces', 'GET  / HTTP/1.1\r\nHost: a\r\n\r\n', 400, 'no request line'],
    ['no Host', `${start}\r\n`, 400, 'one Host header'],
    ['two of them', `${start}Host: a\r\nHost: b\r\n\r\n`, 400, 'one Host header'],
    ['a folded line', `${start}Host: a\r\nA: b\r\n c\r\n\r\n`, 400, '" c" is no header'],
    ['a blank before the colon', `${start}Host : a\r\n\r\n`, 400, '"Host : a" is no header'],
    ['a name of nothing', `${start}Host: a\r\n: b\r\n\r\n`, 400, '": b" is no header'],
    ['a NUL', `${start}Host: a\0\r\n\r\n`, 400, 'is no header'],
    ['a lone CR', `${start}Host: a\rB: c\r\n\r\n`, 400, 'is no header'],
    ['a length in words', `${start}Host: a\r\nContent-Length: 1e3\r\n\r\n`, 400, 'Content-Length: 1e3 is not allowed'],
    ['a negative length', `${start}Host: a\r\nContent-Length: -1\r\n\r\n`, 400, 'Content-Length: -1'],
    ['two lengths', `${start}Host: a\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\n`, 400, 'Content-Length: 1, 2'],
    [
      'a length and chunks',
      `${start}Host: a\r\nContent-Length: 1\r\nTransfer-Encoding: chunked\r\n\r\n`,
      400,
      'either Content-Length or Transfer-Encoding',
    ],
    [
      'another coding',
      `${start}Host: a\r\nTransfer-Encoding: gzip, chunked\r\n\r\n`,
      501,
      'gzip, chunked is not known',
    ],
    ['chunks of HTTP/1.0', 'POST / HTTP/1.0\r\nTransfer-Encoding: chunked\r\n\r\n', 400, 'HTTP/1.0 knows no'],
    ['another expectation', `${start}Host: a\r\nExpect: cake\r\n\r\n`, 417, 'Expect: cake'],
    ['the wish for a tunnel', 'CONNECT a:443 HTTP/1.1\r\nHost: a:443\r\n\r\n', 501, 'CONNECT is not known here'],
    ['a length beyond all numbers', `${start}Host: a\r\nContent-Length: ${'9'.repeat(400)}\r\n\r\n`, 413, '33554432'],
    ['a body too large', `${start}Host: a\r\nContent-Length: 33554433\r\n\r\n`, 413, '33554432 bytes'],
    ['a head too large', `${start}Host: ${'a'.repeat(16_384)}`, 431, '16384 bytes at most'],
  ])('with %s is refused, and it is said why', (_, text, status, message) => {
    const { rejection } = read(text);
    expect(rejection).toEqual({ status, message: expect.stringContaining(message) });
  });

  it('that is hostile is refused in no time', () => {
    const tookMs = cpuMs(() => {
      for (const part of ['a', ' ', '\t', ':', 'a:', '\r\n', 'a: b\r\n', '\r\na', '"', '(', 'é']) {
        read(start + part.repeat(16_000 / part.length));
        read(`${part.repeat(16_000 / part.length)}\0\r\n\r\n`);
      }
    });
    expect(tookMs).toBeLessThan(2000);
  });
});

describe('chunks', () => {
  const start = 'POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n';
  it.each<[string, string, number]>([
    ['a size that is none', 'x\r\n', 400],
    ['a signed size', '+3\r\nabc\r\n', 400],
    ['a prefixed size', '0x3\r\nabc\r\n', 400],
    ['fewer bytes than the size says', '4\r\nabc\r\n0\r\n\r\n', 400],
    ['more bytes than it says', '2\r\nabc\r\n', 400],
    ['more than there may be', '2000001\r\n', 413],
    ['lines without CR', '3\nabc\n0\n\n', 400],
    ['a line that does not end', `3;${'a'.repeat(17_000)}`, 400],
    ['a trailer that is none', '0\r\nabc\r\n\r\n', 400],
    ['trailers without end', `0\r\n${'a: b\r\n'.repeat(5000)}`, 400],
  ])('with %s are refused', (_, text, status) => {
    expect(read(start + text).rejection?.status).toBe(status);
  });

  it('of a byte each take no more memory than their bytes', () => {
    const reader = new RequestReader();
    reader.push(Buffer.from(start));
    expect(reader.next()).toBe(null);
    reader.push(Buffer.from('1\r\na\r\n'.repeat(100_000)));
    expect([reader.next(), reader.waiting]).toEqual([null, 0]);
    reader.push(Buffer.from('0\r\n\r\n'));
    expect(reader.next()).toMatchObject({ body: 'a'.repeat(100_000) });
  });
});

it('a client that asks whether to go on is told so once, and only when its body is not there yet', () => {
  const head = 'POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 3\r\nExpect: 100-Continue\r\n\r\n';
  const reader = new RequestReader();
  reader.push(Buffer.from(head));
  expect(reader.next()).toBe(null);
  expect([reader.takeContinue(), reader.takeContinue()]).toEqual([true, false]);
  reader.push(Buffer.from(`abc${head}abc`));
  expect([reader.next(), reader.next()]).toMatchObject([{ body: 'abc' }, { body: 'abc' }]);
  expect(reader.takeContinue()).toBe(false);
});
