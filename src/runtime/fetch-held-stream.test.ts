import { describe, expect, it } from 'vitest';
import { atOnce, scriptedClient, watch } from '../../test/support/scripted-client.js';
import type { PolicyInput } from '../core/policy/policy.js';

const URL_ = 'https://api.example/v1/things';
const CLAUDE = 'https://api.anthropic.com/v1/messages';
const one: PolicyInput = { maxInFlight: 1 };
const sse = { 'content-type': 'text/event-stream' };
const event = (data: object, name?: string) => `${name ? `event: ${name}\n` : ''}data: ${JSON.stringify(data)}\n\n`;

describe('a stream that is held to its first event', () => {
  const overloaded = event({ type: 'error', error: { type: 'overloaded_error', message: 'Overloaded' } }, 'error');
  const start = event({ type: 'message_start', message: { usage: { input_tokens: 5 } } }, 'message_start');
  const post = { method: 'POST', body: '{"model":"claude","stream":true}' };

  it('SB-08: can still be asked for again when an error stands in its place', async () => {
    const script = [
      { headers: sse, stream: [': ping\n\n', 200, overloaded] },
      { headers: sse, stream: [start, 'x'] },
    ];
    const fixed: PolicyInput = { jitter: 'none', backoff: { baseMs: 1000 } };
    const { client, clock, sentAt } = scriptedClient(fixed, script);
    const text = client.fetch(CLAUDE, post).then((response) => response.text());
    await clock.run();
    expect(await text).toBe(`${start}x`);
    expect(sentAt()).toEqual([0, 1200]);
    expect(client.snapshot().counters).toMatchObject({ overloaded: 1, attempts: 2 });
  });

  it('or when it breaks off before it', async () => {
    const reset = Object.assign(new Error('reset'), { code: 'ECONNRESET' });
    const script = [
      { headers: sse, stream: [20, reset] },
      { headers: sse, stream: [start] },
    ];
    const { client, clock, upstream } = scriptedClient({}, script);
    const text = client.fetch(CLAUDE, post).then((response) => response.text());
    await clock.run();
    expect(await text).toBe(start);
    expect(upstream.seen).toHaveLength(2);
  });

  it('a wrong request is handed back and not repeated', async () => {
    const wrong = event({ type: 'error', error: { type: 'invalid_request_error', message: 'max_tokens' } }, 'error');
    const { client, clock, upstream } = scriptedClient({}, [{ headers: sse, stream: [wrong] }]);
    const response = watch(client.fetch(CLAUDE, post));
    await clock.run();
    expect(await response.value?.text()).toBe(wrong);
    expect(upstream.seen).toHaveLength(1);
  });

  it.each([
    ['auto, of a server that nobody knows', URL_, undefined, 0],
    ['asked for, of any server', URL_, true, 700],
    ['auto, of one that generates text', CLAUDE, undefined, 700],
    ['never', CLAUDE, false, 0],
  ] as const)('%s', async (_, url, holdFirstEvent, at) => {
    const options = holdFirstEvent === undefined ? {} : { holdFirstEvent };
    const { client, clock } = scriptedClient({}, [{ headers: sse, stream: [700, start] }], options);
    const response = watch(client.fetch(url, post), clock);
    await clock.run();
    expect(response.at).toBe(at);
  });
});

it('a stream that was held to its first event is whole, also where bodies are not tracked', async () => {
  const stream = ['data: 1\n\n', 'data: 2\n\n'];
  const { client, clock } = scriptedClient(one, [{ headers: sse, stream }], {
    trackBodies: false,
    holdFirstEvent: true,
  });
  const response = await atOnce(client.fetch(URL_), clock);
  expect(client.stats().inFlight).toBe(0);
  expect(await response.text()).toBe(stream.join(''));
});
