import { describe, expect, it } from 'vitest';
import { holdoff } from './fixtures/fake-io.js';

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

      Durations
        250ms, 1.5s, 2m, 1h30m or 1d. A bare number is milliseconds: 1 is 1ms, not a
        second.

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

      Durations
        250ms, 1.5s, 2m, 1h30m or 1d. A bare number is milliseconds: 1 is 1ms, not a
        second.

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
