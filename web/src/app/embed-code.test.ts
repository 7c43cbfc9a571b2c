import { describe, expect, it } from 'vitest';
import { embedCode, isOnlyHere } from './embed-code.js';

const at = (address: string): Location => new URL(address) as unknown as Location;

describe('the code of a frame', () => {
  it.each([
    ['https://x.example/h/#/plan?v=1&rpm=60', 'src="https://x.example/h/?embed#/plan?v=1&amp;rpm=60"'],
    ['https://x.example/?utm=1#/lab', 'src="https://x.example/?embed#/lab"'],
    ['file:///home/me/holdoff.html#/code?v=1', 'src="file:///home/me/holdoff.html?embed#/code?v=1"'],
  ])('of %s leads to the same state', (address, source) => {
    expect(embedCode(at(address), 'Plan · holdoff')).toContain(`<iframe ${source} title="Plan · holdoff" `);
  });

  it('ends where it should, whatever is in the address and in the title', () => {
    const code = embedCode(at(`https://x.example/#/schedule?v=1&base="><script>'&lt;`), '"><b>&quot;');
    expect(code.match(/[<>]/g)).toEqual(['<', '>', '<', '>']);
    expect(code.match(/"/g)).toHaveLength(12);
  });
});

it.each([
  ['file:///home/me/holdoff.html', true],
  ['http://127.0.0.1:8429/', true],
  ['http://localhost:8429/', true],
  ['http://[::1]:8429/', true],
  ['http://127.0.0.1.example/', false],
  ['https://holdoff.example/', false],
])('%s leads here on this computer only: %s', (address, expected) => {
  expect(isOnlyHere(at(address))).toBe(expected);
});
