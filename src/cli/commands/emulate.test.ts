import { createServer } from 'node:net';
import { afterEach, describe, expect, it } from 'vitest';
import { createEmulator } from '../../emulator/index.js';
import { holdoff } from '../fixtures/fake-io.js';
import { emulatorOptions } from '../input/emulator-flags.js';
import type { Io } from '../io.js';

const script = (value: unknown) => ({ files: { 's.json': typeof value === 'string' ? value : JSON.stringify(value) } });

async function refusal(line: string, fake: Parameters<typeof holdoff>[1] = {}): Promise<string> {
  const { code, out, err } = await holdoff(line, fake);
  expect({ code, out }, err).toEqual({ code: 2, out: '' });
  return err;
}

describe('holdoff emulate refuses, before it listens,', () => {
  it.each<[line: string, ...parts: string[]]>([
    ['emulate', 'PROVIDER: missing; name whom to emulate', 'anthropic, anthropic-subscription, openai'],
    ['emulate antropic', 'PROVIDER: "antropic" is not allowed', 'did you mean anthropic?'],
    ['emulate openai 8429', '"8429" is one word too many'],
    ['emulate anthropic --rpm 0', '--rpm: "0" is not allowed; give a number above 0'],
    ['emulate anthropic --rpd 5', '--rpd: "5" is not allowed; give a limit that Anthropic has: --rpm, --itpm, --otpm'],
    ['emulate custon --rpm 5', 'PROVIDER: "custon" is not allowed', 'did you mean custom?'],
    ['emulate anthropic --rpm 0.5', 'limits.requests.amount: 0.5 is not allowed; give 1 or more, or a burst'],
    ['emulate openai --host= --port 0', '--host: "" is no address; give one such as 127.0.0.1'],
    ['emulate anthropic --limit request=5/min', '--limit: "request" is not allowed', 'did you mean requests?'],
    ['emulate openai --limit requests=5/min@2', '--limit: "requests=5/min@2" is not allowed', '[+BURST]'],
    ['emulate openai --rpm 5 --limit requests=6/s', '--limit: "requests=6/s" is not allowed; give requests once'],
    ['emulate custom --rpm 5 --limit requests=6/s', '--limit: "requests=6/s" is not allowed; give requests once'],
    ['emulate twilio --limit concurrency=0', '--limit: "0" is not allowed; give a number above 0'],
    ['emulate openai --limit requests=5', 'the window is missing'],
    ['emulate gemini --limit requests=5/min+2', 'limits.requests.burst: 2 is not allowed; give no burst'],
    ['emulate stripe --overload 5', '--overload: "5" is not allowed; give a share from 0 to 1'],
    ['emulate aws --condition spend=0.1', '--condition: "spend" is not allowed; give a condition of AWS'],
    ['emulate anthropic --condition spend-limit=x', '--condition: "x" is not allowed; give a share'],
    ['emulate custom', '--limit: missing; give one or more for custom'],
    ['emulate custom --rpm 5 --hint sec', '--hint: "sec" is not allowed; give seconds, milliseconds, date, none'],
    ['emulate openai --hint date', '--hint: "date" is not allowed; give it with custom only'],
    ['emulate openai --others 1.5', '--others: "1.5" is not allowed; give a share'],
    ['emulate openai --latency soon', '--latency: "soon" is not allowed; give a duration'],
    ['emulate openai --seed -1', '--seed: "-1" is not allowed; give a whole number from 0 to 4294967295'],
    ['emulate openai --window-factor 0', '--window-factor: "0" is not allowed; give a number from 0.000001'],
    ['emulate openai --port 99999', '--port: "99999" is not allowed; give a whole number from 0 to 65535'],
    ['emulate openai --prot 1', '--prot: no such flag', 'did you mean --port?'],
    ['emulate openai --host 192.0.2.1 --port 0', '--host: ', 'this computer has no such address'],
    ['emulate openai --script nope.json', '--script: nope.json cannot be read: there is no such file'],
  ])('%s', async (line, ...parts) => {
    const err = await refusal(line);
    for (const part of parts) expect(err).toContain(part);
  });

  it.each<[string, unknown, ...string[]]>([
    ['no JSON', '{"faults": [}', 's.json: line 1, column 13'],
    ['no object', [], 's.json: a list is not allowed; give an object with'],
    ['an unknown key', { fault: [] }, 's.json: fault: "fault" is not allowed', 'did you mean faults?'],
    ['half a fault', { faults: [{ kind: 'truncate' }] }, 's.json: faults[0].characters: missing; give a whole number'],
  ])('a script that is %s', async (_, value, ...parts) => {
    const err = await refusal('emulate openai --script s.json', script(value));
    for (const part of parts) expect(err).toContain(part);
  });

  it('with --json as a document', async () => {
    expect(JSON.parse(await refusal('emulate nobody --json'))).toMatchObject({ error: { code: 'invalid-input' } });
  });
});

describe('holdoff emulate', () => {
  let holder: ReturnType<typeof createServer> | null = null;
  afterEach(() => holder?.close());

  it('says that a port is taken', async () => {
    const taken = await new Promise<number>((resolve) => {
      const server = createServer();
      holder = server;
      server.listen(0, '127.0.0.1', () => resolve((server.address() as { port: number }).port));
    });
    const err = await refusal(`emulate openai --port ${taken}`);
    expect(err).toContain(`--port: ${taken} is taken: another program listens there`);
    expect(err).toContain('--port 0 for any that is free');
  });

  it.each([
    ['twilio', 'concurrency=5'],
    ['okta', 'concurrency=5'],
    ['github', 'secondary-concurrency=5'],
  ])('takes for %s a number of requests in progress, which have no window', async (provider, limit) => {
    const readsNothing = {} as Io;
    const { book } = createEmulator(await emulatorOptions(provider, { limit: [limit] }, readsNothing));
    expect(book.limits.map(({ limiter }) => limiter)).toContainEqual({ kind: 'concurrency', amount: 5 });
  });

  it('is explained by its help, with every provider', async () => {
    const { out } = await holdoff('emulate --help');
    expect(out).toContain('holdoff emulate anthropic --rpm 50 --itpm 30000');
    expect(out).toMatch(/anthropic, anthropic-subscription, openai,\s+azure-openai, gemini, aws, github/);
  });
});
