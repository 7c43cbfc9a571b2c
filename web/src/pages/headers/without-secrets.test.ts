import { describe, expect, it } from 'vitest';
import { withoutSecrets } from './without-secrets.js';

describe('withoutSecrets', () => {
  it('drops credentials of request and response on sight, with the lines they are folded over', () => {
    const text = 'POST / HTTP/1.1\nAuthorization: Bearer abc\n\nHTTP/2 429\nset-cookie: a=b;\n  c=d\nretry-after: 7\r';
    expect(withoutSecrets(text)).toEqual({
      text: 'POST / HTTP/1.1\n\nHTTP/2 429\nretry-after: 7\r',
      dropped: 2,
    });
  });

  it('drops what curl -v marks as sent', () => {
    const text = '> POST /?key=abc HTTP/2\n> Authorization: Bearer abc\n>\n< HTTP/2 429\n< retry-after: 7';
    expect(withoutSecrets(text)).toEqual({ text: '< HTTP/2 429\n< retry-after: 7', dropped: 1 });
  });

  it.each([
    ["$ curl -i -H 'Authorization: Bearer abc' https://a.example", 1],
    ["curl 'https://a.example' \\\n  -H 'accept: */*' \\\n  -H 'x-api-key: abc'", 1],
    ['$ curl -u me:abc https://a.example', 1],
    ['$ curl -i https://a.example/?token=abc', 0],
  ])('drops the command %j', (command, dropped) => {
    expect(withoutSecrets(`${command}\nHTTP/2 429\nretry-after: 7`)).toEqual({
      text: 'HTTP/2 429\nretry-after: 7',
      dropped,
    });
  });

  it('drops those of JSON', () => {
    expect(withoutSecrets('{"headers": {"Authorization": "abc"}}')).toEqual({
      text: '{\n  "headers": {}\n}',
      dropped: 1,
    });
  });

  it('leaves everything else as it is, byte by byte', () => {
    const text = 'HTTP/1.1 200 OK\r\nx-authorization-kind: none\r\n\r\n{"cookie": "no field"}';
    expect(withoutSecrets(text)).toEqual({ text, dropped: 0 });
  });
});
