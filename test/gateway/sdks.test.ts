// Programs of all kinds with nothing changed but the base URL, before an emulated provider that refuses most of a batch:
// through the gateway every call is answered, plain and streamed, and nobody comes early.

import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { afterEach, describe, expect, it } from 'vitest';
import {
  createEmulator,
  type Emulator,
  type EmulatorOptions,
  type EmulatorServer,
  listen,
} from '../../src/emulator/index.js';
import { type Gateway, type GatewayOptions, startGateway } from '../../src/gateway/index.js';
import { hasPythonPackage } from '../conformance/python.js';
import { anthropic, messages, octokit, openai } from '../sdks/providers.js';
import { earlyRequests, FLIGHT_MS } from '../support/early-requests.js';
import { raw } from './world.js';

const run = promisify(execFile);
const CALLS = 30;
const BUCKET = { amount: 20, windowMs: 1000 };
const PLENTY = { amount: 1e9, windowMs: 60_000 };
const OPENAI = { rules: 'openai', limits: { requests: BUCKET, tokens: PLENTY } };
const ANTHROPIC = { rules: 'anthropic', limits: { requests: BUCKET, inputTokens: PLENTY, outputTokens: PLENTY } };
const GITHUB = { rules: 'github', limits: { core: { amount: 20, windowMs: 1500 } } };

let gateways: Gateway[] = [];
let servers: EmulatorServer[] = [];

async function start(
  options: EmulatorOptions & { rules: string },
  more: Partial<GatewayOptions> = {},
): Promise<{ address: string; gateway: Gateway; emulator: Emulator }> {
  const emulator = createEmulator({ latencyMs: [5, 20], flightMs: FLIGHT_MS, outputTokens: 12, ...options });
  const server = await listen(emulator);
  servers.push(server);
  const gateway = await startGateway({ upstream: server.address, provider: options.rules, ...more });
  gateways.push(gateway);
  return { address: gateway.address, gateway, emulator };
}

afterEach(async () => {
  for (const gateway of gateways) await gateway.close(0);
  for (const server of servers) await server.close();
  gateways = [];
  servers = [];
});

type Started = Awaited<ReturnType<typeof start>>;

/** All calls at once: every one is served, and none comes before the time that was told. */
async function all<T>(world: Started, call: (index: number) => Promise<T>, calls = CALLS): Promise<T[]> {
  const ended = Promise.all(Array.from({ length: calls }, (_, index) => call(index)));
  const early = await earlyRequests(world.emulator, ended);
  const { served } = world.emulator.seen().totals;
  expect({ served, early }).toEqual({ served: CALLS, early: 0 });
  await expect.poll(() => world.gateway.client.stats()).toEqual({ inFlight: 0, queued: 0, sleeping: 0 });
  return ended;
}

describe('through the gateway', () => {
  it('the SDK of OpenAI, plain', async () => {
    const world = await start(OPENAI);
    const client = openai(world.address);
    const answers = await all(world, () => client.chat.completions.create({ model: 'm', messages }));
    expect(answers.every(({ choices }) => (choices[0]?.message.content ?? '') !== '')).toBe(true);
  });

  it('the SDK of OpenAI, streamed', async () => {
    const world = await start(OPENAI);
    const client = openai(world.address);
    const tokens = await all(world, async () => {
      const stream_options = { include_usage: true };
      const stream = await client.chat.completions.create({ model: 'm', messages, stream: true, stream_options });
      let used = 0;
      for await (const { usage } of stream) used = usage?.completion_tokens ?? used;
      return used;
    });
    expect(tokens.every((used) => used > 0)).toBe(true);
  });

  it('the SDK of Anthropic, plain and streamed, and the use of its tokens is known', async () => {
    const world = await start(ANTHROPIC);
    const client = anthropic(world.address);
    const request = { model: 'claude-sonnet-4-5', max_tokens: 64, messages };
    const ends = await all(world, async (index) => {
      if (index % 2 === 0) return (await client.messages.create(request)).stop_reason;
      return (await client.messages.stream(request).finalMessage()).stop_reason;
    });
    expect(new Set(ends)).toEqual(new Set(['end_turn']));
    const [bucket] = world.gateway.status().client.buckets;
    expect(bucket?.bucket).toBe('claude-sonnet-4-5');
    expect(bucket?.limits.map(({ name }) => name)).toEqual(
      expect.arrayContaining(['requests', 'inputTokens', 'outputTokens']),
    );
  });

  it('Octokit', async () => {
    const world = await start(GITHUB);
    const client = octokit(world.address, { retry: { enabled: false }, throttle: { enabled: false } });
    const path = 'GET /repos/{owner}/{repo}/issues/{issue_number}';
    const answers = await all(world, (index) =>
      client.request(path, { owner: 'o', repo: 'r', issue_number: index + 1 }),
    );
    expect(answers.every(({ status }) => status === 200)).toBe(true);
  });

  it('curl, plain and streamed', async () => {
    const world = await start(ANTHROPIC);
    const body = { model: 'm', max_tokens: 20, messages };
    const outputs = await all(world, async (index) => {
      const data = JSON.stringify({ ...body, stream: index % 2 === 1 });
      const args = ['-sS', '--fail', '-H', 'x-api-key: k', '-H', 'content-type: application/json', '-d', data];
      return (await run('curl', [...args, `${world.address}/v1/messages`])).stdout;
    });
    expect(outputs.every((text, index) => text.includes(index % 2 === 1 ? 'event: message_stop' : '"end_turn"'))).toBe(
      true,
    );
  });

  it.skipIf(hasPythonPackage('requests') !== null)('Python requests beside Node, in one quota', async () => {
    const world = await start(OPENAI);
    const script = [
      'import sys, requests',
      'from concurrent.futures import ThreadPoolExecutor',
      'url, count = sys.argv[1] + "/v1/chat/completions", int(sys.argv[2])',
      'body = {"model": "m", "messages": [{"role": "user", "content": "hello"}]}',
      'ask = lambda i: requests.post(url, json={**body, "stream": i % 2 == 1}, headers={"authorization": "Bearer sk-test"}, stream=i % 2 == 1)',
      'def go(i):',
      '    r = ask(i)',
      '    return r.status_code, r.content.count(b"data: [DONE]") if i % 2 == 1 else len(r.json()["choices"])',
      'print(list(ThreadPoolExecutor(count).map(go, range(count))) == [(200, 1)] * count)',
    ].join('\n');
    const half = CALLS / 2;
    const client = openai(world.address);
    const ask = () => client.chat.completions.create({ model: 'm', messages });
    const python = async () => (await run('python3', ['-c', script, world.address, String(half)])).stdout.trim();
    // Python is the first of them, and makes as many calls as there are of ours.
    const [said] = await all<unknown>(world, (index) => (index === 0 ? python() : ask()), half + 1);
    expect(said).toBe('True');
  });

  it('a call that would have to wait for too long is its own typed error, asked for once', async () => {
    const world = await start({
      rules: 'openai',
      limits: { requests: { amount: 1, windowMs: 60_000 }, tokens: PLENTY },
    });
    const client = openai(world.address);
    await client.chat.completions.create({ model: 'm', messages });
    // The SDK tells how long it waits, and would give up itself, and ask again, after that.
    const waits = { timeout: 20_000 };
    const error = await client.chat.completions.create({ model: 'm', messages }, waits).catch((thrown) => thrown);
    expect(error).toMatchObject({ status: 429, name: expect.stringContaining('Error') });
    expect(Number(error.headers.get('retry-after'))).toBeGreaterThan(20);
    expect(world.gateway.status().callers.answered).toEqual({ 200: 1, 429: 1 });
  });

  it('credentials are in nothing that it tells', async () => {
    const world = await start(ANTHROPIC);
    await anthropic(world.address).messages.create({ model: 'm', max_tokens: 5, messages });
    for (const path of ['', '/status', '/metrics']) {
      expect(await raw(world.address, `GET /__holdoff${path} HTTP/1.1\r\nHost: localhost\r\n\r\n`)).not.toContain(
        'sk-test',
      );
    }
  });
});
