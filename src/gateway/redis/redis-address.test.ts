import { describe, expect, it } from 'vitest';
import { redisAddressOf, redisPlaceOf } from './redis-address.js';

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

describe('where Redis is', () => {
  it('may be several nodes of a cluster, of which no password is shown', () => {
    const urls = ['rediss://me:secret@a:7000', 'rediss://me:secret@b:7000/0'];
    expect(redisPlaceOf(urls, true)).toEqual({ urls, isCluster: true, shown: 'rediss://a:7000, rediss://b:7000/0' });
    expect(redisPlaceOf('redis://a', false)).toEqual({ urls: ['redis://a'], isCluster: false, shown: 'redis://a' });
  });

  it.each<[given: unknown, isCluster: boolean, why: RegExp]>([
    [['redis://a', 'redis://me:secret@b'], false, /"redis:\/\/a, redis:\/\/b" is not allowed; give one address/],
    [['redis://a/1'], true, /give addresses without the number of a database/],
    [['redis://a', 'secret@b'], true, /"…@b" is not allowed/],
    [[], true, /give the address of a Redis/],
    [
      ['redis://a', 'rediss://x:geheim@b'],
      true,
      /"redis:\/\/a, rediss:\/\/b" is not allowed; give all nodes by redis:, or all by rediss:/,
    ],
    [['rediss://x:geheim@a', 'rediss://x@b'], true, /"rediss:\/\/a, rediss:\/\/b" .*the same name and password/],
  ])('is refused: %j, cluster: %s', (given, isCluster, why) => {
    expect(() => redisPlaceOf(given, isCluster)).toThrow(why);
    expect(() => redisPlaceOf(given, isCluster)).not.toThrow(/geheim/);
  });
});
