import { describe, expect, it } from 'vitest';
import type { Field } from '../fields.js';
import { requestHead } from './request-head.js';

const head = (method: string, path: string, fields: readonly Field[] = []) =>
  requestHead(method, path, 'api.example', fields, 'Content-Length: 2\r\n');

describe('the head of a request', () => {
  it('has the fields as they came, and ends with an empty line', () => {
    expect(head('M-SEARCH', '/a?b', [['X-A', 'é \t"1"']])).toBe(
      'M-SEARCH /a?b HTTP/1.1\r\nHost: api.example\r\nAccept-Encoding: identity\r\nX-A: é \t"1"\r\nContent-Length: 2\r\n\r\n',
    );
  });

  it.each<[method: string, path: string, fields: readonly Field[]]>([
    ['GET /x HTTP/1.1\r\n', '/', []],
    ['', '/', []],
    ['GET', '/a b', []],
    ['GET', '/\r\nX: 1', []],
    ['GET', '/\u2028', []],
    ['GET', '/', [['X-A', '1\r\nX-B: 2']]],
    ['GET', '/', [['X-A', '1\n']]],
    ['GET', '/', [['X-A', '\u0100']]],
    ['GET', '/', [['X-A: 1\r\nX-B', '2']]],
    ['GET', '/', [['', '2']]],
  ])('is none of what could be read as more than one line, or as other bytes: %j %j %j', (method, path, fields) => {
    expect(() => head(method, path, fields)).toThrow(TypeError);
  });
});
