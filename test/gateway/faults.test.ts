// Ten thousand requests over a bad network to a bad server, and calls of a model, a quarter of them streams:
// each is answered, in whole, and nothing is left behind.

import { Agent, request } from 'node:http';
import { expect, it } from 'vitest';
import { createEmulator, type EmulatorOptions, listen } from '../../src/emulator/index.js';
import { startGateway } from '../../src/gateway/index.js';
import { until } from './world.js';

const AT_ONCE = 64;

interface Asked {
  readonly method: string;
  readonly path: string;
  readonly body?: string;
  /** How a whole answer ends. */
  readonly end: string;
}

/** The status, and whether the answer is whole. */
function ask(address: string, agent: Agent, { method, path, body, end }: Asked): Promise<string> {
  return new Promise((resolve, reject) => {
    const headers = { 'x-api-key': 'k', 'content-type': 'application/json' };
    const asked = request(address + path, { method, agent, headers }, (response) => {
      let text = '';
      response.setEncoding('utf8');
      response.on('data', (part) => {
        text += part;
      });
      response.on('error', reject);
      response.on('end', () => resolve(`${response.statusCode} ${text.trimEnd().endsWith(end) ? 'whole' : text}`));
    });
    asked.on('error', reject);
    asked.end(body);
  });
}

const PLENTY = { amount: 1e9 };
const TROUBLE: Partial<EmulatorOptions> = {
  conditions: [{ condition: 'overload', when: { share: 0.03 } }],
  faults: [
    { kind: 'reset', when: { share: 0.02 } },
    // Before the first event of a stream: of what the caller has seen a part, the rest cannot be asked for.
    { kind: 'truncate', characters: 10, when: { share: 0.02 } },
  ],
};

const plain = (index: number): Asked => ({ method: 'GET', path: `/items/${index}`, end: '}' });

function generate(index: number): Asked {
  const stream = index % 4 === 0;
  const body = JSON.stringify({ model: 'm', max_tokens: 5, messages: [], stream });
  return { method: 'POST', path: '/v1/messages', body, end: stream ? '"message_stop"}' : '}' };
}

it.each<[calls: number, what: string, askedOf: (index: number) => Asked, options: EmulatorOptions]>([
  [10_000, 'requests', plain, { rules: 'ietf', limits: { burst: { amount: 900, windowMs: 1000 }, daily: PLENTY } }],
  [
    400,
    'calls of a model',
    generate,
    {
      rules: 'anthropic',
      limits: { requests: { amount: 300, windowMs: 1000 }, inputTokens: PLENTY, outputTokens: PLENTY },
    },
  ],
])('%i %s with resets, cut answers, overload and refusals: none is lost', async (calls, _what, askedOf, options) => {
  const emulator = createEmulator({ outputTokens: 5, ...TROUBLE, ...options });
  const server = await listen(emulator);
  const gateway = await startGateway({
    upstream: server.address,
    ...(options.rules === 'anthropic' ? { provider: 'anthropic' } : {}),
    policy: { backoff: { baseMs: 5, capMs: 100 }, maxAttempts: 12 },
  });
  const agent = new Agent({ keepAlive: true, maxSockets: AT_ONCE });
  const answers = new Map<string, number>();
  let next = 0;
  const caller = async (): Promise<void> => {
    while (next < calls) {
      const kind = await ask(gateway.address, agent, askedOf(next++));
      answers.set(kind, (answers.get(kind) ?? 0) + 1);
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, caller));
  expect(Object.fromEntries(answers)).toEqual({ '200 whole': calls });
  const { callers, client } = gateway.status();
  expect(callers).toMatchObject({ open: 0, dropped: 0, broken: 0, answered: { 200: calls } });
  expect(client.counters.retries).toBeGreaterThan(calls * 0.04);
  agent.destroy();
  await until(() => gateway.client.stats().inFlight === 0, 'no slot is held');
  await until(() => gateway.status().connections === 0, 'idle connections to the upstream are let go');
  await gateway.close(0);
  await server.close();
});
