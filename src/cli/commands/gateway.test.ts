import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, describe, expect, it } from 'vitest';
import { holdoff } from '../fixtures/fake-io.js';

async function refusal(line: string, fake: Parameters<typeof holdoff>[1] = {}): Promise<string> {
  const { code, out, err } = await holdoff(line, fake);
  expect({ code, out }, err).toEqual({ code: 2, out: '' });
  return err;
}

const UP = '--upstream https://api.example';

describe('holdoff gateway refuses, before it listens,', () => {
  it.each<[line: string, ...parts: string[]]>([
    ['gateway', '--upstream: missing; name the server to call', 'https://api.openai.com'],
    ['gateway https://api.example', '"https://api.example" belongs to no flag'],
    ['gateway --upstream api.example', '--upstream: "api.example" is not allowed; give the address of a server'],
    [
      'gateway --upstream https://me:pw@api.example',
      '--upstream: "https://api.example" is not allowed',
      'without a name',
    ],
    ['gateway --upstream http://localhost:8429', '--upstream: "http://localhost:8429" is not allowed', 'call itself'],
    [`gateway ${UP} --provider antropic`, '--provider: "antropic" is not allowed', 'did you mean anthropic?'],
    [`gateway ${UP} --port 99999`, '--port: "99999" is not allowed; give a whole number from 0 to 65535'],
    [`gateway ${UP} --allow-origin *`, '--allow-origin: "*" is not allowed; give the origin of a page'],
    [`gateway ${UP} --allow-host a/b`, '--allow-host: "a/b" is not allowed'],
    [`gateway ${UP} --replayable many`, '--replayable: "many" is not allowed'],
    [`gateway ${UP} --grace soon`, '--grace: "soon" is not allowed; give a duration'],
    [`gateway ${UP} --attempts 0`, '--attempts: "0" is not allowed'],
    [`gateway ${UP} --rpm 0`, '--rpm: "0" is not allowed'],
    [`gateway ${UP} --preset openai-pyton`, '--preset: "openai-pyton" is not allowed', 'did you mean openai-python?'],
    [`gateway ${UP} --policy nope.json`, '--policy: nope.json cannot be read: there is no such file'],
    [`gateway ${UP} --host 192.0.2.1 --port 0`, '--host: ', 'this computer has no such address'],
    [`gateway ${UP} --redis localhost:6379`, '--redis: "localhost:6379" is not allowed; give the address of a Redis'],
    [`gateway ${UP} --redis http://me:pw@cache`, '--redis: "…@cache" is not allowed'],
    [`gateway ${UP} --rpm 9 --redis redis://127.0.0.1:1 --redis-prefix {a}`, '--redis-prefix: "{a}" is not allowed'],
    [`gateway ${UP} --rpm 9 --redis redis://127.0.0.1:1 --redis-down shut`, '--redis-down: "shut" is not allowed'],
    [`gateway ${UP} --redis redis://a --redis redis://b`, '--redis: "redis://a, redis://b" is not allowed; give one'],
    [`gateway ${UP} --redis-cluster`, '--redis-cluster: is about a Redis', 'give --redis URL with it'],
    [`gateway ${UP} --redis-down open`, '--redis-down: is about a Redis', 'give --redis URL with it'],
  ])('%s', async (line, ...parts) => {
    const err = await refusal(line);
    for (const part of parts) expect(err).toContain(part);
  });
});

describe('holdoff gateway', () => {
  let server: Server | null = null;

  afterEach(() => {
    server?.close();
    server = null;
  });

  it('says that a port is taken, and what to do', async () => {
    const taken = createServer();
    server = taken;
    const port = await new Promise<number>((resolve) => {
      taken.listen(0, '127.0.0.1', () => resolve((taken.address() as AddressInfo).port));
    });
    expect(await refusal(`gateway ${UP} --port ${port}`)).toContain(
      `--port: ${port} is taken: another program listens`,
    );
  });
});
