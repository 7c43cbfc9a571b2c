// A plan from what a response says of its limits: how that mixes with flags and files, and for every dialect that tells
// amounts and windows.

import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import type { DecodedLimit, ResponseParts } from '../../core/headers/decoded.js';
import { DIALECTS } from '../../core/headers/dialects/all.js';
import { holdoff } from '../fixtures/fake-io.js';

interface Fixture {
  readonly sample?: number;
  readonly response?: ResponseParts;
  readonly now: string;
  readonly expect: { readonly limits?: readonly Partial<DecodedLimit>[] };
}

const read = (path: string) => JSON.parse(readFileSync(new URL(path, import.meta.url), 'utf8'));
const samples: readonly ResponseParts[] = read('../../../test/fixtures/header-samples.json');
const folder = '../../core/headers/dialects/fixtures/';
const fixtures = readdirSync(new URL(folder, import.meta.url)).flatMap((name) =>
  (read(folder + name) as Fixture[]).map((fixture) => ({ id: name.replace('.json', ''), fixture })),
);
/** One of everything that is not counted in requests. */
const COSTS = '--tokens 1 --input-tokens 1 --output-tokens 1 --images 1';

const isPlannable = ({ limit, windowMs }: Partial<DecodedLimit>) =>
  typeof limit === 'number' && limit > 0 && typeof windowMs === 'number';
const tellsAmounts = fixtures.filter(({ fixture }) => fixture.expect.limits?.some(isPlannable));

async function planOf(id: string, { sample, response }: Fixture) {
  const parts = response ?? samples[sample as number];
  const files = { 'response.json': JSON.stringify(parts) };
  return await holdoff(`plan --from-headers response.json --provider ${id} ${COSTS} --json`, { files });
}

describe('plan --from-headers', () => {
  const openai = [
    'HTTP/1.1 100 Continue\r\n\r\nHTTP/2 200',
    ...[
      'authorization: Bearer x',
      'x-ratelimit-limit-requests: 60',
      'x-ratelimit-remaining-requests: 59',
      'x-ratelimit-reset-requests: 1s',
    ],
    ...[
      'x-ratelimit-limit-tokens: 150000',
      'x-ratelimit-remaining-tokens: 149984',
      'x-ratelimit-reset-tokens: 6ms',
      '',
      '{}',
    ],
  ].join('\r\n');
  const anthropic = [
    ...['HTTP/2 200', 'anthropic-ratelimit-requests-limit: 50', 'anthropic-ratelimit-requests-remaining: 49'],
    ...['anthropic-ratelimit-requests-reset: 2026-01-01T00:00:01Z', 'anthropic-ratelimit-input-tokens-limit: 50000'],
    ...[
      'anthropic-ratelimit-input-tokens-remaining: 50000',
      'anthropic-ratelimit-input-tokens-reset: 2026-01-01T00:00:00Z',
      '',
    ],
  ].join('\n');

  it('plans with the limits that a response of OpenAI reports', async () => {
    const { out } = await holdoff('plan --from-headers - --tokens 5000 --json', { files: { '-': openai } });
    const document = JSON.parse(out);
    expect(document.headers.dialect).toBe('openai');
    expect(document.limits).toMatchObject([
      { name: 'requests', attemptsPerMinute: 60 },
      { name: 'tokens', attemptsPerMinute: 30 },
    ]);
    expect(out).not.toContain('Bearer');
  });

  it('plans with the limits that a response of Anthropic reports', async () => {
    const { out } = await holdoff('plan --from-headers a.txt --input-tokens 5000 --json', {
      files: { 'a.txt': anthropic },
    });
    expect(JSON.parse(out)).toMatchObject({
      headers: { dialect: 'anthropic' },
      binding: 'inputTokens',
      ceilingPerMinute: 10,
    });
  });

  it('lets a flag of the same name beat what the response says, and adds others', async () => {
    const { out } = await holdoff('plan --from-headers - --rpm 10 --tokens 5000 --limit daily=100/d --explain --json', {
      files: { '-': openai },
    });
    const document = JSON.parse(out);
    const limits = document.limits.map((limit: { name: string; attemptsPerMinute: number }) => [
      limit.name,
      limit.attemptsPerMinute,
    ]);
    expect(limits).toEqual([
      ['requests', 10],
      ['tokens', 30],
      ['daily', expect.closeTo(100 / 1440)],
    ]);
    const sources = document.explain.slice(-3).map(({ source }: { source: string }) => source);
    expect(sources).toEqual(['flag', 'standard input', 'flag']);
  });

  it('takes the place of the file’s limits', async () => {
    const files = { '-': openai, 'p.json': '{ "load": { "limits": ["mine=1/min"], "costs": { "tokens": 100 } } }' };
    const { out } = await holdoff('plan --from-headers - --policy p.json --json', { files });
    expect(JSON.parse(out).limits.map(({ name }: { name: string }) => name)).toEqual(['requests', 'tokens']);
  });

  it('tells what is odd about the response on standard error', async () => {
    const { code, err } = await holdoff('plan --from-headers - --tokens 5', {
      files: { '-': openai.replace('6ms', '6m0s') },
    });
    expect(code).toBe(0);
    expect(err).toMatch(/^note: /);
  });

  it.each<[what: string, line: string, text: string, ...parts: string[]]>([
    [
      'the cost is missing',
      'plan --from-headers -',
      openai,
      '--tokens: missing; give what one attempt takes of the limit tokens',
    ],
    [
      'nothing in it is known',
      'plan --from-headers -',
      'HTTP/1.1 200 OK\nx-rate-limit: 5\n',
      'standard input reports no limits that are understood',
      'Anthropic',
      'OpenAI',
    ],
    ['it is no response', 'plan --from-headers -', 'hello', 'standard input holds no response', 'curl -i'],
    ['it is empty', 'plan --from-headers -', '', 'standard input holds no response'],
    [
      'no amount is in it',
      'plan --from-headers -',
      'HTTP/2 200\nanthropic-ratelimit-unified-5h-status: allowed\n',
      'reports no limit with an amount',
    ],
  ])('refuses when %s', async (_, line, text, ...parts) => {
    const { code, err } = await holdoff(line, { files: { '-': text } });
    expect(code).toBe(2);
    for (const part of parts) expect(err).toContain(part);
  });

  it('cannot read the policy and the response from one standard input', async () => {
    const { code, err } = await holdoff('plan --from-headers - --policy -', { files: { '-': openai } });
    expect(code).toBe(2);
    expect(err).toContain('--policy and --from-headers: only one of them can be standard input');
  });
});

describe('plan --from-headers --provider', () => {
  it('has responses to be tried with, of dialects of all kinds', () => {
    const ids = new Set(tellsAmounts.map(({ id }) => id));
    expect(ids.size).toBeGreaterThan(15);
    for (const id of ['anthropic', 'openai', 'github', 'ietf', 'azure-openai']) expect(ids).toContain(id);
  });

  it.each(tellsAmounts.map(({ id, fixture }, number) => [`${id} #${number}`, id, fixture] as const))(
    '%s',
    async (_, id, fixture) => {
      const { code, out, err } = await planOf(id, fixture);
      if (code === 0) {
        const { headers, load } = JSON.parse(out);
        expect(headers.dialect).toBe(id);
        // The fixtures do not state each figure of each limit.
        for (const { amount, windowMs } of load.limits) {
          const told = fixture.expect.limits?.filter(({ limit }) => limit === amount) ?? [];
          expect(told.some((limit) => limit.windowMs === undefined || limit.windowMs === windowMs)).toBe(true);
        }
      } else {
        // What counts neither requests nor tokens says nothing of how many requests there may be.
        expect(err).toContain('is left out, since it counts');
      }
    },
  );

  it.each(DIALECTS.map(({ id }) => id))('knows %s, and says so when a response has no limits', async (id) => {
    const files = { '-': 'HTTP/1.1 200 OK\ncontent-type: text/html\n' };
    const { code, err } = await holdoff(`plan --from-headers - --provider ${id}`, { files });
    expect(code).toBe(2);
    expect(err).toContain('standard input reports no limit');
  });
});

describe('the response of --from-headers', () => {
  const openai = 'HTTP/2 200\nx-ratelimit-limit-requests: 60\n';
  const plan = (line: string, text = openai) => holdoff(`plan --from-headers - ${line}`, { files: { '-': text } });

  it('may be a HAR file, and tell its limits in the body', async () => {
    const headers = [{ name: 'X-RateLimit-Limit-Requests', value: '60' }];
    const har = JSON.stringify({ log: { entries: [{ response: { status: 200, headers, content: {} } }] } });
    expect(JSON.parse((await plan('--json', har)).out).load.limits).toMatchObject([{ name: 'requests', amount: 60 }]);
  });

  it('is detected unless --provider says whose it is', async () => {
    const dialect = async (line: string) => JSON.parse((await plan(`${line} --json`)).out).headers.dialect;
    expect(await dialect('')).toBe('openai');
    expect(await dialect('--provider azure-openai')).toBe('azure-openai');
  });

  it.each([
    ['--provider opnai', '--provider: "opnai" is not allowed', 'did you mean openai?'],
    ['--provider', '--provider: a value is missing'],
  ])('refuses %s', async (line, ...parts) => {
    const { code, err } = await plan(line);
    expect(code).toBe(2);
    for (const part of parts) expect(err).toContain(part);
  });

  it('--provider without a response is refused', async () => {
    const { code, err } = await holdoff('plan --rpm 5 --provider openai');
    expect(code).toBe(2);
    expect(err).toContain('--provider: there is no response; give one with --from-headers FILE');
  });
});
