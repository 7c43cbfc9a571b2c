import { expect, it } from 'vitest';
import { unbroken } from './unbroken.js';

it.each([
  ['waits 1.50 s on average, 31.0 s at worst', 'waits 1.50\u00a0s on average, 31.0\u00a0s at worst'],
  ['(waits ≤ 22.0 s)', '(waits ≤\u00a022.0\u00a0s)'],
  ['5 % rescue it, 2,110 ms (2.11 s)', '5\u00a0% rescue it, 2,110\u00a0ms (2.11\u00a0s)'],
  ['6 attempts, 8 slots, 20 s/call', '6 attempts, 8 slots, 20 s/call'],
])('keeps figures with their units: %s', (text, shown) => expect(unbroken(text)).toBe(shown));
