import { describe, expect, it } from 'vitest';
import { holdoff } from '../fixtures/fake-io.js';

const WORKED =
  'plan --base 1s --multiplier 2 --attempts 5 --jitter full --cap none --success 0.5 --latency 4s' +
  ' --rpm 1000 --tpm 200k --tokens 2000 --in-flight 8 --backlog 5000 --arrivals 20/min';

describe('the worked example', () => {
  it('looks like this', async () => {
    const { code, out, err } = await holdoff(WORKED);
    expect({ code, err }).toEqual({ code: 0, err: '' });
    expect(out).toMatchInlineSnapshot(`
      "5 attempts (1 call + 4 retries) · base 1s ×2 · no cap · full jitter
      success 50.0 % · latency 4.00 s · 8 in flight · backlog 5,000 · 20 arriving/min

      limit     attempts/min  headroom  units to drain
      requests         1,000     10.0×          10,000
      tokens             100      1.0×      20,000,000  binds

      if all attempts fail  7.50 s mean, 15.0 s worst wait in total
      expected wait         1.00 s per request
      cost                  1.94 attempts per request
      exhausted             3.1 % of requests
      ceiling               100 attempts/min, bound by tokens
      even spacing          one every 600 ms
      in flight             6.67 (6 slots)
      planned               120.0 % of the ceiling: 8 in flight send 120 attempts/min
      completed             51.6 per minute
      resolved              50 per minute
      retry tax             48.4 %
      drain                 166.7 min, 30 fewer per minute
      recovers by itself    up to 20 requests per minute

      · The success share of 50.0 % is assumed rather than measured, so no interval
        applies; give counts such as 37/50 to bracket the figures.
      · If every attempt fails, a request waits 7.50 s in total on average and 15.0 s
        at worst before it is given up.
      · Each request costs 1.94 attempts on average, and 3.1 % of requests exhaust all
        5 attempts.
      · Attempts/min that each limit allows: requests 1,000 and tokens 100. The tokens
        limit binds; the requests limit is 10 times the binding limit.
      · By Little's law 6.67 attempts in flight reach the ceiling at 4.00 s each. Set
        the pool to 6 slots, the whole-slot figure: a worker never holds a part of
        one, nor two. That sends 90 attempts/min, 90.0 % of the ceiling.
      · Spread evenly, that is one attempt every 600 ms. Do spread them, since a limit
        of 60 per minute may be enforced as one per second.
      · 8 planned in flight imply 120 attempts/min, 120.0 % of the ceiling: what is
        above it will be refused.
      · At the ceiling 51.6 requests complete per minute, and 50 of them resolve, that
        is, end well.
      · The retry tax is 48.4 %, the share of attempts that are retries: for every
        resolved request the schedule spends 2 attempts.
      · With 50 resolved and 20 arriving per minute, the backlog of 5,000 shrinks by
        30 per minute and clears in 166.7 min.
      · The plan reaches the ceiling, so more in flight resolve nothing more: the
        lever is a larger tokens quota or a better success share.
      · Each caller waits at least 1.00 s of its own on average, counting waits
        between attempts only. That is another question than how long the backlog
        takes.
      · Working the backlog off uses 10,000 requests and 20,000,000 tokens; arrivals
        are not counted.
      · If everything fails, each request costs all 5 attempts, so the dependency
        recovers by itself only up to 20 requests per minute (the ceiling ÷ 5).

      The tokens limit binds at 100 attempts/min, reached with 6.67 in flight (6 whole
      slots): 50 requests per minute resolve, and the backlog clears in 166.7 min.
      "
    `);
  });

  it.each([
    ['7.50 s mean, 15.0 s worst'],
    ['1.00 s per request'],
    ['1.94 attempts per request'],
    ['3.1 % of requests'],
    ['100 attempts/min, bound by tokens'],
    ['the requests limit is 10 times the binding limit'],
    ['6.67 (6 slots)'],
    ['51.6 per minute'],
    ['50 per minute'],
    ['48.4 %'],
    ['120.0 % of the ceiling'],
    ['166.7 min'],
    ['20,000,000 tokens'],
  ])('says %s', async (text) => {
    expect((await holdoff(WORKED)).out.replace(/\n +/g, ' ')).toContain(text);
  });

  it('as JSON has the figures in full', async () => {
    const { out } = await holdoff(`${WORKED} --json`);
    expect(JSON.parse(out)).toMatchObject({
      version: 1,
      attemptsPerRequest: 1.9375,
      exhaustedShare: 0.03125,
      expectedWaitMs: 1000,
      binding: 'tokens',
      ceilingPerMinute: 100,
      spacingMs: 600,
      slots: 6,
      resolvedPerMinute: 50,
      hiddenCapacityPerMinute: 20,
      planned: { attemptsPerMinute: 120, utilization: 1.2 },
      drain: { status: 'clears', ms: 10_000_000 },
      policy: { maxAttempts: 5, backoff: { capMs: null } },
    });
  });

  it('as CSV has a row for each figure, by its path', async () => {
    const { out } = await holdoff(`${WORKED} --csv`);
    expect(out).toMatchInlineSnapshot(`
      "path,value,low,high
      attemptsPerRequest,1.9375,,
      exhaustedShare,0.03125,,
      expectedWaitMs,1000,,
      binding,tokens,,
      ceilingPerMinute,100,,
      spacingMs,600,,
      safeInFlight,6.666666666666667,,
      slots,6,,
      completedPerMinute,51.61290322580645,,
      resolvedPerMinute,50,,
      retryTax,0.4838709677419355,,
      hiddenCapacityPerMinute,20,,
      planned.attemptsPerMinute,120,,
      planned.utilization,1.2,,
      drain.resolvedPerMinute,50,,
      drain.netPerMinute,30,,
      drain.status,clears,,
      drain.ms,10000000,,
      limits.requests.attemptsPerMinute,1000,,
      limits.requests.headroom,10,,
      limits.requests.unitsToDrain,10000,,
      limits.tokens.attemptsPerMinute,100,,
      limits.tokens.headroom,1,,
      limits.tokens.unitsToDrain,20000000,,
      "
    `);
  });

  it('as Markdown has the limits and the figures', async () => {
    const { out } = await holdoff(`${WORKED} --markdown`);
    expect(out).toMatchInlineSnapshot(`
      "| limit | attempts/min | headroom | units to drain |  |
      | --- | ---: | ---: | ---: | --- |
      | requests | 1,000 | 10.0× | 10,000 |  |
      | tokens | 100 | 1.0× | 20,000,000 | binds |

      | figure | value |
      | --- | --- |
      | if all attempts fail | 7.50 s mean, 15.0 s worst wait in total |
      | expected wait | 1.00 s per request |
      | cost | 1.94 attempts per request |
      | exhausted | 3.1 % of requests |
      | ceiling | 100 attempts/min, bound by tokens |
      | even spacing | one every 600 ms |
      | in flight | 6.67 (6 slots) |
      | planned | 120.0 % of the ceiling: 8 in flight send 120 attempts/min |
      | completed | 51.6 per minute |
      | resolved | 50 per minute |
      | retry tax | 48.4 % |
      | drain | 166.7 min, 30 fewer per minute |
      | recovers by itself | up to 20 requests per minute |
      "
    `);
  });

  it('with a measured share has an interval beside each figure in the CSV', async () => {
    const { out } = await holdoff(`${WORKED.replace('0.5', '37/50')} --csv`);
    const row = out
      .split('\n')
      .find((line) => line.startsWith('limits.tokens.unitsToDrain,'))
      ?.split(',')
      .map(Number);
    // Wilson's 95 % bounds of 37 in 50: 0.6045 and 0.8413. Fewer units are used when more succeed.
    expect(row?.slice(1)).toEqual([
      (5000 * 2000) / 0.74,
      expect.closeTo((5000 * 2000) / 0.8413, -4),
      expect.closeTo((5000 * 2000) / 0.6045, -4),
    ]);
  });
});

it('counts one attempt as one', async () => {
  const { out } = await holdoff('plan --rpm 5');
  expect(out).toMatch(/^cost +1 attempt per request$/m);
  expect(out).not.toMatch(/\b1 attempts/);
});

describe('--check', () => {
  it('ends with 3 and says why when more is in flight than the ceiling allows', async () => {
    const { code, out, err } = await holdoff(`${WORKED} --check`);
    expect(code).toBe(3);
    expect(out).toBe((await holdoff(WORKED)).out);
    expect(err).toContain('120.0 %');
    expect(err.trimEnd()).not.toContain('\n');
  });

  it('ends with 3 when the backlog grows', async () => {
    const { code, err } = await holdoff('plan --rpm 10 --arrivals 20/min --check');
    expect(code).toBe(3);
    expect(err).toContain('grows by 10 per minute');
  });

  it('ends with 0 and says nothing when the plan holds, and tells both in the JSON', async () => {
    const line = WORKED.replace('--in-flight 8', '--in-flight 6');
    expect(await holdoff(`${line} --check`)).toMatchObject({ code: 0, err: '' });
    expect(JSON.parse((await holdoff(`${line} --check --json`)).out).check).toMatchObject({ ok: true });
    expect(JSON.parse((await holdoff(`${WORKED} --check --json`)).out).check).toMatchObject({ ok: false });
  });
});

describe('where values come from', () => {
  const files = {
    'p.json':
      '\uFEFF{ "backoff": { "baseMs": "2s", "multiplier": 3 }, "load": { "success": "50%", "backlog": 10, "limits": ["requests=60/min"] } }',
  };

  it('a flag beats the file, the file the preset, the preset the default; --explain tells', async () => {
    const { out } = await holdoff(
      'plan --policy p.json --preset openai-python --base 3s --backlog 20 --explain --json',
      { files },
    );
    const explained = JSON.parse(out).explain as { field: string; value: string; source: string }[];
    const of = (field: string) =>
      explained.filter((row) => row.field === field).map(({ value, source }) => [value, source])[0];
    expect(of('backoff.baseMs')).toEqual(['3s', 'flag']);
    expect(of('backoff.multiplier')).toEqual(['3', 'p.json']);
    expect(of('backoff.capMs')).toEqual(['8s', 'preset openai-python']);
    expect(of('backoff.minMs')).toEqual(['0ms', 'default']);
    expect(of('load.success')).toEqual(['0.5', 'p.json']);
    expect(of('load.backlog')).toEqual(['20', 'flag']);
    expect(of('load.arrivalsPerMinute')).toEqual(['0/min', 'default']);
    expect(of('load.limits.requests')).toEqual(['requests=60/1m@1', 'p.json']);
    expect(of('seed')).toEqual(['1', 'default']);
  });

  it('a limit flag takes the place of all limits of the file', async () => {
    const { out } = await holdoff('plan --policy p.json --tpm 100k --tokens 50 --explain --json', { files });
    const document = JSON.parse(out);
    expect(document.limits.map(({ name }: { name: string }) => name)).toEqual(['tokens']);
    expect(document.explain.at(-1)).toEqual({
      field: 'load.limits.tokens',
      flag: '--limit',
      value: 'tokens=100000/1m@50',
      source: 'flag',
    });
  });

  it('quotas of the policy are the limits where no others are given', async () => {
    const quotas = { 'q.json': '{ "quotas": [{ "name": "requests", "amount": 30, "windowMs": "1m" }] }' };
    const { out } = await holdoff('plan --policy q.json --explain', { files: quotas });
    expect(out).toContain('30 attempts/min, bound by requests');
    expect(out).toMatch(/load\.limits\.requests +--limit +requests=30\/1m@1 +q\.json\n/);
  });

  it('a preset says which client it is, and where that is documented', async () => {
    const { out } = await holdoff('plan --preset openai-python --rpm 5');
    expect(out).toMatch(/^OpenAI SDK for Python: PyPI openai /);
    expect(out).toContain('· The preset differs: ');
  });

  it('a file may name its preset', async () => {
    const preset = { 'q.json': '{ "preset": "openai-python", "maxAttempts": 4 }' };
    const { out } = await holdoff('plan --policy q.json --rpm 5 --json', { files: preset });
    expect(JSON.parse(out).policy).toMatchObject({ maxAttempts: 4, backoff: { baseMs: 500, capMs: 8000 } });
  });

  it('a policy is read from standard input', async () => {
    const { out } = await holdoff('plan --policy - --rpm 5 --json', { files: { '-': '{ "maxAttempts": 2 }' } });
    expect(JSON.parse(out).policy.maxAttempts).toBe(2);
  });
});
