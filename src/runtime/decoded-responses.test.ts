// What responses say beyond their status and Retry-After, as far as a client acts on it. The responses are those of the
// documentation of their senders.

import { describe, expect, it } from 'vitest';
import { type Script, scriptedClient, watch } from '../../test/support/scripted-client.js';
import type { PolicyInput } from '../core/policy/policy.js';
import type { ClientOptions } from './client-options.js';
import { reportOf } from './report.js';

const json = { 'content-type': 'application/json' };
const fixed: PolicyInput = { jitter: 'none', backoff: { baseMs: 500 } };

async function play(url: string, script: Script, init: RequestInit = {}, options: Omit<ClientOptions, 'clock'> = {}) {
  const scripted = scriptedClient(fixed, script, options);
  const call = watch(scripted.client.fetch(url, init), scripted.clock);
  await scripted.clock.run();
  return { ...scripted, call, sent: scripted.sentAt(), report: call.value && reportOf(call.value) };
}

describe('a refusal that is final is not repeated', () => {
  const quota = { error: { type: 'insufficient_quota', code: 'insufficient_quota', message: 'You exceeded …' } };

  it.each<[string, object, Record<string, string>]>([
    ['RC-01: the quota that was paid for is used up', quota, json],
    [
      'RC-02: a limit of 0 never has room',
      { error: { message: 'Quota exceeded, limit: 0' } },
      {
        ...json,
        'x-ratelimit-limit-requests': '0',
        'retry-after': '20',
      },
    ],
  ])('%s', async (_, body, headers) => {
    const answer = { status: 429, headers, body: JSON.stringify(body) };
    const { sent, call, report } = await play('https://api.openai.com/v1/embeddings', [answer], { method: 'POST' });
    expect(sent).toEqual([0]);
    expect(report?.reason).toBe('terminal');
    expect(await call.value?.json(), 'the body that was looked into is there to be read').toEqual(body);
  });

  it('RC-01: and any other 429 stays one that is waited for', async () => {
    const body = JSON.stringify({ error: { type: 'tokens', code: 'rate_limit_exceeded', message: 'Rate limit' } });
    const { sent } = await play('https://api.openai.com/v1/embeddings', [{ status: 429, headers: json, body }, {}], {
      method: 'POST',
    });
    expect(sent).toEqual([0, 500]);
  });
});

describe('the wait in a body', () => {
  it('SB-05: is read before the body is let go and the wait begins', async () => {
    const answer = { status: 429, headers: json, body: '{"retry_after":1.5}' };
    expect((await play('https://api.example/', [answer, {}])).sent).toEqual([0, 1500]);
  });

  it('of Google, in its RetryInfo', async () => {
    const details = [{ '@type': 'type.googleapis.com/google.rpc.RetryInfo', retryDelay: '53s' }];
    const body = JSON.stringify({ error: { code: 429, status: 'RESOURCE_EXHAUSTED', details } });
    const url = 'https://generativelanguage.googleapis.com/v1beta/models/gemini-2.5-flash:generateContent';
    const { sent } = await play(url, [{ status: 429, headers: json, body }, {}], { method: 'POST', body: '{}' });
    expect(sent).toEqual([0, 53_000]);
  });

  it('that is not text is not looked into', async () => {
    const answer = { status: 503, headers: { 'content-type': 'image/png' }, body: '{"retry_after":9}' };
    expect((await play('https://api.example/', [answer, {}])).sent).toEqual([0, 500]);
  });
});

describe('a verdict of the server', () => {
  it.each<[string, number, string, number[]]>([
    ['x-should-retry: false ends what the status would repeat', 503, 'false', [0]],
    ['x-should-retry: true repeats what the status would not', 409, 'true', [0, 500]],
  ])('%s', async (_, status, value, expected) => {
    const { sent } = await play('https://api.example/', [{ status, headers: { 'x-should-retry': value } }, {}]);
    expect(sent).toEqual(expected);
  });

  it('GitHub refuses with a 403, and all of the account waits', async () => {
    const headers = { ...json, 'x-github-request-id': 'A:B', 'retry-after': '30' };
    const body = JSON.stringify({ message: 'You have exceeded a secondary rate limit.' });
    const { client, clock, sentAt } = scriptedClient({}, [{ status: 403, headers, body }, {}]);
    void client.fetch('https://api.github.com/repos/a/b');
    await clock.advance(10);
    void client.fetch('https://api.github.com/search/code?q=x');
    await clock.run();
    expect(sentAt()).toEqual([0, 30_000, 30_000]);
  });

  it('a limit inside a 200 is a refusal where its sender says so', async () => {
    const refused = {
      headers: { ...json, 'x-github-request-id': 'A:B' },
      body: '{"errors":[{"type":"RATE_LIMITED"}]}',
    };
    const { sent, call } = await play(
      'https://api.github.com/graphql',
      [refused, { headers: json, body: '{"data":1}' }],
      {
        method: 'POST',
      },
    );
    expect(sent[1]).toBeGreaterThanOrEqual(60_000);
    expect(await call.value?.text()).toBe('{"data":1}');
  });

  it('a 403 of a server that nobody knows is handed back', async () => {
    expect((await play('https://api.example/', [{ status: 403, body: 'no' }])).sent).toEqual([0]);
  });
});

describe('what a provider knows of its requests', () => {
  const messages = 'https://api.anthropic.com/v1/messages';
  const ask = (model: string) => ({ method: 'POST', body: JSON.stringify({ model }) });

  it('a text that is generated twice costs money and harms nobody, so a 502 is repeated', async () => {
    expect((await play(messages, [{ status: 502 }, {}], ask('a'))).sent).toEqual([0, 500]);
    expect((await play('https://api.anthropic.com/v1/files', [{ status: 502 }, {}], ask('a'))).sent).toEqual([0]);
    expect((await play('https://gateway.example/v1/messages', [{ status: 502 }, {}], ask('a'))).sent).toEqual([0]);
  });

  it('a provider that is named is known behind any host', async () => {
    const { sent } = await play('https://gateway.example/v1/messages', [{ status: 502 }, {}], ask('a'), {
      provider: 'anthropic',
    });
    expect(sent).toEqual([0, 500]);
  });

  it('models have quotas of their own: a refusal of one holds up no other', async () => {
    const answer = (index: number) => (index === 0 ? { status: 429, headers: { 'retry-after': '9' } } : {});
    const { client, clock, upstream } = scriptedClient({}, answer);
    void client.fetch(messages, ask('claude-opus'));
    await clock.advance(10);
    void client.fetch(messages, ask('claude-opus'));
    void client.fetch(messages, ask('claude-haiku'));
    await clock.run();
    expect(upstream.seen.map(({ at, init }) => [at, JSON.parse(String(init?.body)).model])).toEqual([
      [0, 'claude-opus'],
      [10, 'claude-haiku'],
      [9000, 'claude-opus'],
      [9000, 'claude-opus'],
    ]);
  });
});
