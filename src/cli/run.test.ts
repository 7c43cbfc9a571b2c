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

describe('the help of a command', () => {
  it('is the same however it is asked for, whatever else is on the line', async () => {
    const help = await holdoff('plan --help');
    expect(help.code).toBe(0);
    for (const line of ['help plan', 'plan -h', '--help plan', 'plan --bse 5 --help'])
      expect(await holdoff(line)).toEqual(help);
  });

  it('of schedule looks like this', async () => {
    expect((await holdoff('schedule --help')).out).toMatchInlineSnapshot(`
      "holdoff schedule: What a retry policy waits, and whether it fits a deadline.

      Examples
        # every wait and the total of five retries
        holdoff schedule --base 1s --cap 32s --retries 5 --jitter full
        # the chance of an answer within 30 s; exit 3 when it is below 99 %
        holdoff schedule --retries 5 --success 0.5 --latency 4s --deadline 30s \\
          --check 99%
        # the documented default of a real client, as a table
        holdoff schedule --preset openai-python --csv
        # for programs, with where each value came from
        holdoff schedule --policy policy.json --json --explain

      Backoff
        --base DURATION             Raw delay before the first retry. (1s)
        --multiplier NUMBER         What each raw delay is multiplied by to give the
                                    next. (2)
        --cap DURATION              Longest wait that is ever computed; none lets it
                                    grow. With listed delays the default is none.
                                    (32s)
        --min DURATION              Shortest wait that is ever computed, whatever the
                                    jitter draws. (0ms)
        --throttled-base DURATION   Another base after a quota refusal (429), as the
                                    AWS SDKs have. (none)
        --jitter JITTER             How a wait is drawn from the raw delay: none,
                                    full, equal, decorrelated, or LOW..HIGH shares of
                                    it. (full)
        --attempts COUNT            Calls in all, the first one included. (6)
        --retries COUNT             Calls after the first one: another way to say
                                    --attempts, as retries + 1. Give one of the two.
        --no-retry-after            Ignore the wait that the server names.
        --retry-after-max DURATION  Longest server wait that is obeyed. (10m)
        --deadline DURATION         Longest time a call may take in all: queueing,
                                    attempts and waits. (none)
        --seed COUNT                Seed of the sample: the same seed draws the same
                                    waits everywhere. (1)

      Calls
        --success SHARE     Chance that one attempt succeeds; counts such as 37/50
                            also say how sure that is.
        --latency DURATION  Time that one attempt takes.
        --limit LIMIT       A limit, NAME=AMOUNT/WINDOW[@COST][+BURST]; one attempt
                            costs 1 and the burst is the amount unless given.

      Where the policy comes from (a flag beats the file, the file the preset)
        --policy FILE  A policy as JSON; - is standard input.
        --preset ID    The documented default of a real client, such as openai-python.

      Check
        --check [SHARE]  Exit 3 unless the worst case fits the deadline or, with a
                         share, that share of calls succeeds in time.

      Output
        --json       One JSON document; errors too, on standard error.
        --csv        The table as CSV, in full precision.
        --markdown   The tables as Markdown.
        -q, --quiet  Only the sentence that answers.
        --explain    Also each value in effect, and where it came from.
        --no-color   No colour; NO_COLOR and FORCE_COLOR are heeded as well.
        -h, --help   This help.

      Exit codes
        0    done
        1    failed while running
        2    wrong usage, or a value that is not allowed; nothing was computed
        3    a --check was not met
        130  stopped by Ctrl-C
      "
    `);
  });

  it('of plan looks like this', async () => {
    expect((await holdoff('plan --help')).out).toMatchInlineSnapshot(`
      "holdoff plan: What limits and load allow: requests in flight, throughput, time
      to drain a backlog.

      Examples
        # which of two limits binds, how many in flight, how long the backlog takes
        holdoff plan --rpm 1000 --tpm 200k --tokens 2000 --success 0.5 --latency 4s \\
          --backlog 5000 --arrivals 20/min
        # a measured success share; exit 3 when 8 in flight are too many
        holdoff plan --policy policy.json --rpm 50 --success 37/50 --latency 2s \\
          --in-flight 8 --check
        # the limits that a response reports of itself
        curl -sD - -o answer.json https://api.example.com/v1/messages \\
          | holdoff plan --from-headers - --tokens 2000

      Limits, and what one attempt takes of them
        --rpm COUNT            Requests allowed per minute.
        --tpm COUNT            Tokens allowed per minute, input and output together.
        --itpm COUNT           Input tokens allowed per minute.
        --otpm COUNT           Output tokens allowed per minute.
        --rpd COUNT            Requests allowed per day.
        --tpd COUNT            Tokens allowed per day, input and output together.
        --ipm COUNT            Images allowed per minute.
        --tokens COUNT         Tokens that one attempt takes.
        --input-tokens COUNT   Input tokens that one attempt takes.
        --output-tokens COUNT  Output tokens that one attempt takes.
        --images COUNT         Images that one attempt asks for.
        --limit LIMIT          A limit, NAME=AMOUNT/WINDOW[@COST][+BURST]; one attempt
                               costs 1 and the burst is the amount unless given.
        --from-headers FILE    Limits of a captured response; - is standard input. A
                               flag beats what the response says of its name.
        --provider ID          Who sent it, such as anthropic or github, where the
                               response does not tell.

      Load
        --success SHARE      Chance that one attempt succeeds; counts such as 37/50
                             also say how sure that is.
        --latency DURATION   Time that one attempt takes.
        --deadline DURATION  Time within which the caller needs the answer.
        --in-flight COUNT    Attempts planned in flight at once.
        --backlog COUNT      Requests waiting to be worked off.
        --arrivals RATE      New requests per window, such as 20/min.

      Backoff
        --base DURATION             Raw delay before the first retry. (1s)
        --multiplier NUMBER         What each raw delay is multiplied by to give the
                                    next. (2)
        --cap DURATION              Longest wait that is ever computed; none lets it
                                    grow. With listed delays the default is none.
                                    (32s)
        --min DURATION              Shortest wait that is ever computed, whatever the
                                    jitter draws. (0ms)
        --throttled-base DURATION   Another base after a quota refusal (429), as the
                                    AWS SDKs have. (none)
        --jitter JITTER             How a wait is drawn from the raw delay: none,
                                    full, equal, decorrelated, or LOW..HIGH shares of
                                    it. (full)
        --attempts COUNT            Calls in all, the first one included. (6)
        --retries COUNT             Calls after the first one: another way to say
                                    --attempts, as retries + 1. Give one of the two.
        --no-retry-after            Ignore the wait that the server names.
        --retry-after-max DURATION  Longest server wait that is obeyed. (10m)
        --seed COUNT                Seed of the sample: the same seed draws the same
                                    waits everywhere. (1)

      Where the policy comes from (a flag beats the file, the file the preset)
        --policy FILE  A policy as JSON; - is standard input.
        --preset ID    The documented default of a real client, such as openai-python.

      Check
        --check  Exit 3 unless the plan stays within the ceiling and the backlog
                 clears.

      Output
        --json       One JSON document; errors too, on standard error.
        --csv        The table as CSV, in full precision.
        --markdown   The tables as Markdown.
        -q, --quiet  Only the sentence that answers.
        --explain    Also each value in effect, and where it came from.
        --no-color   No colour; NO_COLOR and FORCE_COLOR are heeded as well.
        -h, --help   This help.

      Exit codes
        0    done
        1    failed while running
        2    wrong usage, or a value that is not allowed; nothing was computed
        3    a --check was not met
        130  stopped by Ctrl-C
      "
    `);
  });

  it.each(['schedule', 'plan'])('of %s has every flag once, and the exit codes', async (command) => {
    const { out } = await holdoff(`${command} --help`);
    const flags = [...out.matchAll(/^ {2}(?:-\w, )?(--[\w-]+)/gm)].map(([, flag]) => flag);
    expect(new Set(flags).size).toBe(flags.length);
    for (const flag of [
      '--base',
      '--retries',
      '--deadline',
      '--success',
      '--policy',
      '--preset',
      '--json',
      '--check',
    ]) {
      expect(flags).toContain(flag);
    }
    expect(out).toMatch(/Exit codes\n {2}0 .*\n {2}1 .*\n {2}2 .*\n {2}3 .*\n {2}130 .*\n$/);
    expect(Math.max(...out.split('\n').map((line) => line.length))).toBeLessThanOrEqual(80);
  });

  it('has examples that can be typed', async () => {
    for (const command of ['schedule', 'plan', 'headers']) {
      const { out } = await holdoff(`${command} --help`, { env: { COLUMNS: '160', LANG: 'C.UTF-8' } });
      const lines = [...out.matchAll(/^ {2}(?:.*\| )?holdoff (.*)$/gm)].map(([, line]) => line as string);
      expect(lines.length).toBeGreaterThan(2);
      const files = {
        'policy.json': '{}',
        'capture.har': '{ "response": { "status": 429, "headers": { "retry-after": "7" } } }',
        'answer.json': '{}',
        '-': 'HTTP/1.1 200 OK\nx-ratelimit-limit-requests: 60\nx-ratelimit-limit-tokens: 150000\n',
      };
      for (const line of lines) expect((await holdoff(line, { files })).code, line).toBeOneOf([0, 3]);
    }
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
