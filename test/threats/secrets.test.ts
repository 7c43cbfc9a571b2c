// A credential that a call carries is in nothing that holdoff says, keeps or sends to anybody but the server.

import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { expect, it } from 'vitest';
import { holdoff } from '../../src/cli/fixtures/fake-io.js';
import { decode } from '../../src/core/headers/decode.js';
import { keysOf } from '../../src/redis/keys.js';
import { createClient } from '../../src/runtime/client.js';
import type { ClientEvents } from '../../src/runtime/events.js';
import { reportOf } from '../../src/runtime/report.js';

const SECRET = 'sk-s3cret-0123456789';
const KINDS: readonly (keyof ClientEvents)[] = ['sent', 'answered', 'retry', 'limits', 'ended'];

it.each<[carrier: string, url: string, headers: Record<string, string>]>([
  ['authorization', 'https://api.example/v1', { authorization: `Bearer ${SECRET}` }],
  ['x-api-key', 'https://api.anthropic.com/v1/messages', { 'x-api-key': SECRET }],
  ['api-key', 'https://a.openai.azure.com/openai/deployments/d/chat/completions', { 'api-key': SECRET }],
  ['a user in the address', `https://user:${SECRET}@api.example/v1`, {}],
  ['a key in the address', `https://generativelanguage.googleapis.com/v1/models?key=${SECRET}`, {}],
])(
  'sent as %s, it is in no event, channel, snapshot, report, saved state, error or key of a store',
  async (_, url, headers) => {
    const said: unknown[] = [];
    const accounts: string[] = [];
    let answers = 0;
    const client = createClient(
      { backoff: { baseMs: 1 }, maxAttempts: 3, jitter: 'none', retryOn: { idempotent: 'always' } },
      {
        fetch: async () => {
          answers += 1;
          if (answers > 2 && answers < 6) throw new TypeError('fetch failed', { cause: { code: 'ECONNRESET' } });
          if (answers < 6) return new Response('no', { status: answers === 1 ? 500 : 400 });
          return new Response('yes', {
            headers: { 'x-ratelimit-limit-requests': '100', 'x-ratelimit-remaining-requests': '99' },
          });
        },
      },
    );
    const listen = (event: unknown): void => {
      said.push(event);
    };
    for (const kind of KINDS) {
      subscribe(`holdoff:${kind}`, listen);
      client.on(kind, (event) => {
        said.push(event);
        if ('account' in event) accounts.push(event.account);
      });
    }
    try {
      const response = await client.fetch(url, { headers });
      said.push(reportOf(response));
      const error = await client.fetch(url, { headers }).then(null, (reason: unknown) => reason);
      await client.fetch(url, { headers });
      said.push(error, String(error), (error as Error).message, client.snapshot(), client.save());
      expect(answers).toBe(6);
    } finally {
      for (const kind of KINDS) unsubscribe(`holdoff:${kind}`, listen);
    }
    expect(new Set(accounts).size, 'one account, which is told from others').toBe(1);
    expect(accounts[0]).not.toBe('');
    said.push(keysOf('holdoff', { account: accounts[0] as string, bucket: 'default' }));
    expect(said.length).toBeGreaterThan(10);
    expect(JSON.stringify(said)).not.toContain('s3cret');
    expect(said.map((it) => (it instanceof Error ? `${it.stack} ${JSON.stringify(it)}` : '')).join()).not.toContain(
      's3cret',
    );
  },
);

const CAPTURE = [
  '> GET /v1/items HTTP/1.1',
  `> Authorization: Bearer ${SECRET}`,
  '>',
  '< HTTP/1.1 429 Too Many Requests',
  `< Set-Cookie: session=${SECRET}; HttpOnly`,
  `< Authorization: Bearer ${SECRET}`,
  '< Retry-After: 7',
  '<',
].join('\n');

it.each(['', '--json', '--explain', '--markdown', '--quiet'])(
  'holdoff headers %s repeats none of a capture',
  async (flag) => {
    const { code, out, err } = await holdoff(`headers - ${flag}`, { files: { '-': CAPTURE } });
    expect(code).toBe(0);
    expect(out).toContain('7');
    expect(out + err).not.toContain('s3cret');
  },
);

it('what is decoded keeps none, in whatever shape it came', () => {
  const headers = { authorization: SECRET, 'set-cookie': SECRET, 'x-api-key': SECRET, 'retry-after': '7' };
  for (const input of [CAPTURE, { status: 429, headers }, { status: 429, headers: new Headers(headers) }]) {
    const decoded = decode(input, { nowMs: 0 });
    expect(decoded.hintMs).toBe(7000);
    expect(JSON.stringify(decoded)).not.toContain('s3cret');
  }
});
