import { describe, expect, it } from 'vitest';
import { withoutJsonSecrets } from './without-json-secrets.js';

const kept = (value: unknown) => {
  const { text, dropped } = withoutJsonSecrets(JSON.stringify(value)) ?? { text: 'null', dropped: -1 };
  return { value: JSON.parse(text) as unknown, dropped };
};

describe('withoutJsonSecrets', () => {
  it('drops the credentials of a HAR entry, of its request and its response', () => {
    const entry = {
      request: {
        headers: [
          { name: 'Authorization', value: 'Bearer a' },
          { name: 'accept', value: '*/*' },
        ],
        cookies: [{ name: 'session', value: 'b' }],
      },
      response: { status: 429, cookies: [], headers: [{ name: 'Set-Cookie', value: 'c' }] },
    };
    expect(kept({ log: { entries: [entry] } })).toEqual({
      value: {
        log: {
          entries: [
            {
              request: { headers: [{ name: 'accept', value: '*/*' }] },
              response: { status: 429, cookies: [], headers: [] },
            },
          ],
        },
      },
      dropped: 3,
    });
  });

  it('drops keys and pairs that name one, at any depth', () => {
    expect(
      kept({
        a: [{ 'X-Api-Key': 'k', b: 1 }],
        headers: [
          ['cookie', 'c'],
          ['retry-after', '7'],
        ],
      }),
    ).toEqual({
      value: { a: [{ b: 1 }], headers: [['retry-after', '7']] },
      dropped: 2,
    });
  });

  it('keeps nothing that lies too deep to be looked at', () => {
    const deep = `${'['.repeat(5000)}{"cookie":"secret"}${']'.repeat(5000)}`;
    expect(withoutJsonSecrets(deep)?.text).not.toContain('secret');
  });

  it('leaves other JSON as it is, byte by byte, and says what is none', () => {
    const text = ' {"id": 12345678901234567890, "name": "cookie"}\n';
    expect(withoutJsonSecrets(text)).toEqual({ text, dropped: 0 });
    expect(withoutJsonSecrets('retry-after: 7')).toBeNull();
    expect(withoutJsonSecrets('{"cookie": ')).toBeNull();
  });
});
