import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { cpuMs } from '../../../test/support/cpu-ms.js';
import { InputError } from '../errors.js';
import { decode } from './decode.js';
import { MAX_HEAD_TEXT, MAX_RESPONSE_TEXT, parseRawResponses } from './raw-response.js';

// What curl 7.88 printed when a server answered 429 with Retry-After: 7, on a request with credentials.
const captures = JSON.parse(readFileSync(new URL('./fixtures/curl-output.json', import.meta.url), 'utf8')) as {
  command: string;
  output: string;
}[];
const BODY = '{"error":{"type":"rate_limit_error"}}';

const statuses: Record<string, number[]> = {
  'curl -si': [429],
  'curl -siL': [307, 429],
  'curl -si, two URLs': [429, 200],
  'curl -sv -L': [307, 429],
  'curl -si --http2-prior-knowledge': [429],
  'curl -si with Expect: 100-continue': [100, 429],
  'curl -sD - -o /dev/null': [429],
  'curl -i with its progress meter': [429],
};

describe('what curl prints', () => {
  it.each(captures)('with $command gives every response, with its fields and body', ({ command, output }) => {
    expect(output).toContain('retry-after: 7\r\n');
    const responses = parseRawResponses(output);
    expect(responses.map(({ status }) => status)).toEqual(statuses[command]);
    expect(responses.flatMap(({ warnings }) => warnings)).toEqual([]);
    const limited = responses.find(({ status }) => status === 429);
    for (const { status, body } of responses) if (status !== 429 && status !== 200) expect(body).toBeNull();
    expect(limited?.reason).toBe(command.includes('http2') ? null : 'Too Many Requests');
    expect(limited?.body).toBe(command.includes('/dev/null') ? null : BODY);
    expect(limited?.fields).toContainEqual(['x-ratelimit-limit-requests', '500']);
    expect(limited?.fields.filter(([name]) => name === 'vary')).toEqual([
      ['vary', 'a'],
      ['vary', 'b'],
    ]);
    expect(decode({ status: 429, headers: limited?.fields ?? [] }, { nowMs: 0 }).hintMs).toBe(7000);
  });

  it.each(captures)('with $command loses every credential', ({ output }) => {
    expect(JSON.stringify(parseRawResponses(output))).not.toContain('SECRET');
  });

  it.each(captures)('with $command reads the same with LF as with CRLF', ({ output }) => {
    expect(parseRawResponses(output.replaceAll('\r\n', '\n'))).toEqual(parseRawResponses(output));
  });
});

describe('the text of responses', () => {
  it.each([
    ['HTTP/1.1 429 Too Many Requests\na: 1\n', 429, 'Too Many Requests'],
    ['HTTP/2 429\na: 1\n', 429, null],
    ['HTTP/2 429 \na: 1\n', 429, null],
    ['HTTP/3 503\r\na: 1\r\n\r\n', 503, null],
    ['HTTP/1.0 200 OK\na: 1', 200, 'OK'],
    ['http/1.1 200 ok\na: 1', 200, 'ok'],
    ['< HTTP/1.1 429 Too Many Requests\n< a: 1\n< \n', 429, 'Too Many Requests'],
    [':status: 429\na: 1\n', 429, null],
    [':status 429\na: 1\n', 429, null],
    ['\uFEFFHTTP/2 429\na: 1\n', 429, null],
    ['\n\n  \na: 1\n\n', null, null],
    ['a: 1', null, null],
    ['$ curl -i https://api.example.com\nHTTP/2 429\na: 1', 429, null],
  ])('%j has the status %j and the reason %j', (text, status, reason) => {
    expect(parseRawResponses(text)).toEqual([{ status, reason, fields: [['a', '1']], body: null, warnings: [] }]);
  });

  it.each([
    [
      'folded with spaces and tabs',
      'a: 1\n  2\n\t 3 \nb: 4',
      [
        ['a', '1 2 3'],
        ['b', '4'],
      ],
    ],
    ['folded from an empty first line', 'a:\r\n 1\r\n', [['a', '1']]],
    ['folded behind a dropped field', 'Cookie: x=1;\n secret=2\na: 1', [['a', '1']]],
    [
      'repeated',
      'a: 1\nA: 2',
      [
        ['a', '1'],
        ['A', '2'],
      ],
    ],
    [
      'empty',
      'a:\nb: ',
      [
        ['a', ''],
        ['b', ''],
      ],
    ],
    ['with a colon in the value', 'Date: Wed, 21 Oct 2026 07:28:00 GMT', [['Date', 'Wed, 21 Oct 2026 07:28:00 GMT']]],
    ['with space before the colon', 'a : 1', [['a', '1']]],
    ['with tabs around the value', 'a:\t1\t', [['a', '1']]],
    [
      'indented as a block',
      '    a: 1\n    b: 2\n      3\n',
      [
        ['a', '1'],
        ['b', '2 3'],
      ],
    ],
    [
      'marked by curl -v',
      '> X: 0\n* remark\n< a: 1\n< b: 2\n',
      [
        ['a', '1'],
        ['b', '2'],
      ],
    ],
    ['beside pseudo-fields', ':status: 200\n:path: /\na: 1', [['a', '1']]],
  ])('has fields %s', (_, text, fields) => {
    expect(parseRawResponses(text).at(-1)).toMatchObject({ fields, warnings: [] });
  });

  it('leaves out requests, with their fields and body', () => {
    const text = 'POST /v1 HTTP/1.1\nX-Api-Key: k\nx-other: k\n\n{"k": 1}\n\nHTTP/1.1 429 Too Many Requests\na: 1\n\nb';
    expect(parseRawResponses(text)).toMatchObject([{ status: 429, fields: [['a', '1']], body: 'b' }]);
  });

  it('starts a new response at a status line, without a blank line before it', () => {
    const responses = parseRawResponses('HTTP/1.1 307 x\na: 1\nHTTP/1.1 200 OK\nb: 2\n');
    expect(responses.map(({ status, fields }) => [status, fields])).toEqual([
      [307, [['a', '1']]],
      [200, [['b', '2']]],
    ]);
  });

  it.each([
    'The line HTTP/1.1 429 Too Many Requests\nmeans to wait.',
    '{"log": "HTTP/1.1 429 x"}\n',
    'HTTP/1.1 is old\n\nHTTP/2 is not\n',
    'a: 1\n\nb: 2\n\n',
    '> quoted\n* starred\n',
    'one\r\ntwo\r\n',
  ])('keeps the body %j as it is', (body) => {
    expect(parseRawResponses(`HTTP/1.1 200 OK\r\na: 1\r\n\r\n${body}`)).toMatchObject([{ status: 200, body }]);
  });

  it('warns of the first line that is no field, without showing it', () => {
    const responses = parseRawResponses('HTTP/1.1 200 OK\nBearer SECRET\n(x): 1\na: 1\n');
    expect(responses[0]?.fields).toEqual([['a', '1']]);
    expect(responses[0]?.warnings).toEqual([{ code: 'malformed-line', message: expect.stringContaining('line 2') }]);
    expect(JSON.stringify(responses)).not.toContain('SECRET');
  });

  it.each(['', ' \n\n', 'hello', '{"error": 1}', '> GET / HTTP/1.1\n> a: 1\n', 'GET / HTTP/1.1\na: 1\n\n', 'Cookie'])(
    'is refused when it holds no field: %j',
    (text) => {
      expect(() => parseRawResponses(text)).toThrow(InputError);
      expect(() => parseRawResponses(text)).toThrow('curl -i');
    },
  );

  it('is refused at once at 10 MB, without being shown', () => {
    const text = `a: SECRET${'x'.repeat(10_000_000)}`;
    expect(() => parseRawResponses(text)).toThrow(
      `headers: "10000009 characters" is not allowed; give at most ${MAX_RESPONSE_TEXT}`,
    );
  });

  it('may have a long body, but not long fields', () => {
    const body = 'x'.repeat(3 * MAX_HEAD_TEXT);
    expect(parseRawResponses(`HTTP/1.1 200 OK\na: 1\n\n${body}`)[0]?.body).toBe(body);
    expect(() => parseRawResponses(`HTTP/1.1 200 OK\na: ${body}\n\n`)).toThrow(
      `at most ${MAX_HEAD_TEXT} characters before`,
    );
  });

  it('never throws but for want of a field, never repeats a field and never keeps a credential', () => {
    const line = fc.constantFrom(
      'HTTP/1.1 200 OK',
      'HTTP/2 429',
      '< HTTP/2 429 ',
      'GET / HTTP/1.1',
      '> Authorization: SECRET',
      'Cookie: SECRET',
      ' SECRET',
      'set-cookie : SECRET',
      'authorization:\tSECRET',
      '* remark',
      'a: 1',
      ' 1',
      '',
      '<',
      ':status: 503',
      'junk',
    );
    fc.assert(
      fc.property(fc.array(line, { maxLength: 12 }), fc.constantFrom('\n', '\r\n'), (lines, end) => {
        // A folded line after a field that may be kept, and lines of a body, are not credentials.
        const head = lines.filter(
          (text, i) => text !== ' SECRET' || /^(cookie|set-cookie|authorization)/i.test(lines[i - 1] ?? ''),
        );
        const text = head.filter((it) => it !== '' && it !== '<').join(end);
        let responses: ReturnType<typeof parseRawResponses>;
        try {
          responses = parseRawResponses(text);
        } catch (error) {
          expect(error).toBeInstanceOf(InputError);
          return;
        }
        expect(JSON.stringify(responses)).not.toContain('SECRET');
        const kept = responses.flatMap(({ fields }) => fields).length;
        expect(kept).toBeLessThanOrEqual(head.filter((it) => it === 'a: 1').length);
      }),
      { numRuns: 1000 },
    );
    fc.assert(
      fc.property(fc.array(line), fc.string(), (lines, other) => {
        try {
          expect(parseRawResponses([...lines, other].join('\n')).length).toBeGreaterThan(0);
        } catch (error) {
          expect(error).toBeInstanceOf(InputError);
        }
      }),
    );
  });

  const size = MAX_HEAD_TEXT - 100;
  const fill = (part: string) => part.repeat(Math.floor(size / part.length));
  it.each([
    ['spaces in a value', `a: ${fill(' ')}x`],
    ['spaces before a colon', `a${fill(' ')}:`],
    ['folded lines', `a: 1\n${fill(' x\n')}`],
    ['empty fields', fill('a:\n')],
    ['colons', fill(':')],
    ['blank lines', `a: 1\n\n${fill('\n')}`],
    ['status lines', fill('HTTP/2 200\n')],
    ['half status lines', `a: 1\n\n${fill('HTTP/')}`],
    ['half status lines in lines', `a: 1\n\n${fill('HTTP/2 200\nx\n')}`],
    ['request lines', fill('GET / HTTP/1.1\n')],
    ['a long request line', `${fill('G')} / HTTP/1.1`],
    ['marks', fill('< ')],
  ])('takes time in proportion to its length with 1 MB of %s', (_, text) => {
    const onePass = Math.min(...[1, 2, 3].map(() => cpuMs(() => text.split('').length)));
    const reading = cpuMs(() => {
      try {
        parseRawResponses(text);
      } catch (error) {
        expect(error).toBeInstanceOf(InputError);
      }
    });
    expect(reading / Math.max(onePass, 1)).toBeLessThan(2000);
  });
});
