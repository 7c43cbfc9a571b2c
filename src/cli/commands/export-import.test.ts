import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { FORMATS } from '../../codegen/formats/index.js';
import { holdoff } from '../fixtures/fake-io.js';
import { FORMAT_OPERAND } from '../input/format.js';

const example = (format: string): string =>
  readFileSync(new URL(`../../codegen/formats/${format}/fixtures/example.txt`, import.meta.url), 'utf8');

const files = { 'service.json': example('grpc') };
const CHARGE = 'import grpc service.json --method payments.Payments/Charge';

describe('import', () => {
  it('and schedule in a pipe show what a service config really waits', async () => {
    const { code, out } = await holdoff(CHARGE, { files });
    expect(code).toBe(0);
    const { out: waits } = await holdoff('schedule --policy - --json', { files: { '-': out } });
    const { retries, policy } = JSON.parse(waits);
    expect(retries.map(({ minMs, maxMs }: Record<string, number>) => [minMs, maxMs])).toEqual([
      [80, 120],
      [160, 240],
      [320, 480],
    ]);
    expect(policy).toMatchObject({ maxAttempts: 4, deadlineMs: 10_000, backoff: { capMs: 1200 } });
  });

  it('tells on standard error which one it took, its count in both words, and the losses', async () => {
    const { err } = await holdoff(CHARGE, { files });
    expect(err.split('\n')[0]).toBe(
      'note: gRPC service config, payments.Payments/Charge: 4 attempts (1 call + 3 retries).',
    );
    expect(err).toContain(
      'note: retryAfter: the policy obeys Retry-After; gRPC obeys grpc-retry-pushback-ms in its place',
    );
  });

  it('asks which of several is meant, and knows the nearest', async () => {
    expect(await holdoff('import grpc service.json', { files })).toMatchObject({
      code: 2,
      out: '',
      err: expect.stringContaining('--method: missing; give one of payments.Payments/Charge, search.Search'),
    });
    const { err } = await holdoff('import grpc service.json --method payments.Payments/Charg', { files });
    expect(err).toContain('did you mean payments.Payments/Charge?');
  });

  it('tells what a system does otherwise than its config says', async () => {
    const { out, err } = await holdoff('import grpc service.json --method search.Search', { files });
    expect(JSON.parse(out).maxAttempts).toBe(5);
    expect(err).toContain('maxAttempts: the policy has 5 attempts; the config asks for 9, and gRPC makes at most 5.');
  });

  it('knows the nearest by a part of its name, too', async () => {
    const { err } = await holdoff('import grpc service.json --method Payments', { files });
    expect(err).toContain('did you mean payments.Payments/Charge?');
    expect((await holdoff('import grpc service.json --method serch', { files })).err).toContain(
      'did you mean search.Search?',
    );
  });

  it('refuses the file of another format with the command that reads it', async () => {
    const { code, out, err } = await holdoff('import envoy service.json', { files });
    expect({ code, out }).toEqual({ code: 2, out: '' });
    expect(err).toContain('FORMAT: "envoy" is not allowed; give grpc, since this is a gRPC service config');
    expect(err).toContain('holdoff import grpc');
  });

  it('answers once with --quiet', async () => {
    const { out, err } = await holdoff(`${CHARGE} --quiet`, { files });
    expect(out).toBe('gRPC service config, payments.Payments/Charge: 4 attempts (1 call + 3 retries).\n');
    expect(err).toMatch(/^note: /);
    expect(err).not.toContain('4 attempts');
  });

  it('has all of it as data with --json', async () => {
    const { out, err } = await holdoff(`${CHARGE} --json`, { files });
    expect(err).toBe('');
    expect(JSON.parse(out)).toMatchObject({
      version: 1,
      format: 'grpc',
      name: 'payments.Payments/Charge',
      names: ['payments.Payments/Charge', 'search.Search'],
      largestMeanChange: null,
      losses: [{ field: 'retryBudget', kind: 'approximated' }, { field: 'retryAfter' }],
      policy: { version: 1, maxAttempts: 4 },
    });
  });

  it.each([
    ['envoy', '', /"attemptTimeoutMs": 2500/],
    ['istio', '', /"deadlineMs": 10000/],
    ['cloud-tasks', '', /"delaysMs"/],
    ['resilience4j', ' --method payments', /"multiplier": 3/],
    ['temporal', '', /"multiplier": 1.5/],
    ['bullmq', '', /"jitter": "equal"/],
    ['curl', '', /"attemptTimeoutMs": 10000/],
    ['celery', ' --method charge', /"capMs": 60000/],
  ])('reads %s as its people have it, YAML and object literals included', async (format, which, expected) => {
    const { code, out } = await holdoff(`import ${format} -${which}`, { files: { '-': example(format) } });
    expect(code).toBe(0);
    expect(out).toMatch(expected);
    expect((await holdoff('schedule --policy - --quiet', { files: { '-': out } })).code).toBe(0);
  });

  it('reads a file of several YAML documents', async () => {
    const { out } = await holdoff('import istio -', { files: { '-': `kind: Service\n---\n${example('istio')}` } });
    expect(JSON.parse(out).maxAttempts).toBe(4);
  });

  it.each<[string, string, RegExp]>([
    ['import envoy a.yaml', 'a: [1\nb', /a\.yaml is neither JSON nor YAML: .* at line 2, column 1/],
    ['import grpc a.json', '{"a": 1,}', /a\.json: line 1, column 9: a comma stands before this \}/],
    ['import envoy a.yaml', 'a: 1\na: 2\n', /the key "a" stands twice in one map/],
    ['import envoy a.yaml', '', /there is nothing here/],
    [
      'import envoy a.yaml',
      'retry_policy: { num_retries: many }',
      /a\.yaml: retry_policy\.num_retries: "many" is not allowed; give a number/,
    ],
    [
      'import grpc a.json',
      '{"methodConfig": []}',
      /a\.json: methodConfig: a list is not allowed; give a service config/,
    ],
    [
      'import envoy a.yaml',
      `a: &a [x, x]\n${'abcdefghijklmnopqrstuvwxyz'.replace(/./g, (c, at) => (at === 0 ? '' : `${c}: &${c} [*${String.fromCharCode(c.charCodeAt(0) - 1)}, *${String.fromCharCode(c.charCodeAt(0) - 1)}]\n`))}`,
      /neither JSON nor YAML: Excessive alias count/,
    ],
    ['import envoy a.yaml', '['.repeat(50_000), /neither JSON nor YAML/],
    ['import envoy missing.yaml', '', /missing\.yaml cannot be read: there is no such file/],
    ['import', '', /FORMAT: missing; name a config format/],
    ['import grcp a.json', '{}', /FORMAT: "grcp" is not allowed[\s\S]*did you mean grpc\?/],
    ['import grpc a.json b.json', '{}', /"b\.json" is one word too many: FILE was given as "a\.json"/],
    ['import grpc a.json --methd x', '{}', /did you mean --method\?/],
  ])('%s with %j is misuse, with what to do', async (line, text, message) => {
    const { code, out, err } = await holdoff(line, { files: { 'a.yaml': text, 'a.json': text } });
    expect({ code, out }).toEqual({ code: 2, out: '' });
    expect(err).toMatch(message);
    expect(err).not.toContain('fault in holdoff');
  });

  it('reads a large file in time that grows with its size only', async () => {
    const text = Array.from({ length: 30_000 }, (_, at) => `key${at}: { value: ${at} }\n`).join('');
    const start = process.cpuUsage();
    const { err } = await holdoff('import envoy a.yaml', { files: { 'a.yaml': text } });
    expect(err).toContain('retry_policy: missing');
    // Every key compared with every other would be a minute.
    expect(process.cpuUsage(start).user / 1e6).toBeLessThan(15);
  });

  it('does not wait for a person to type a config', async () => {
    const { code, err } = await holdoff('import grpc', { stdinIsTerminal: true });
    expect(code).toBe(2);
    expect(err).toContain('pipe a config in, or name its file');
  });
});

describe('export', () => {
  it('prints the config alone, and the losses on standard error', async () => {
    const { code, out, err } = await holdoff(
      'export grpc --base 100ms --cap 1200ms --jitter 0.8..1.2 --attempts 4 --retry-after-max 10m',
    );
    expect(code).toBe(0);
    expect(JSON.parse(out).methodConfig[0].retryPolicy).toEqual({
      maxAttempts: 4,
      initialBackoff: '0.1s',
      maxBackoff: '1s',
      backoffMultiplier: 2,
      retryableStatusCodes: ['RESOURCE_EXHAUSTED', 'INTERNAL', 'UNAVAILABLE'],
    });
    expect(err).toContain('note: refusals.countAsAttempts: the policy says false; gRPC has true');
    expect(err).not.toMatch(/^note: (?:backoff|jitter|maxAttempts|The largest change)/m);
  });

  it('tells the largest change in mean delay', async () => {
    const { err } = await holdoff('export temporal --retries 5');
    expect(err).toContain(
      'The largest change in mean delay is before retry 5: the policy waits 8.00 s, Temporal 16.0 s.',
    );
  });

  it('has all of it as data with --json', async () => {
    const { out, err } = await holdoff('export curl --retries 3 --jitter none --json');
    expect(err).toBe('');
    const { format, text, losses, largestMeanChange } = JSON.parse(out);
    expect({ format, largestMeanChange }).toEqual({ format: 'curl', largestMeanChange: null });
    expect(text).toMatch(/^curl --retry 3 /);
    expect(losses[0]).toEqual({
      field: 'backoff.capMs',
      kind: 'approximated',
      policy: 'says 32s',
      system: 'curl has 10m (it doubles up to ten minutes)',
      sentence: 'backoff.capMs: the policy says 32s; curl has 10m (it doubles up to ten minutes).',
    });
  });

  it('has the losses as a table with --csv and --markdown, and a sentence with --quiet', async () => {
    expect((await holdoff('export polly --csv')).out).toMatch(/^field,kind,policy,system\nrefusals\.countAsAttempts,/);
    expect((await holdoff('export polly --markdown')).out).toMatch(/^```\n\{[\s\S]*\n```\n\n\| field \|/);
    const { out, err } = await holdoff('export polly --quiet');
    expect(out).toMatch(/^Polly retry options: \d+ differences to the policy\. The largest change /);
    expect(err).toMatch(/^note: refusals/);
    expect(err).not.toContain('The largest change');
  });

  it('says why the longest wait of gRPC is another number: 8 s are 1.2 times 6.67 s', async () => {
    const { out, err } = await holdoff('export grpc --cap 8s');
    expect(out).toContain('"maxBackoff": "6.666666667s"');
    expect(err).toContain('its jitter is fixed at ±20 %, so that waits reach 1.2 times maxBackoff');
  });

  it.each([
    [[{ name: 'a', amount: 5, windowMs: 1000 }], 'quotas: the policy says 1 quota; Polly has none.'],
    [
      [
        { name: 'a', amount: 5, windowMs: 1000 },
        { name: 'b', amount: 50, windowMs: 60_000 },
      ],
      'quotas: the policy says 2 quotas; Polly has none.',
    ],
  ])('counts the quotas that get lost: %j', async (quotas, told) => {
    const { err } = await holdoff('export polly --policy -', { files: { '-': JSON.stringify({ quotas }) } });
    expect(err).toContain(told);
  });

  it.each(FORMATS.map(({ id }) => id))('of the defaults as %s is read back by import', async (format) => {
    const { out } = await holdoff(`export ${format} --retries 4`);
    const { code, out: policy } = await holdoff(`import ${format} -`, { files: { '-': out } });
    expect(code).toBe(0);
    expect(JSON.parse(policy).maxAttempts).toBe(5);
  });

  it('takes a policy file and a preset like any command', async () => {
    const { out } = await holdoff('export bullmq --policy -', { files: { '-': '{"maxAttempts":3,"jitter":"none"}' } });
    expect(JSON.parse(out)).toEqual({ attempts: 3, backoff: { type: 'exponential', delay: 1000 } });
    expect((await holdoff('export bullmq --preset got')).out).toContain('"attempts": 3');
  });
});

it('the help names every format', () => {
  const named = FORMAT_OPERAND.about.replace(' or ', ', ').replace('.', '').split(', ');
  expect(named).toEqual(FORMATS.map(({ id }) => id));
});
