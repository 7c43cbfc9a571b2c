import { describe, expect, it } from 'vitest';
import { nearest } from './nearest.js';

const FIELDS = ['backoff', 'jitter', 'maxAttempts', 'refusals', 'retryAfter', 'retryOn', 'deadlineMs', 'quotas'];

describe('the nearest known name', () => {
  it.each<[string, string]>([
    ['maxAttempt', 'maxAttempts'],
    ['maxattempts', 'maxAttempts'],
    ['MAXATTEMPTS', 'maxAttempts'],
    ['max_attempts', 'maxAttempts'],
    ['jiter', 'jitter'],
    ['jittre', 'jitter'],
    ['backof', 'backoff'],
    ['backofff', 'backoff'],
    ['retryafter', 'retryAfter'],
    ['quota', 'quotas'],
    ['deadline', 'deadlineMs'],
    ['jitter', 'jitter'],
  ])('to %s is %s', (given, name) => {
    expect(nearest(given, FIELDS)).toBe(name);
  });

  it.each(['timeout', 'x', '', 'retries', '__proto__', 'constructor', '🙂'])('to %j is none', (given) => {
    expect(nearest(given, FIELDS)).toBeNull();
  });

  it('allows a third of the letters to be wrong, and one letter of a short name', () => {
    expect(nearest('abcdefxyz', ['abcdef123'])).toBe('abcdef123');
    expect(nearest('abcdewxyz', ['abcdef123'])).toBeNull();
    expect(nearest('rpn', ['rpm'])).toBe('rpm');
    expect(nearest('rqn', ['rpm'])).toBeNull();
  });

  it('is none of nothing, however short the names are', () => {
    expect(nearest('', ['k', 'id'])).toBeNull();
  });

  it('counts a swap of neighbours once', () => {
    expect(nearest('ba', ['ab'])).toBe('ab');
    expect(nearest('bca', ['abc'])).toBeNull();
  });

  it.each<[string, string | null]>([
    ['base', 'baseMs'],
    ['cap', 'capMs'],
    ['CAP', 'capMs'],
    ['ca', null],
    ['multi', 'multiplier'],
    ['pli', null],
  ])('to the beginning %j is %s', (given, name) => {
    expect(nearest(given, ['baseMs', 'multiplier', 'capMs', 'throttledBaseMs'])).toBe(name);
  });

  it.each<[string, string | null]>([
    ['anthropic-node', 'anthropic-typescript'],
    ['Anthropic_SDK', 'anthropic-typescript'],
    ['anthropic/sdk', 'anthropic-typescript'],
    ['cohere-api', 'cohere'],
    ['p-fetch', null],
    ['--anthropic', null],
    ['node-anthropic', null],
  ])('to %j, by its first word, is %s', (given, name) => {
    expect(nearest(given, ['p-retry', 'anthropic-typescript', 'anthropic-python', 'cohere'])).toBe(name);
  });

  it('is the first of those that are equally near', () => {
    expect(nearest('tpm', ['rpm', 'tpd', 'ipm'])).toBe('rpm');
  });

  it('of no names at all is none', () => {
    expect(nearest('jitter', [])).toBeNull();
  });
});
