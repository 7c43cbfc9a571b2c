import { describe, expect, it } from 'vitest';
import { answerFields, fieldOf, requestFields } from './fields.js';

// RFC 9110 §7.6.1 names those of the connection, and has all that Connection lists removed as well.
const HOP_BY_HOP = [
  ['Connection', 'keep-alive, X-Secret-Hop, close'],
  ['X-Secret-Hop', '1'],
  ['Keep-Alive', 'timeout=5'],
  ['Proxy-Authorization', 'Basic x'],
  ['Proxy-Connection', 'keep-alive'],
  ['TE', 'trailers'],
  ['Trailer', 'x'],
  ['Transfer-Encoding', 'chunked'],
  ['Upgrade', 'h2c'],
  ['HTTP2-Settings', 'AAM'],
].flat();

describe('fields that are passed on', () => {
  it('of a request: credentials and all others, in their order and spelling, without those of the connection', () => {
    const raw = ['Host', 'localhost', 'Authorization', 'Bearer s', ...HOP_BY_HOP, 'X-Stainless-Lang', 'js'];
    expect(requestFields(raw)).toEqual([
      ['Authorization', 'Bearer s'],
      ['X-Stainless-Lang', 'js'],
    ]);
  });

  it('of a request: not those that are told to the gateway, nor those that are set anew', () => {
    const raw = [
      'X-Holdoff-Deadline',
      '3s',
      'content-length',
      '3',
      'Expect',
      '100-continue',
      'Accept-Encoding',
      'gzip',
    ];
    expect(requestFields(raw)).toEqual([]);
  });

  it('of an answer: all, repeated ones too, without those of the connection and the excepted', () => {
    const raw = [
      'Set-Cookie',
      'a=1',
      'set-cookie',
      'b=2',
      ...HOP_BY_HOP,
      'Retry-After',
      '9',
      'Content-Encoding',
      'gzip',
    ];
    expect(answerFields(raw, new Set(['retry-after']))).toEqual([
      ...['Set-Cookie', 'a=1', 'set-cookie', 'b=2'],
      ...['Content-Encoding', 'gzip'],
    ]);
  });

  it('are found by their name in any spelling', () => {
    expect(fieldOf(['A', '1', 'USER-Agent', 'x', 'user-agent', 'y'], 'user-agent')).toBe('x');
    expect(fieldOf(['value', 'user-agent'], 'user-agent')).toBeNull();
  });
});
