import { describe, expect, it } from 'vitest';
import { redisAddressOf } from './redis-address.js';

describe('the address of Redis', () => {
  it.each([
    ['redis://127.0.0.1:6379', 'redis://127.0.0.1:6379'],
    ['redis://cache', 'redis://cache'],
    ['rediss://me:secret@cache.example:6380/2', 'rediss://cache.example:6380/2'],
    ['redis://:secret@[::1]:6379', 'redis://[::1]:6379'],
    ['redis://me:50%25@cache', 'redis://cache'],
  ])('%s is shown as %s', (url, shown) => {
    expect(redisAddressOf(url)).toEqual({ url, shown });
  });

  it.each([
    ['REDISS://me:Secret@Cache:6380', 'rediss://me:Secret@Cache:6380'],
    [' redis://cache\n', 'redis://cache'],
  ])('%j reaches clients in the only form that all of them read alike', (given, url) => {
    expect(redisAddressOf(given).url).toBe(url);
  });

  it.each([
    undefined,
    7,
    '',
    'cache:6379',
    '127.0.0.1',
    'http://cache',
    'redis://',
    'redis://me:secret@cache/first',
    'redis://me:secret@cache/0?family=6&password=secret',
    'redis//me:secret@cache',
    'me:secret@cache:6379',
    'redis://cache#secret',
    'redis://me:se@cret@cache:port',
    'redis://me:secret%zz@cache',
    'redis://%ff:secret@cache',
  ])('%s is refused, and no secret is told', (given) => {
    expect(() => redisAddressOf(given)).toThrow(/^redis: (?!.*se@?cret).*give /);
  });
});
