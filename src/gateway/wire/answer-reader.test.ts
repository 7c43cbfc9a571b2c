// What is an answer and what is not: Node's own client is asked the same. And that it does not matter how bytes are cut.

import { request } from 'node:http';
import { type AddressInfo, createServer, type Server } from 'node:net';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { AnswerReader } from './answer-reader.js';

interface Read {
  status: number;
  rawHeaders: readonly string[];
  body: string;
  /** Whether the connection may be used again. */
  isKept: boolean;
}

/** What a reader makes of these pieces, which are followed by the end of the connection; or the code of its complaint. */
function readAll(pieces: readonly Buffer[], isBare = false): Read | string {
  const told: string[] = [];
  let body = '';
  const reader = new AnswerReader(
    {
      onHead: () => told.push('head'),
      onData: (bytes) => {
        body += bytes.toString('latin1');
      },
      onEnd: () => told.push('end'),
    },
    isBare,
  );
  try {
    for (const piece of pieces) reader.push(piece);
    reader.end();
  } catch (error) {
    return (error as NodeJS.ErrnoException).code ?? String(error);
  }
  expect(told).toEqual(['head', 'end']);
  const { status, rawHeaders, keptMs } = reader.head as NonNullable<AnswerReader['head']>;
  return { status, rawHeaders, body, isKept: keptMs > 0 && !reader.hasMore };
}

const read = (text: string, isBare = false) => readAll([Buffer.from(text, 'latin1')], isBare);
const OK = 'HTTP/1.1 200 OK\r\n';
const CHUNKED = `${OK}Transfer-Encoding: chunked\r\n\r\n`;

describe('Node reads the same answer, and refuses the same ones:', () => {
  let server: Server;
  let text = '';

  beforeAll(async () => {
    server = createServer((socket) => {
      socket.on('error', () => {});
      socket.once('data', () => socket.end(text, 'latin1'));
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  });
  afterAll(() => server.close());

  function byNode(answer: string, method: string): Promise<Omit<Read, 'isKept'> | string> {
    text = answer;
    const { port } = server.address() as AddressInfo;
    return new Promise((resolve) => {
      const fail = (error: NodeJS.ErrnoException) => resolve(String(error.code));
      const asked = request({ port, host: '127.0.0.1', method, agent: false }, (response) => {
        let body = '';
        response.setEncoding('latin1').on('error', fail);
        response.on('data', (part) => {
          body += part;
        });
        const { statusCode: status = 0, rawHeaders } = response;
        response.on('end', () => resolve({ status, rawHeaders, body }));
      });
      asked.on('error', fail).end();
    });
  }

  it.each<[what: string, answer: string, method?: string]>([
    ['a length', `${OK}Content-Length: 2\r\n\r\nhi`],
    ['chunks with extensions and trailers', `${CHUNKED}2;a="b"\r\nhi\r\n1\r\n!\r\n0\r\nX-T: 1\r\n\r\n`],
    ['neither, so that the end is the end', `${OK}X-A:\tb \r\n\r\nhi`],
    ['no reason, and no space before it', 'HTTP/1.1 404\r\nContent-Length: 0\r\n\r\n'],
    ['bytes that are no ASCII', `${OK}X-A: \xc3\xa9\r\nContent-Length: 2\r\n\r\n\xff\x00`],
    ['hints before it', `HTTP/1.1 103 E\r\nLink: </a>\r\n\r\nHTTP/1.1 100 C\r\n\r\n${OK}Content-Length: 1\r\n\r\na`],
    ['a length that nothing follows, to HEAD', `${OK}Content-Length: 20\r\n\r\n`, 'HEAD'],
    ['chunks that nothing follows, to HEAD', CHUNKED, 'HEAD'],
    ['a length that nothing follows, with 304', 'HTTP/1.1 304 N\r\nContent-Length: 20\r\n\r\n'],
    ['HTTP/1.0', 'HTTP/1.0 200 OK\r\nConnection: keep-alive\r\nContent-Length: 2\r\n\r\nhi'],
    ['lines without CR', 'HTTP/1.1 200 OK\nContent-Length: 2\n\nhi'],
    ['one line without CR', `${OK}Content-Length: 2\nX: y\r\n\r\nhi`],
    ['a fold', `${OK}X-A: a\r\n b\r\nContent-Length: 2\r\n\r\nhi`],
    ['the same length twice', `${OK}Content-Length: 2\r\nContent-Length: 2\r\n\r\nhi`],
    ['two lengths', `${OK}Content-Length: 2\r\nContent-Length: 3\r\n\r\nhi!`],
    ['a length in words', `${OK}Content-Length: +2\r\n\r\nhi`],
    ['a length and chunks', `${OK}Content-Length: 2\r\nTransfer-Encoding: chunked\r\n\r\n2\r\nhi\r\n0\r\n\r\n`],
    ['chunks and a length', `${OK}Transfer-Encoding: chunked\r\nContent-Length: 2\r\n\r\n2\r\nhi\r\n0\r\n\r\n`],
    ['a space before the colon', `${OK}X-A : b\r\nContent-Length: 2\r\n\r\nhi`],
    ['a control character', `${OK}X-A: a\x01b\r\nContent-Length: 2\r\n\r\nhi`],
    ['no HTTP', '220 mail.example ready\r\n'],
    ['a size of a chunk that is none', `${CHUNKED}x\r\nhi\r\n0\r\n\r\n`],
    ['a chunk longer than its size', `${CHUNKED}1\r\nhi\r\n0\r\n\r\n`],
    ['a chunk whose line ends without CR', `${CHUNKED}2\nhi\r\n0\r\n\r\n`],
    ['an end before its length', `${OK}Content-Length: 3\r\n\r\nhi`],
    ['an end before the last chunk', `${CHUNKED}2\r\nhi\r\n`],
    ['an end inside the head', `${OK}Content-Le`],
    ['nothing at all', ''],
  ])('%s', async (_what, answer, method = 'GET') => {
    const ours = read(answer, method === 'HEAD');
    const theirs = await byNode(answer, method);
    // The codes of complaints are not all the same, but their kind is.
    if (typeof theirs === 'string') expect(String(ours).slice(0, 4)).toBe(theirs.slice(0, 4));
    else expect(ours).toMatchObject(theirs);
  });
});

describe('an answer', () => {
  it.each<[what: string, answer: string, isKept: boolean]>([
    ['of HTTP/1.1', 'HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n', true],
    ['of HTTP/1.0', 'HTTP/1.0 200 OK\r\nContent-Length: 0\r\n\r\n', false],
    ['of HTTP/1.0 that keeps it', 'HTTP/1.0 200 OK\r\nConnection: Keep-Alive\r\nContent-Length: 0\r\n\r\n', true],
    [
      'that closes, whatever else it says',
      `${OK}Connection: close\r\nConnection: keep-alive\r\nContent-Length: 0\r\n\r\n`,
      false,
    ],
    [
      'that waits a moment only, as Apache says it',
      `${OK}Keep-Alive: timeout=1\r\nConnection: Keep-Alive\r\nContent-Length: 0\r\n\r\n`,
      false,
    ],
    [
      'of HTTP/1.0 in chunks',
      'HTTP/1.0 200 OK\r\nConnection: keep-alive\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n',
      false,
    ],
    [
      'to whose status no body belongs, and that announces one',
      'HTTP/1.1 204 N\r\nTransfer-Encoding: chunked\r\n\r\n',
      false,
    ],
    ['that closes', `${OK}Connection: x, Close\r\nContent-Length: 0\r\n\r\n`, false],
    ['that waits a moment only', `${OK}Keep-Alive: timeout=1, max=9\r\nContent-Length: 0\r\n\r\n`, false],
    ['that waits', `${OK}Keep-Alive: timeout=5\r\nContent-Length: 0\r\n\r\n`, true],
    ['that more follows', `${OK}Content-Length: 0\r\n\r\nHTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n`, false],
    ['to whose status no body belongs, and that has one', 'HTTP/1.1 204 N\r\nContent-Length: 2\r\n\r\nhi', false],
  ])('%s leaves the connection: %s, kept: %s', (_what, answer, isKept) => {
    expect(read(answer)).toMatchObject({ body: '', isKept });
  });

  it.each<[what: string, answer: string, code: string]>([
    [
      'a coding that was not asked for',
      `${OK}Transfer-Encoding: gzip, chunked\r\n\r\n`,
      'HPE_INVALID_TRANSFER_ENCODING',
    ],
    ['HTTP/2', 'HTTP/2.0 200 OK\r\n\r\n', 'HPE_INVALID_CONSTANT'],
    ['a head without an end', `${OK}X-A: ${'a'.repeat(40_000)}`, 'HPE_HEADER_OVERFLOW'],
    ['a line without an end between chunks', `${CHUNKED}2;${'a'.repeat(40_000)}`, 'HPE_HEADER_OVERFLOW'],
    ['trailers without an end', `${CHUNKED}0\r\n${'a: b\r\n'.repeat(4000)}`, 'HPE_HEADER_OVERFLOW'],
  ])('with %s is refused, though Node takes it or its limits are others', (_what, answer, code) => {
    expect(read(answer)).toBe(code);
  });

  it('may be cut anywhere', () => {
    const body = fc.uint8Array({ maxLength: 60 }).map((bytes) => Buffer.from(bytes).toString('latin1'));
    const whole = body.map((text) => ({ text, wire: `${OK}Content-Length: ${text.length}\r\nX-A: 1\r\n\r\n${text}` }));
    const parts = fc.array(body.filter((text) => text !== '')).map((texts) => {
      const chunks = texts.map((text, at) => `${text.length.toString(16)}${at % 2 === 0 ? '' : ';a=b'}\r\n${text}\r\n`);
      return { text: texts.join(''), wire: `HTTP/1.1 100 C\r\n\r\n${CHUNKED}${chunks.join('')}0\r\nA: b\r\n\r\n` };
    });
    const cuts = fc.array(fc.integer({ min: 1, max: 50 }), { minLength: 1, maxLength: 20 });
    fc.assert(
      fc.property(fc.oneof(whole, parts), cuts, ({ text, wire }, sizes) => {
        const bytes = Buffer.from(wire, 'latin1');
        const pieces: Buffer[] = [];
        for (let at = 0, cut = 0; at < bytes.length; cut++) {
          const size = sizes[cut % sizes.length] as number;
          pieces.push(bytes.subarray(at, at + size));
          at += size;
        }
        expect(readAll(pieces)).toMatchObject({ status: 200, body: text, isKept: true });
        // Without its last byte it is none.
        expect(readAll([bytes.subarray(0, -1)])).toBe('ECONNRESET');
      }),
      { numRuns: 200 },
    );
  });
});
