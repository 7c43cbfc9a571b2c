import { describe, expect, it } from 'vitest';
import { DIALECTS } from '../../core/headers/dialects/all.js';
import { type Fake, holdoff, NOW } from '../fixtures/fake-io.js';

/** Monday, 30 November 2026, noon, is what the clock of these tests shows. */
const anthropic = [
  'HTTP/1.1 100 Continue\r\n\r\nHTTP/2 429',
  'date: Mon, 30 Nov 2026 12:00:00 GMT',
  'authorization: Bearer sk-secret',
  'retry-after: 7',
  'anthropic-ratelimit-requests-limit: 50',
  'anthropic-ratelimit-requests-remaining: 0',
  'anthropic-ratelimit-requests-reset: 2026-11-30T12:00:12Z',
  'anthropic-ratelimit-input-tokens-limit: 50000',
  'anthropic-ratelimit-input-tokens-remaining: 43000',
  'anthropic-ratelimit-input-tokens-reset: 2026-11-30T12:00:09Z',
  '',
  '{"type":"error","error":{"type":"rate_limit_error","message":"slow down"}}',
].join('\r\n');
const short = 'HTTP/1.1 429 x\nretry-after: 7\n';

const ask = (line: string, text = short, fake: Fake = {}) =>
  holdoff(`headers ${line}`, { ...fake, files: { '-': text, ...fake.files } });
const json = async (line: string, text?: string, fake?: Fake) =>
  JSON.parse((await ask(`${line} --json`, text, fake)).out);

describe('headers', () => {
  it('takes the line that a client logs, and says that the fields were not in it', async () => {
    const line =
      "openai.RateLimitError: Error code: 429 - {'error': {'message': 'Please try again in 2s.', 'code': 'x'}}";
    expect(await json('', line)).toMatchObject({
      status: 429,
      hintMs: 2000,
      source: 'message text',
      warnings: [{ code: 'logged-error' }],
    });
  });

  it('tells people the verdict, the wait, who said it and why that counts, the limits, and what is odd', async () => {
    const { code, out, err } = await ask('', anthropic);
    expect({ code, err }).toEqual({ code: 0, err: '' });
    expect(out).toMatchInlineSnapshot(`
      "status      429
      sender      anthropic (certain: anthropic-ratelimit-requests-limit is sent by
                  Anthropic alone)
      verdict     retry (again at the time that was named), by the status
      wait        7,000 ms (7.00 s), until 2026-11-30T12:00:07Z
      said by     retry-after: the standard's own field, about this request and not
                  about a quota
      who waits   whoever shares the bucket
      refused by  requests

      limit        allowed  remaining      next    full  window
      requests          50          0  ≤ 12.0 s  12.0 s      1m  certain
      inputTokens   50,000     43,000       now  9.00 s      1m  certain

      · 429: a rate limit refused the request; the next request may go in 7.00 s
        (retry-after). The limit that refused is requests.
      · 2 responses; the last one is the answer, those before it were 100

      Try again in 7.00 s, at 2026-11-30T12:00:07Z (retry-after); requests refused.
      "
    `);
  });

  it('answers programs with the fields of the decoder at the top, and the status', async () => {
    const document = await json('', anthropic);
    expect(document).toMatchObject({
      version: 1,
      status: 429,
      verdict: 'retry',
      hintMs: 7000,
      retryAt: NOW + 7000,
      source: 'retry-after',
      scope: 'bucket',
      refusedBy: 'requests',
      verdictFrom: 'status',
      overload: false,
      dialect: { id: 'anthropic', confidence: 'certain' },
      warnings: [{ code: 'several-responses' }],
      limits: [
        { name: 'requests', limit: 50, remaining: 0, resetMs: 12_000, resetMeans: 'full', windowMs: 60_000 },
        { name: 'inputTokens', limit: 50_000, remaining: 43_000, resetMs: 9000 },
      ],
    });
    expect(Object.keys(document)).toEqual([...Object.keys(document)].sort());
  });

  it.each<[shape: string, text: string]>([
    ['the text of curl -i', short],
    ['fields without a status line', 'retry-after: 7\n'],
    ['HTTP/2 with CRLF and a body', 'HTTP/2 429\r\nretry-after: 7\r\n\r\n{}'],
    ['what curl -v prints', '> GET / HTTP/1.1\n> Authorization: x\n>\n< HTTP/1.1 429 x\n< Retry-After: 7\n<\n'],
    ['a HAR file', har([{ status: 200 }, { status: 429, headers: [{ name: 'Retry-After', value: '7' }] }])],
    ['a HAR entry', JSON.stringify({ response: { status: 429, headers: [{ name: 'retry-after', value: '7' }] } })],
    ['JSON with status and headers', '{ "status": 429, "headers": { "Retry-After": "7" } }'],
    ['several responses', `HTTP/1.1 301 x\nretry-after: 99\n\n${short}`],
  ])('reads %s', async (_, text) => {
    for (const line of ['', '-', 'a.txt']) {
      expect(await json(line, text, { files: { 'a.txt': text } })).toMatchObject({ verdict: 'retry', hintMs: 7000 });
    }
  });

  it('says which of several responses is the answer', async () => {
    expect((await ask('', anthropic)).out).toContain('2 responses; the last one is the answer');
    const text = har([{ status: 200 }, { status: 429 }]);
    expect((await json('', text)).warnings).toMatchObject([
      { message: '2 entries; the last that was refused (429) is the answer' },
    ]);
  });

  it('never shows a credential', async () => {
    for (const line of ['', '--json', '--json --explain', '--markdown', '--csv', '-q']) {
      const { out, err } = await ask(line, anthropic);
      expect(out + err).not.toContain('secret');
    }
  });

  it('keeps what a server sends from steering the terminal', async () => {
    const text = `HTTP/1.1 429 x\nretry-after: \u001b[2J7\nx-ratelimit-limit-\u001b]0;: 5\nratelimit: "\u0007";r=0;t=5\n`;
    const { out, err } = await ask('', text, { isTerminal: true, env: { LANG: 'C.UTF-8', NO_COLOR: '1' } });
    // biome-ignore lint/suspicious/noControlCharactersInRegex: that is what must not be there
    expect(out + err).toMatch(/^[^\u0000-\u0009\u000b-\u001f\u007f-\u009f]+$/);
  });

  it('is no wider than the terminal, however long the names of the limits are', async () => {
    const name = 'a'.repeat(60);
    const text = `HTTP/1.1 429 x\nratelimit: "${name}";r=0;t=5\nratelimit-policy: "${name}";q=100000000;w=60\n`;
    for (const columns of [50, 80, 120]) {
      const { out } = await ask('', `${anthropic.split('\r\n\r\n')[0]}\r\n\r\n${text}`, { isTerminal: true, columns });
      // The fields' own names are single words, and may stick out.
      const lines = out.split('\n').filter((line) => !/\S{40}/.test(line));
      // biome-ignore lint/suspicious/noControlCharactersInRegex: the escapes of a terminal
      expect(Math.max(...lines.map((line) => line.replace(/\u001b\[\d+m/g, '').length))).toBeLessThanOrEqual(columns);
    }
  });
});

function har(responses: object[]): string {
  const entries = responses.map((response) => ({ response: { headers: [], ...response } }));
  return JSON.stringify({ log: { version: '1.2', entries } });
}

describe('--status', () => {
  it('gives the status where there is none, and beats the one that is there', async () => {
    expect(await json('--status 503', 'retry-after: 7\n')).toMatchObject({ status: 503, overload: true, warnings: [] });
    expect(await json('--status 200')).toMatchObject({ status: 200, verdict: 'ok', hintMs: 7000 });
    expect(await json('', 'retry-after: 7\n')).toMatchObject({ status: null, warnings: [{ code: 'status-assumed' }] });
  });
});

describe('--now', () => {
  const dated = 'HTTP/1.1 503 x\nretry-after: Mon, 30 Nov 2026 12:01:00 GMT\n';
  it.each([
    ['', 60_000],
    ['--now 2026-11-30T12:00:30Z', 30_000],
    ['--now 2026-11-30T13:00:30+01:00', 30_000],
    [`--now ${NOW + 59_500}`, 500],
    ['--now 2026-11-30T12:00:59.999Z', 1],
  ])('%s', async (line, hintMs) => {
    expect(await json(line, dated)).toMatchObject({ hintMs });
  });

  it('gives way to the Date of the response for what stands in it, and is what the answer is told in', async () => {
    const answer = await json('--now 2030-01-01T00:00:00Z', `${dated}date: Mon, 30 Nov 2026 12:00:00 GMT\n`);
    expect(answer).toMatchObject({ hintMs: 60_000, retryAt: Date.UTC(2030, 0, 1, 0, 1) });
  });
});

describe('--body', () => {
  const files = { 'body.json': '{"retry_after": 1.5}' };
  it('stands in for the body, or is one', async () => {
    const answer = { hintMs: 1500, source: 'body retry_after' };
    expect(await json('--body body.json', 'HTTP/2 429\n', { files })).toMatchObject(answer);
    expect(await json('a.txt --body -', '{"retry_after": 1.5}', { files: { 'a.txt': 'HTTP/2 429\n' } })).toMatchObject(
      answer,
    );
  });

  it('is enough by itself, with a status', async () => {
    const answer = { hintMs: 1500, status: 429 };
    expect(await json('--status 429 --body body.json', '', { files })).toMatchObject(answer);
    expect(await json('--status 429 --body body.json', 'x', { files, stdinIsTerminal: true })).toMatchObject(answer);
    expect(await json('--status 429 --body -', '{"retry_after": 1.5}')).toMatchObject(answer);
  });
});

describe('--provider', () => {
  it('says who sent it, by id, by alias, in any case', async () => {
    const shared = 'HTTP/1.1 429 x\nx-ratelimit-limit: 5\n';
    for (const [given, id] of [
      ['github', 'github'],
      ['GitHub', 'github'],
      ['aws-sdk-js', 'aws'],
      ['ietf-draft-07', 'ietf'],
      ['shopify-rest', 'shopify'],
      ['unknown', 'unknown'],
    ]) {
      const answer = await json(`--provider ${given}`, shared);
      expect(answer.dialect).toEqual({ id, confidence: 'certain', reason: 'asked for' });
    }
  });

  it.each(DIALECTS.map(({ id }) => id))('knows %s', async (id) => {
    expect((await json(`--provider ${id}`)).hintMs).toBe(7000);
  });
});

describe('--strict', () => {
  it('reads to the letter', async () => {
    const text = 'HTTP/1.1 429 x\nretry-after: 1.5\n';
    expect(await json('', text)).toMatchObject({ verdict: 'retry', hintMs: 1500 });
    expect(await json('--strict', text)).toMatchObject({ verdict: 'backoff', hintMs: null });
  });
});

describe('the other forms of the answer', () => {
  it('one line', async () => {
    const { out } = await ask('-q', anthropic);
    expect(out).toBe('Try again in 7.00 s, at 2026-11-30T12:00:07Z (retry-after); requests refused.\n');
  });

  it('the limits as CSV, in full precision', async () => {
    const { out } = await ask('--csv', anthropic);
    expect(out).toMatchInlineSnapshot(`
      "name,limit,remaining,resetMs,resetMeans,windowMs,algorithm,resolutionAmount,resolutionMs,confidence
      requests,50,0,12000,full,60000,bucket,1,1000,certain
      inputTokens,50000,43000,9000,full,60000,bucket,1000,1000,certain
      "
    `);
  });

  it('Markdown', async () => {
    const { out } = await ask('--markdown', anthropic);
    expect(out).toContain('| verdict | retry');
    expect(out).toContain('| requests | 50 | 0 | ≤ 12.0 s | 12.0 s | 1m | certain |');
  });

  it('with notes on standard error, where there is no room for them in the answer', async () => {
    expect((await ask('-q', anthropic)).err).toBe(
      'note: 2 responses; the last one is the answer, those before it were 100\n',
    );
  });

  it('where each value came from', async () => {
    const { explain } = await json('--explain --status 503 --strict', anthropic);
    expect(explain).toEqual([
      { field: 'status', flag: '--status', value: '503', source: 'flag' },
      { field: 'now', flag: '--now', value: '2026-11-30T12:00:00Z', source: 'clock' },
      { field: 'strict', flag: '--strict', value: 'true', source: 'flag' },
      { field: 'body', flag: '--body', value: '74 characters', source: 'standard input' },
      { field: 'dialect', flag: '--provider', value: 'anthropic', source: expect.stringContaining('Anthropic alone') },
    ]);
    const { explain: ofValue } = await json('--explain --retry-after 7');
    expect(ofValue).toContainEqual({ field: 'status', flag: '--status', value: '429', source: 'default' });
  });
});

describe('misuse is refused, with what to do', () => {
  it.each<[line: string, text: string, ...parts: string[]]>([
    ['--status 42', short, '--status: "42" is not allowed', 'from 100 to 999'],
    ['--status 4xx', short, '--status: "4xx" is not allowed'],
    ['--now yesterday', short, '--now: "yesterday" is not allowed', '2026-10-21T07:28:00Z'],
    ['--now 2026-11-30', short, '--now: "2026-11-30" is not allowed', 'the time and its zone are needed'],
    ['--now 99999999999999999', short, '--now: '],
    ['--provider antropic', short, '--provider: "antropic" is not allowed', 'did you mean anthropic?', 'github'],
    ['--provider github-graph', short, 'did you mean github'],
    ['--retry-after 7 a.txt', short, '--retry-after and FILE'],
    ['--retry-after 7 --body b.json', short, '--retry-after and --body'],
    ['--retry-after 7 --provider slack', short, '--retry-after and --provider'],
    ['--retry-after', short, '--retry-after: a value is missing'],
    ['--retry-afer 7', short, '--retry-afer: no such flag', 'did you mean --retry-after?'],
    ['--rpm 5', short, '--rpm: no such flag', 'holdoff plan has it'],
    ['- --body -', short, 'only one of them can be standard input'],
    ['a.txt b.txt', short, '"b.txt" is one word too many: FILE was given as "a.txt"'],
    ['missing.txt', short, 'missing.txt cannot be read: there is no such file'],
    ['--body missing.json', short, '--body: missing.json cannot be read'],
    ['', '', 'standard input holds no response', 'curl -i'],
    ['', 'hello', 'standard input holds no response', 'curl -i'],
    [
      '',
      '{"error":{"message":"x"}}',
      'only JSON that may be the body of one; --body takes that',
      'give { "status": 429',
    ],
    ['', "{'retry-after': '7'}", 'text needs double quotes in JSON', 'give { "status": 429, "headers": { … } }, a HAR'],
    ['', '{"status":429,"headers":{"a":"b"},}', 'line 1, column 35: a comma stands before this }'],
    ['', '{"status":429,"headers":"retry-after: 7"}', 'headers of no known shape'],
    ['', '{"status":429,"headers":[["retry-after"],7]}', 'headers of no known shape'],
    ['', '{"response":{"status":429}}', 'headers of no known shape'],
    ['', '{"status":42,"headers":{}}', 'standard input: status: 42 is not allowed'],
    ['', `${'x-a: 1\n'.repeat(600_000)}`, 'has more than 4 MB'],
  ])('%s', async (line, text, ...parts) => {
    const { code, out, err } = await ask(line, text);
    expect({ code, out }).toEqual({ code: 2, out: '' });
    for (const part of parts) expect(err).toContain(part);
  });

  it('standard input at a terminal is not waited for: the help comes instead', async () => {
    const { code, err } = await ask('', short, { stdinIsTerminal: true });
    expect(code).toBe(2);
    expect(err).toContain('nothing is piped to standard input');
    expect(err).toContain('Examples');
  });
});
