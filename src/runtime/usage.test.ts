// What calls really used is told to the engine, by the responses of the documentation of each API.

import { describe, expect, it } from 'vitest';
import { scriptedClient } from '../../test/support/scripted-client.js';
import { anthropic } from '../core/headers/dialects/anthropic.js';
import { gemini } from '../core/headers/dialects/gemini.js';
import { openai } from '../core/headers/dialects/openai.js';
import { EventReader } from './body/server-sent-events.js';
import { UsageReader, usageOf } from './body/usage.js';
import type { Attempt } from './execute.js';

const bytes = (text: string) => new TextEncoder().encode(text);
const event = (data: object, name?: string) => `${name ? `event: ${name}\n` : ''}data: ${JSON.stringify(data)}\n\n`;

describe('the usage of a document', () => {
  it.each([
    [
      'Anthropic, where what comes from the cache is not counted',
      anthropic,
      { usage: { input_tokens: 10, cache_creation_input_tokens: 5, cache_read_input_tokens: 900, output_tokens: 7 } },
      { inputTokens: 15, outputTokens: 7 },
    ],
    ['OpenAI', openai, { usage: { prompt_tokens: 9, completion_tokens: 12, total_tokens: 21 } }, { tokens: 21 }],
    ['Gemini', gemini, { usageMetadata: { promptTokenCount: 4, totalTokenCount: 99 } }, { inputTokens: 4 }],
    [
      'Gemini, a stream in one list',
      gemini,
      [{ usageMetadata: { promptTokenCount: 4 } }, { usageMetadata: { promptTokenCount: 6 } }],
      { inputTokens: 6 },
    ],
  ])('%s', (_, dialect, document, used) => expect(usageOf(dialect, document)).toEqual(used));

  it.each([
    [{}],
    [null],
    ['text'],
    [{ usage: null }],
    [{ usage: { total_tokens: '21' } }],
    [{ usage: { total_tokens: -1 } }],
  ])('is unknown in %j', (document) => expect(usageOf(openai, document)).toBeNull());
});

describe('the usage of a stream', () => {
  const claude = [
    event({ type: 'message_start', message: { usage: { input_tokens: 25, output_tokens: 1 } } }, 'message_start'),
    event({ type: 'content_block_delta', delta: { type: 'text_delta', text: 'the "usage" of words' } }),
    event({ type: 'message_delta', usage: { output_tokens: 8 } }, 'message_delta'),
    event({ type: 'message_delta', usage: { output_tokens: 15 } }, 'message_delta'),
    event({ type: 'message_stop' }, 'message_stop'),
  ].join('');
  const chat = `${event({ choices: [{ delta: { content: 'a' } }] })}${event({ choices: [], usage: { total_tokens: 30 } })}data: [DONE]\n\n`;
  const responses = event(
    { type: 'response.completed', response: { usage: { total_tokens: 44 } } },
    'response.completed',
  );
  const google = [3, 3, 5].map((promptTokenCount) => event({ usageMetadata: { promptTokenCount } })).join('');
  const streams = [
    ['Anthropic, whose last word counts', anthropic, claude, { inputTokens: 25, outputTokens: 15 }],
    ['OpenAI, chat', openai, chat, { tokens: 30 }],
    ['OpenAI, responses', openai, responses, { tokens: 44 }],
    ['Gemini, which repeats it', gemini, google, { inputTokens: 5 }],
  ] as const;

  it.each(streams)('%s, however it is cut into chunks', (_, dialect, text, used) => {
    for (const size of [1, 2, 7, 64, text.length]) {
      const reader = new UsageReader(dialect, true);
      const all = bytes(text);
      for (let at = 0; at < all.length; at += size) reader.chunk(all.subarray(at, at + size));
      expect(reader.used()).toEqual(used);
    }
  });

  it.each(streams)('%s, read as one text', (_, dialect, text, used) => {
    const reader = new UsageReader(dialect, true);
    reader.whole(text);
    expect(reader.used()).toEqual(used);
  });

  it('is what was told until it broke off', () => {
    const reader = new UsageReader(anthropic, true);
    reader.chunk(bytes(claude.slice(0, 200)));
    expect(reader.used()).toEqual({ inputTokens: 25 });
  });
});

describe('events of a stream', () => {
  it.each<[string, string, object[]]>([
    ['data over several lines', 'data: a\ndata: b\n\n', [{ name: '', data: 'a\nb' }]],
    ['a name', 'event: x\ndata: 1\n\n', [{ name: 'x', data: '1' }]],
    ['CR LF and CR', 'data: a\r\n\r\ndata: b\r\rdata: c\n\n', ['a', 'b', 'c'].map((data) => ({ name: '', data }))],
    ['comments keep a line open and are none', ': ping\n\nid: 4\n\ndata:x\n\n', [{ name: '', data: 'x' }]],
    ['one that is not finished is none yet', 'data: a\n', []],
  ])('%s', (_, text, events) => {
    expect(new EventReader().push(bytes(text))).toEqual(events);
    const reader = new EventReader();
    expect([...bytes(text)].flatMap((byte) => reader.push(Uint8Array.of(byte)))).toEqual(events);
  });

  it('one that is too long is left out, and does not grow for ever', () => {
    const reader = new EventReader();
    for (let part = 0; part < 100; part++) reader.push(bytes('data: '.padEnd(10_000, 'x')));
    expect(reader.push(bytes('\n\ndata: next\n\n'))).toEqual([{ name: '', data: 'next' }]);
  });
});

it('a reservation is corrected when the body has told what was used', async () => {
  const quotas = [{ name: 'tokens', amount: 100, windowMs: '1s', burst: 100 }];
  const headers = { 'content-type': 'application/json' };
  const script = [{ headers, stream: ['{"usage":', 10, '{"total_tokens":20}}'] }, {}, {}];
  const { client, clock, sentAt } = scriptedClient({ quotas, initialInFlight: 100 }, script, {
    provider: 'openai',
    cost: () => ({ tokens: 80 }),
  });
  const text = client
    .fetch('https://api.openai.com/v1/embeddings', { method: 'POST', body: '{}' })
    .then((it) => it.text());
  void client.fetch('https://api.openai.com/v1/embeddings', { method: 'POST', body: '{}' });
  await clock.run();
  expect(await text).toContain('20');
  // 100 − 80 are left at first, which would make the second wait for 600 ms; from 10 ms on there are 80 and more.
  expect(sentAt()[1]).toBeLessThanOrEqual(20);
});

it.each<[string, (attempt: Attempt) => void]>([
  ['of the attempt', (attempt) => attempt.settle({ tokens: 10 })],
  ['taken out of it', ({ settle }) => settle({ tokens: 10 })],
])('a function under execute settles by itself, by the method %s', async (_, tell) => {
  const quotas = [{ name: 'tokens', amount: 100, windowMs: '1s', burst: 100 }];
  const { client, clock } = scriptedClient({ quotas }, [{}]);
  const startedAt: number[] = [];
  const ask = () =>
    client.execute(
      (attempt) => {
        startedAt.push(clock.now());
        tell(attempt);
      },
      { cost: { tokens: 100 } },
    );
  await Promise.all([ask(), ask(), clock.run()]);
  expect(startedAt[1]).toBeLessThanOrEqual(110);
});
