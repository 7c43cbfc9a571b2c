import { expect, it } from 'vitest';
import { nudge } from './nudge.js';

it.each([
  ['base', '1s', true, '1.5s'],
  ['base', '1s', false, '0.8s'],
  ['base', '500ms', true, '600ms'],
  ['base', '900ms', true, '1000ms'],
  ['cap', '32s', true, '40s'],
  ['cap', '32s', false, '30s'],
  ['tpm', '200k', true, '300k'],
  ['rpm', '1000', true, '1500'],
  ['arrivals', '20/min', true, '30/min'],
  ['attempts', '6', true, '7'],
  ['attempts', '1', false, '1'],
  ['attempts', '1000', true, '1000'],
  ['multiplier', '2', true, '2.5'],
  ['multiplier', '1', false, '1'],
  ['success', '0.5', true, '0.55'],
  ['success', '0.52', true, '0.55'],
  ['success', '50%', false, '45%'],
  ['success', '1', true, '1'],
  ['backlog', '0', true, '1'],
  ['backlog', '0', false, '0'],
])('%s "%s" up %s is "%s"', (key, text, up, next) => expect(nudge(key, text, up)).toBe(next));

it.each(['', 'none', '37/50', '1h30m', 'abc', '-3'])('leaves "%s" alone', (text) => {
  expect(nudge('base', text, true)).toBeNull();
});
