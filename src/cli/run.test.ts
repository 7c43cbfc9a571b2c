import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { holdoff } from './fixtures/fake-io.js';

describe('holdoff without a command', () => {
  it('tells what it is for, examples first', async () => {
    const { code, out, err } = await holdoff('');
    expect({ code, err }).toEqual({ code: 0, err: '' });
    expect(out).toMatchInlineSnapshot(`
      "holdoff: How long to wait on a 429, how many requests to keep in flight, and
      proof that it works.

      Examples
        # what five retries wait, and whether they fit
        holdoff schedule --retries 5 --deadline 30s
        # which limit binds, and how long a backlog takes
        holdoff plan --rpm 1000 --tpm 200k --tokens 2000 --success 0.5 --latency 4s \\
          --backlog 5000

      Commands
        schedule    What a retry policy waits, and whether it fits a deadline.
        plan        What limits and load allow: requests in flight, throughput, time
                    to drain a backlog.
        simulate    What a fleet of clients does to a service: a scenario, run over
                    the engine itself.
        headers     What a response says: whether and when to call again, who refused,
                    what is left.
        generate    A policy as code for your language, to be read, copied and kept.
        export      A policy as the config of another system, such as gRPC, Envoy or
                    Celery, and what gets lost.
        import      The config of another system as a policy: what it really does, and
                    what a policy cannot say.
        emulate     A provider on this computer, with its limits, headers and bad
                    days, for any client in any language.
        gateway     One quota for every program on this computer, in any language: a
                    server that waits as the API says.
        web         The same answers as a page in the browser, served on this computer
                    only.
        completion  A script that lets your shell complete commands, flags and their
                    values.

      holdoff COMMAND --help tells its flags; holdoff --version the version.
      "
    `);
  });

  it.each(['--help', '-h', 'help', '--no-color'])('does the same with %s', async (line) => {
    expect(await holdoff(line)).toEqual(await holdoff(''));
  });

  it.each(['--version', '-V', '-v'])('tells its version with %s', async (line) => {
    expect(await holdoff(line)).toEqual({ code: 0, out: '1.2.3\n', err: '' });
  });
});

describe('the person’s view', () => {
  it('has no line longer than the terminal is wide', async () => {
    for (const columns of [60, 80, 120]) {
      const { out } = await holdoff(
        'plan --rpm 1000 --tpm 200k --tokens 2000 --success 0.5 --latency 4s --backlog 5000',
        {
          isTerminal: true,
          columns,
        },
      );
      expect(
        Math.max(
          ...out
            .replace(ESCAPES, '')
            .split('\n')
            .map((line) => line.length),
        ),
      ).toBeLessThanOrEqual(columns);
    }
  });

  it('is plain in a pipe and coloured on a terminal, unless told otherwise', async () => {
    const coloured = async (line: string, isTerminal: boolean) =>
      (await holdoff(line, { isTerminal })).out !== (await holdoff(line)).out;
    expect(await coloured('plan --rpm 5', false)).toBe(false);
    expect(await coloured('plan --rpm 5', true)).toBe(true);
    expect(await coloured('plan --rpm 5 --no-color', true)).toBe(false);
    expect((await holdoff('plan --rpm 5', { isTerminal: true })).out.replace(ESCAPES, '')).toBe(
      (await holdoff('plan --rpm 5')).out,
    );
  });

  it('is ASCII where the locale is not UTF-8', async () => {
    for (const line of [
      'plan --rpm 5 --success 37/50',
      'plan --help',
      '',
      'plan --rpm 0',
      'schedule',
      'schedule --deadline 30s --success 0.5 --latency 4s',
      'headers --retry-after 1.5',
      'headers',
    ]) {
      const files = { '-': 'HTTP/1.1 429 x\nx-ratelimit-limit-tokens: 5\nx-ratelimit-reset-tokens: 1m0s\n' };
      const { out, err } = await holdoff(line, { env: { LC_ALL: 'C' }, files });
      expect(out + err, line).toMatch(/^[\x20-\x7e\n]+$/);
    }
  });
});

describe('--json', () => {
  it('is one document with its version and sorted keys', async () => {
    const { out, err } = await holdoff('plan --rpm 5 --json');
    expect(err).toBe('');
    const document = JSON.parse(out);
    expect(document.version).toBe(1);
    const isSorted = (value: unknown): boolean => {
      if (typeof value !== 'object' || value === null) return true;
      const keys = Object.keys(value);
      return (Array.isArray(value) || keys.join() === [...keys].sort().join()) && Object.values(value).every(isSorted);
    };
    expect(isSorted(document)).toBe(true);
  });

  it('is never coloured nor put into ASCII', async () => {
    const plain = await holdoff('plan --rpm 5 --json');
    expect(await holdoff('plan --rpm 5 --json', { isTerminal: true, env: { FORCE_COLOR: '1', LC_ALL: 'C' } })).toEqual(
      plain,
    );
  });
});

describe('--quiet', () => {
  it.each(['plan --rpm 5', 'schedule', 'schedule --deadline 5s', 'headers', 'headers --retry-after 7'])(
    'leaves the last paragraph of %s',
    async (line) => {
      const files = { '-': 'HTTP/1.1 429 x\nretry-after: 7\n' };
      const { out } = await holdoff(line, { files });
      const quiet = await holdoff(`${line} -q`, { files });
      expect(quiet.code).toBe(0);
      expect(quiet.out.trimEnd().split('\n').length).toBe(1);
      expect(out.trimEnd().split('\n\n').at(-1)?.replaceAll('\n', ' ')).toBe(quiet.out.trimEnd());
    },
  );
});

describe('any line at all', () => {
  const names = [
    'base',
    'multiplier',
    'cap',
    'min',
    'jitter',
    'retries',
    'attempts',
    'success',
    'latency',
    'deadline',
    'limit',
  ];
  const more = [
    'rpm',
    'tpm',
    'tokens',
    'in-flight',
    'backlog',
    'arrivals',
    'preset',
    'policy',
    'from-headers',
    'provider',
    'retry-after',
    'status',
    'now',
    'body',
    'strict',
    'check',
    'json',
    'csv',
    'x',
  ];
  const values = [
    '',
    '0',
    '1',
    '-1',
    '5',
    '1s',
    'none',
    '0.5',
    '50%',
    '3/4',
    '20/min',
    'a=5/s',
    '1e9',
    'NaN',
    'full',
    'p.json',
    '-',
    'stripe',
  ];
  const word = fc.oneof(
    fc.constantFrom(...names, ...more).map((name) => `--${name}`),
    fc.constantFrom(...values),
    fc.string({ maxLength: 6 }),
  );
  const line = fc.tuple(fc.constantFrom('schedule', 'plan --rpm 60', 'headers'), fc.array(word, { maxLength: 8 }));

  it('ends with an answer or with a refusal that says why, never with a fault of ours', async () => {
    const files = { 'p.json': '{ "maxAttempts": 3 }', '-': 'x-ratelimit-limit-requests: 60' };
    await fc.assert(
      fc.asyncProperty(line, async ([command, words]) => {
        const quoted = words.map((each) => `"${each.replaceAll('"', '')}"`).join(' ');
        const { code, out, err } = await holdoff(`${command} ${quoted}`, { files });
        expect(code, err).toBeOneOf([0, 2, 3]);
        expect(out === '').toBe(code === 2);
        if (code !== 0) expect(err).not.toBe('');
        expect(out).not.toMatch(/\bNaN\b|\bInfinity\b|undefined/);
      }),
      { numRuns: 300 },
    );
  });
});

// biome-ignore lint/suspicious/noControlCharactersInRegex: the escapes of a terminal
const ESCAPES = /\u001b\[\d+m/g;

describe('a duration without a unit', () => {
  it.each([
    ['--base 1', 'note: --base 1 is 1 ms; for seconds write --base 1s\n'],
    ['--deadline 30', 'note: --deadline 30 is 30 ms; for seconds write --deadline 30s\n'],
    ['--base 0', ''],
    ['--base 500', ''],
    ['--base 1ms', ''],
  ])('is milliseconds, which is told where seconds may have been meant: %s', async (given, told) => {
    expect(await holdoff(`schedule --quiet ${given}`)).toMatchObject({ code: 0, err: told });
  });

  it('is told of in the help', async () => {
    expect((await holdoff('schedule --help')).out).toContain('A bare number is milliseconds');
  });
});
