// A plan can be made from a response of every dialect that tells amounts and windows.

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
