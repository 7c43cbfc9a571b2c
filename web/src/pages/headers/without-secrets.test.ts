import { describe, expect, it } from 'vitest';
import { withoutSecrets } from './without-secrets.js';

describe('withoutSecrets', () => {
  it('drops credentials of request and response on sight, with the lines they are folded over', () => {
    const text =
      '> POST / HTTP/2\n> Authorization: Bearer abc\n< HTTP/2 429\n< set-cookie: a=b;\n  c=d\nretry-after: 7\r';
    expect(withoutSecrets(text)).toEqual({ text: '> POST / HTTP/2\n< HTTP/2 429\nretry-after: 7\r', dropped: 2 });
  });

  it('leaves everything else as it is, byte by byte', () => {
    const text = 'HTTP/1.1 200 OK\r\nx-authorization-kind: none\r\n\r\n{"cookie": "no field"}';
    expect(withoutSecrets(text)).toEqual({ text, dropped: 0 });
  });
});
