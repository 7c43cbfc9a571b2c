// What cannot be used is refused before anything is computed: exit 2, nothing on standard output, and a message that
// names the flag or field, echoes the value, and says what is allowed.

import { describe, expect, it } from 'vitest';
import { holdoff } from './fixtures/fake-io.js';

const LIMIT = '--rpm 1000';
const FILE = { files: { 'p.json': '' } };
const withFile = (text: string) => ({ files: { ...FILE.files, 'p.json': text } });

async function refusal(line: string, fake: Parameters<typeof holdoff>[1] = {}): Promise<string> {
  const { code, out, err } = await holdoff(line, fake);
  expect({ code, out }, err).toEqual({ code: 2, out: '' });
  return err;
}

describe('a value that is not allowed', () => {
  it.each<[line: string, ...parts: string[]]>([
    ['schedule --base ""', '--base: "" is not allowed; give a duration'],
    ['schedule --base NaN', '--base: "NaN" is not allowed; give a duration'],
    ['schedule --base -5ms', '--base: "-5ms" is not allowed; give a duration'],
    ['schedule --base=-5ms', '--base: "-5ms" is not allowed; give a duration'],
    ['schedule --base Infinity', '--base: "Infinity" is not allowed'],
    ['schedule --base 1e3', '--base: "1e3" is not allowed'],
    ['schedule --base none', '--base: "none" is not allowed'],
    ['schedule --base 5parsecs', '--base: "5parsecs" is not allowed', '250ms, 1.5s, 2m, 1h30m or 1d'],
    ['schedule --cap 30sec', '--cap: "30sec" is not allowed', 'or none'],
    ['schedule --multiplier 0.5', '--multiplier: "0.5" is not allowed; give a number from 1 to 10'],
    ['schedule --multiplier 11', '--multiplier: "11" is not allowed; give a number from 1 to 10'],
    ['schedule --multiplier ""', '--multiplier: "" is not allowed; give a number from 1 to 10'],
    ['schedule --attempts 0', '--attempts: "0" is not allowed; give a whole number from 1 to 1000'],
    ['schedule --attempts 1001', '--attempts: "1001" is not allowed; give a whole number from 1 to 1000'],
    ['schedule --attempts 2.5', '--attempts: "2.5" is not allowed; give a whole number from 1 to 1000'],
    ['schedule --retries 1000', '--retries: "1000" is not allowed; give a whole number from 0 to 999'],
    ['schedule --attempts 5 --retries 4', '--retries: "4" is not allowed; give either --attempts or --retries'],
    ['schedule --jitter 1..0', '--jitter: "1..0" is not allowed; give none, full, equal, decorrelated, or LOW..HIGH'],
    ['schedule --jitter some', '--jitter: "some" is not allowed'],
    ['schedule --seed -1', '--seed: "-1" is not allowed; give a whole number from 0 to 4294967295'],
    ['schedule --success 1.2', '--success: "1.2" is not allowed; give a share from 0 to 1'],
    ['schedule --success 3/0', '--success: "3/0" is not allowed; give a share from 0 to 1'],
    ['schedule --success 4/3', '--success: "4/3" is not allowed'],
    ['schedule --success ""', '--success: "" is not allowed'],
    ['schedule --deadline -1s', '--deadline: "-1s" is not allowed; give a duration'],
    ['schedule --check 120% --deadline 5s', '--check: "120%" is not allowed; give a share from 0 to 1'],
    ['schedule --preset open-ai-python', '--preset: "open-ai-python" is not allowed', 'did you mean openai-python?'],
    ['plan --rpm 0', '--rpm: "0" is not allowed', 'above 0'],
    ['plan --rpm -5', '--rpm: "-5" is not allowed'],
    ['plan --limit requests=0/min', '--limit: "requests=0/min" is not allowed; give NAME=AMOUNT/WINDOW', 'all above 0'],
    ['plan --limit requests=5/0s', '--limit: "requests=5/0s" is not allowed', 'the window "0s" must be above 0'],
    ['plan --limit requests=5/fortnight', '--limit: "requests=5/fortnight" is not allowed', 'the window "fortnight"'],
    ['plan --limit tokens=5/min@1e9', '--limit: ', 'the cost "1e9" must be a number above 0'],
    ['plan --limit tokens=9999999G/min+1', '--limit: ', 'give a number from', 'the amount is out of range'],
    ['plan --limit tokens=5/min+9999999G', '--limit: ', 'the burst is out of range'],
    ['plan --limit tokens=5/min@0', '--limit: "tokens=5/min@0" is not allowed'],
    ['plan --tpm 200k --tokens 0', '--tokens: "0" is not allowed', 'above 0'],
    ['plan --tpm 200k', '--tokens: missing; give'],
    ['plan --itpm 200k --otpm 5k', '--input-tokens: missing', '--output-tokens: missing'],
    [`plan ${LIMIT} --in-flight 0`, '--in-flight: "0" is not allowed'],
    [`plan ${LIMIT} --in-flight 1.5`, '--in-flight: "1.5" is not allowed'],
    [`plan ${LIMIT} --backlog -1`, '--backlog: "-1" is not allowed'],
    [`plan ${LIMIT} --backlog NaN`, '--backlog: "NaN" is not allowed'],
    [`plan ${LIMIT} --arrivals 20`, '--arrivals: "20" is not allowed', '20/min', 'the window is missing'],
    [`plan ${LIMIT} --arrivals 37/50`, '--arrivals: "37/50" is not allowed', 'the window "50" needs a unit'],
    [`plan ${LIMIT} --latency 4x`, '--latency: "4x" is not allowed'],
    [`plan ${LIMIT} --seed 1.5`, '--seed: "1.5" is not allowed'],
    [`plan ${LIMIT} --limit requests=5/min`, 'a name that no other limit has'],
    ['plan', 'limits: missing; give at least one, such as --rpm 1000'],
    ['schedule --jitter fulll', '--jitter: "fulll" is not allowed', 'did you mean full?'],
    ['schedule --jitter 0.8-1.2', '--jitter: "0.8-1.2" is not allowed', 'did you mean 0.8..1.2?'],
    ['schedule --base 30seconds', '--base: "30seconds" is not allowed', 'did you mean 30s?'],
    ['schedule --preset boto3', '--preset: "boto3" is not allowed', 'did you mean botocore-legacy?'],
    ['generate golang', 'TARGET: "golang" is not allowed', 'did you mean go?'],
    ['generate JS', 'TARGET: "JS" is not allowed', 'did you mean javascript?'],
    ['emulate claude', 'PROVIDER: "claude" is not allowed', 'did you mean anthropic?'],
    ['emulate gpt', 'PROVIDER: "gpt" is not allowed', 'did you mean openai?'],
    ['simulate batch-drain --compare jiter=', '--compare: "jiter=" is not allowed', 'did you mean jitter=?'],
  ])('%s', async (line, ...parts) => {
    const message = await refusal(line);
    for (const part of parts) expect(message).toContain(part);
  });

  it('has what to do told before a long list of what is allowed, which is wrapped', async () => {
    const [first, hint, ...list] = (await refusal('schedule --preset boto3')).trimEnd().split('\n');
    expect([first, hint]).toEqual([
      'holdoff schedule: --preset: "boto3" is not allowed',
      '  did you mean botocore-legacy?',
    ]);
    expect(list[0]).toMatch(/^ {2}give one of openai-node, /);
    expect(list.at(-1)).toMatch(/, sidekiq$/);
    expect(Math.max(...list.map((line) => line.length))).toBeLessThanOrEqual(80);
  });

  it.each([
    ['export', 'grpc', 'curl'],
    ['emulate', 'anthropic', 'custom'],
    ['simulate --set clients=10', 'thundering-herd', 'bring-your-own'],
  ])('that is missing: %s lists what there is, wrapped', async (line, firstOne, lastOne) => {
    const [, ...list] = (await refusal(line)).trimEnd().split('\n');
    expect(list[0]?.startsWith(`  it is one of ${firstOne}, `)).toBe(true);
    expect(list.at(-1)?.endsWith(lastOne)).toBe(true);
    expect(list.length).toBeGreaterThan(1);
    expect(Math.max(...list.map(({ length }) => length))).toBeLessThanOrEqual(80);
  });

  it('is told beside all others, so that one edit mends them all', async () => {
    const message = await refusal('plan --base x --multiplier 0 --rpm 0 --success 2 --seed y');
    for (const flag of ['base', 'multiplier', 'rpm', 'success', 'seed']) expect(message).toContain(`--${flag}: `);
  });
});

describe('a command line that cannot be understood', () => {
  it.each<[line: string, ...parts: string[]]>([
    ['shedule', '"shedule" is no command', 'did you mean schedule?'],
    ['frobnicate', '"frobnicate" is no command', 'the commands are schedule, plan'],
    ['help shedule', '"shedule" is no command', 'did you mean schedule?'],
    ['schedule --bse 1s', '--bse: no such flag', 'did you mean --base?'],
    ['schedule --multiplyer=3', '--multiplyer: no such flag', 'did you mean --multiplier?'],
    ['schedule --rpm 1000', '--rpm: no such flag', 'holdoff plan has it'],
    ['schedule --retry 3', '--retry: no such flag', 'did you mean --retries?'],
    ['schedule --max-attempts 3', '--max-attempts: no such flag', 'did you mean --attempts?'],
    ['plan --rps 10', '--rps: no such flag', 'say --limit requests=10/s'],
    ['plan --tps=5k', '--tps: no such flag', 'say --limit tokens=5k/s@COST'],
    ['plan --rps --latency 1s', '--rps: no such flag', 'say --limit requests=AMOUNT/s'],
    ['schedule -x', '-x: no such flag'],
    ['schedule --base', '--base: a value is missing; give DURATION'],
    ['schedule --base --cap 5s', '--base: a value is missing; give DURATION'],
    ['schedule base 1s', '"base" belongs to no flag', 'did you mean --base?'],
    ['schedule 5', '"5" belongs to no flag', 'values follow a flag'],
    ['schedule --json --csv', '--json and --csv: give one of them'],
    ['schedule --csv --explain', '--explain and --csv: give --explain by itself or with --json'],
    ['--base 1s', '"1s" is no command'],
    ['--retry', '--retry: name a command first'],
    ['schedule --quiet=1', '--quiet: it takes no value', 'give --quiet by itself'],
    ['schedule --json=false', '--json: it takes no value', 'give --json by itself, or leave it out'],
    ['schedule --help=yes', '--help: it takes no value'],
    ['plan --rpm 5 --check=99%', '--check: it takes no value'],
    ['schedule -q=1', 'a flag of one letter takes no value after ='],
    ['schedule -- --base', '"--base" belongs to no flag', 'after -- nothing is read as a flag; leave the -- out'],
    ['headers -- a --base', '"--base" is one word too many', 'after -- nothing is read as a flag'],
    ['schedule --base 1s --base 2s', '--base: given twice', 'give it once'],
    ['schedule --base=1s --cap 5s --base=1s', '--base: given twice'],
    ['schedule --deadline 5s --check --check 99%', '--check: given twice'],
    ['plan --rpm 5 --rpm 6', '--rpm: given twice'],
    ['plan --rpm 5 --in-flight 10 --check', '--latency: missing; give the time', '--check needs it'],
    ['plan --rpm 5 --in-flight 10 --latency 0 --check', '--latency: 0 is not allowed', 'above 0', '--check needs it'],
    ['schedule --check', '--deadline: missing; give the time to check against', '--check needs it'],
    ['schedule --check 99% --deadline 5s', '--success: missing', '--latency: missing'],
  ])('%s', async (line, ...parts) => {
    const message = await refusal(line);
    for (const part of parts) expect(message).toContain(part);
  });
});

describe('a name that was not meant to be read', () => {
  const hostile = `x\u202e\u001b[2J\r${'y'.repeat(1000)}`;

  it.each<[where: string, line: string, file?: string]>([
    ['a flag', `schedule "--${hostile}"`],
    ['a flag before any command', `"--${hostile}"`],
    ['a command', `"${hostile}"`],
    ['a stray word', `schedule "${hostile}"`],
    ['a word too many', `headers a "${hostile}"`],
    ['a word after --', `schedule -- "--${hostile}"`],
    ['a file', `schedule --policy "${hostile}"`],
    ['a value', `schedule --base "${hostile}"`],
    ['a key in a file', 'schedule --policy p.json', JSON.stringify({ [hostile]: 1 })],
    ['a key in a group of a file', 'schedule --policy p.json', JSON.stringify({ backoff: { [hostile]: 1 } })],
    ['a key in the load of a file', 'schedule --policy p.json', JSON.stringify({ load: { [hostile]: 1 } })],
    ['a cost in the load of a file', 'schedule --policy p.json', JSON.stringify({ load: { costs: { [hostile]: 0 } } })],
    ['a preset in a file', 'schedule --policy p.json', JSON.stringify({ preset: hostile })],
    ['a limit', `plan --limit "${hostile}=5/s"`],
    ['a window', `plan --limit "a=5/${hostile}"`],
  ])('%s is shown escaped and cut', async (_, line, file = '') => {
    const message = await refusal(line, withFile(file));
    expect(message).toContain('x\\u{202e}\\u{1b}[2J\\u{d}y');
    expect(message).not.toMatch(/y{60}|[^\P{Cc}\n]|[\u202a-\u202e\u2066-\u2069]/u);
  });
});

describe('a policy file that cannot be used', () => {
  it.each<[what: string, content: string | Uint8Array | Error, ...parts: string[]]>([
    [
      'broken JSON',
      '{\n  "maxAttempts": 3,\n  "jitter": full\n}',
      'p.json: line 3, column 13: a value is missing here',
    ],
    ['a comma too many', '{ "maxAttempts": 3, }', 'p.json: line 1, column 21: a comma stands before this }; remove it'],
    ['nothing', '', 'p.json: line 1, column 1: there is nothing here'],
    ['a list', '[]', 'p.json: a list is not allowed; give an object'],
    [
      'an unknown key',
      '{ "maxAttemps": 3 }',
      'p.json: maxAttemps: "maxAttemps" is not allowed',
      'did you mean maxAttempts?',
    ],
    ['a name of another library', '{ "backoff": { "base": 3 } }', 'p.json: backoff.base: "base"', 'say backoff.baseMs'],
    [
      'a count of retries',
      '{ "maxRetries": 3 }',
      'p.json: maxRetries: "maxRetries"',
      'maxAttempts, which is retries + 1',
    ],
    [
      'an unknown key in a group',
      '{ "backoff": { "basMs": 3 } }',
      'p.json: backoff.basMs: "basMs" is not allowed',
      'did you mean baseMs?',
    ],
    [
      'a value out of range',
      '{ "backoff": { "multiplier": 11 } }',
      'p.json: backoff.multiplier: 11 is not allowed; give a number from 1 to 10',
    ],
    [
      'a wrong load',
      '{ "load": { "success": 2, "latency": 5 } }',
      'p.json: load.success: 2 is not allowed',
      'did you mean latencyMs?',
    ],
    ['an unknown preset', '{ "preset": "boto4" }', 'p.json: preset: "boto4" is not allowed'],
    ['a preset that is no text', '{ "preset": 4 }', 'p.json: preset: 4 is not allowed'],
    ['a key named __proto__', '{ "__proto__": { "maxAttempts": 3 } }', 'p.json: __proto__: "__proto__" is not allowed'],
    ['UTF-16', new Uint8Array([0xff, 0xfe, 0x7b, 0]), '--policy: p.json is not UTF-8 text', 'PowerShell'],
    ['too much', ' '.repeat(1024 * 1024 + 1), '--policy: p.json has more than 1 MB'],
    [
      'no permission',
      Object.assign(new Error('x'), { code: 'EACCES' }),
      '--policy: p.json cannot be read: you have no permission',
    ],
    ['a folder', Object.assign(new Error('x'), { code: 'EISDIR' }), '--policy: p.json cannot be read: it is a folder'],
  ])('%s', async (_, content, ...parts) => {
    const message = await refusal('schedule --policy p.json', { files: { 'p.json': content } });
    for (const part of parts) expect(message).toContain(part);
  });

  it('that is not there', async () => {
    expect(await refusal('schedule --policy q.json', FILE)).toContain(
      '--policy: q.json cannot be read: there is no such file',
    );
  });

  it('named by an empty text', async () => {
    expect(await refusal('schedule --policy ""')).toContain(
      '--policy: "" is not allowed; give a file, or - for standard input',
    );
  });

  it('is called standard input for -', async () => {
    const message = await refusal('schedule --policy -', { files: { '-': '{,}' } });
    expect(message).toContain('standard input: line 1, column 2: a name in double quotes is missing here');
  });

  it('makes way for the message and the help where a person sits at standard input', async () => {
    const message = await refusal('schedule --policy -', { stdinIsTerminal: true });
    expect(message).toContain('--policy -: nothing is piped to standard input');
    expect(message).toContain('Examples\n');
  });

  it('is told beside the flags that are wrong, each under its own name', async () => {
    const message = await refusal('schedule --policy p.json --base x', withFile('{ "maxAttempts": 0 }'));
    expect(message).toContain('--base: "x" is not allowed');
    expect(message).toContain('p.json: maxAttempts: 0 is not allowed');
  });
});

describe('with --json', () => {
  it('an error is a document of code, message and hint', async () => {
    const message = await refusal('schedule --multiplier 0.5 --json');
    expect(JSON.parse(message)).toEqual({
      error: {
        code: 'invalid-policy',
        message: '--multiplier: "0.5" is not allowed; give a number from 1 to 10',
        hint: null,
      },
    });
  });

  it.each([
    ['schedule --bse 1 --json', 'unknown-flag', 'did you mean --base?'],
    ['shedule --json', 'unknown-command', 'did you mean schedule?'],
    ['schedule --preset opnai-python --json', 'invalid-input', 'did you mean openai-python?'],
    ['schedule --policy nowhere.json --json', 'unreadable-file', null],
  ])('%s has the code %s', async (line, code, hint) => {
    expect(JSON.parse(await refusal(line))).toMatchObject({ error: { code, hint } });
  });
});
