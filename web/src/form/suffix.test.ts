import { expect, it } from 'vitest';
import { suffixOf } from './suffix.js';

it.each([
  ['base', '500', 'ms'],
  ['base', '500ms', ''],
  ['cap', 'none', ''],
  ['breaker.resetMs', '30', 'ms'],
  ['attempts', '6', '5 retries'],
  ['attempts', '2', '1 retry'],
  ['attempts', '1', 'no retries'],
  ['attempts', 'x', ''],
  ['success', '0.5', '50.0 %'],
  ['success', '37/50', '74.0 %'],
  ['success', '50%', ''],
  ['success', 'abc', ''],
  ['rpm', '', '/min'],
  ['tokens', '1', 'token'],
  ['tokens', '2k', 'tokens'],
  ['jitter', 'full', ''],
])('behind %s "%s" stands "%s"', (key, text, suffix) => expect(suffixOf(key, text)).toBe(suffix));
