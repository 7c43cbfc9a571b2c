import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { scriptedClient, watch } from '../../test/support/scripted-client.js';
import { manualClock } from '../testing/manual-clock.js';
import { createClient } from './client.js';
import { type FetchInput, factsOf } from './fetch-request.js';

const URL_ = 'https://api.example/v1/messages';

describe('who shares an account', () => {
  it("Google's keys in the address are credentials, other people's parameters of that name are not", () => {
    const gemini = 'https://generativelanguage.googleapis.com/v1beta/models/m:generateContent';
    const accountOf = (url: string): string => factsOf(url, undefined).account;
    expect(accountOf(`${gemini}?key=one`)).not.toBe(accountOf(`${gemini}?key=two`));
    expect(accountOf(`${gemini}?alt=sse&key=one`)).toBe(accountOf(`${gemini}?key=one&alt=sse`));
    expect(accountOf(`${gemini}?key=one`)).not.toContain('one');
    expect(accountOf('https://api.example/v1?key=one')).toBe(accountOf('https://api.example/v1?key=two'));
  });

  const account = (input: FetchInput, headers?: HeadersInit): string =>
    factsOf(input, headers === undefined ? undefined : { headers }).account;

  it.each<[string, FetchInput, FetchInput]>([
    ['paths', 'https://api.example/a', 'https://api.example/b?c#d'],
    ['the case of the host', 'https://API.example/a', 'https://api.EXAMPLE'],
    ['a URL object', new URL('https://api.example/a'), 'https://api.example/b'],
    ['a Request', new Request('https://api.example/a'), 'https://api.example/b'],
    ['a user in the URL', 'https://user:secret@api.example/a', 'https://api.example/a'],
  ])('does not depend on %s', (_, one, other) => {
    expect(account(one)).toBe(account(other));
  });

  it.each<[string, FetchInput, FetchInput]>([
    ['the host', 'https://a.example/', 'https://b.example/'],
    ['the port', 'https://a.example:1/', 'https://a.example:2/'],
    ['the scheme', 'https://a.example/', 'http://a.example/'],
  ])('depends on %s', (_, one, other) => {
    expect(account(one)).not.toBe(account(other));
  });

  const secret = 'sk-secret-1234';
  it.each<[string, HeadersInit]>([
    ['a plain object', { 'Content-Type': 'x', Authorization: secret }],
    ['Headers', new Headers({ 'content-type': 'x', authorization: secret })],
    [
      'pairs',
      [
        ['content-type', 'x'],
        ['AUTHORIZATION', secret],
      ],
    ],
    ['a Map', new Map([['authorization', secret]]) as never],
  ])('depends on the credential alone, in %s', (_, headers) => {
    const name = account(URL_, headers);
    expect(name).toBe(account(URL_, { authorization: secret }));
    expect(name).not.toBe(account(URL_));
    expect(name).not.toBe(account(URL_, { authorization: `${secret}5` }));
    expect(name).not.toContain(secret);
    expect(name).not.toContain('secret');
  });

  it.each(['authorization', 'x-api-key', 'api-key', 'x-goog-api-key'])('takes %s for a credential', (name) => {
    expect(account(URL_, { [name]: 'one' })).not.toBe(account(URL_, { [name]: 'two' }));
    expect(account(new Request(URL_, { headers: { [name]: 'one' } }))).toBe(account(URL_, { [name]: 'one' }));
  });

  it('does not depend on the order of two credentials', () => {
    const pairs: [string, string][] = [
      ['authorization', 'a'],
      ['x-api-key', 'b'],
    ];
    expect(account(URL_, pairs)).toBe(account(URL_, [...pairs].reverse()));
    expect(account(URL_, pairs)).toBe(account(URL_, new Headers(pairs)));
  });

  it('keeps credentials apart that differ anywhere', () => {
    fc.assert(
      fc.property(fc.string(), fc.string(), (one, other) => {
        fc.pre(one !== other);
        expect(account(URL_, { 'x-api-key': one })).not.toBe(account(URL_, { 'x-api-key': other }));
      }),
    );
  });

  it('shares a cooldown, and nobody else does', async () => {
    const script = (index: number) => (index === 0 ? { status: 429, headers: { 'retry-after': '5' } } : {});
    const { client, clock, upstream } = scriptedClient({}, script);
    const send = (path: string, key: string) =>
      watch(client.fetch(`https://api.example/${path}`, { method: 'POST', headers: { 'x-api-key': key } }));
    const calls = [send('refused', 'one'), send('same', 'one'), send('other', 'two')];
    await clock.advance(0);
    calls.push(send('later', 'one'));
    await clock.run();
    const sentAt = Object.fromEntries(upstream.seen.map(({ url, at }) => [new URL(url).pathname.slice(1), at]));
    expect(sentAt).toEqual({ refused: 5000, same: 0, other: 0, later: 5000 });
    expect(calls.every(({ state }) => state === 'resolved')).toBe(true);
  });

  it('has buckets as the key option names them', async () => {
    const clock = manualClock();
    const sent: [string, number][] = [];
    const client = createClient(
      { maxInFlight: null },
      {
        clock,
        key: (_, init) => JSON.parse(String(init?.body)).model,
        fetch: async (_, init) => {
          sent.push([String(init?.body), clock.now()]);
          return new Response(null, sent.length === 1 ? { status: 429, headers: { 'retry-after': '5' } } : {});
        },
      },
    );
    const send = (model: string) => watch(client.fetch(URL_, { method: 'POST', body: JSON.stringify({ model }) }));
    send('a');
    await clock.advance(0);
    send('a');
    send('b');
    await clock.run();
    expect(sent.map(([body, at]) => [JSON.parse(body).model, at])).toEqual([
      ['a', 0],
      ['b', 0],
      ['a', 5000],
      ['a', 5000],
    ]);
  });
});
