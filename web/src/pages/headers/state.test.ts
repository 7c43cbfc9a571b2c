import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { MAX_RESPONSE_TEXT } from '../../../../src/core/headers/raw-response.js';
import { commandText } from './exports.js';
import { cutFrom, droppedLines, isOfEarlierText, pasted, refusal, response, setPasted } from './state.js';

const NOW = Date.UTC(2026, 10, 30, 12);
const retryAt = () => response.value.decoded?.retryAt;

describe('what is pasted', () => {
  beforeEach(() => {
    vi.useFakeTimers({ now: NOW });
    setPasted('');
  });
  afterEach(() => vi.useRealTimers());

  it('leaves the earlier answer, marked as such and with its clock, when it cannot be read', () => {
    setPasted('HTTP/2 429\nretry-after: 20');
    expect([retryAt(), isOfEarlierText.value]).toEqual([NOW + 20_000, false]);
    vi.setSystemTime(NOW + 5000);
    setPasted('what is this');
    expect([retryAt(), isOfEarlierText.value]).toEqual([NOW + 20_000, true]);
    setPasted('HTTP/2 429\nretry-after: 30');
    expect([retryAt(), isOfEarlierText.value]).toEqual([NOW + 35_000, false]);
    setPasted('');
    expect([retryAt(), isOfEarlierText.value]).toEqual([undefined, false]);
  });

  it('says of credentials what holds for the present text', () => {
    setPasted('HTTP/2 429\nauthorization: Bearer abc\nretry-after: 20');
    expect([droppedLines.value, pasted.value]).toEqual([1, 'HTTP/2 429\nretry-after: 20']);
    setPasted('HTTP/2 429\nretry-after: 21', true);
    expect(droppedLines.value).toBe(1);
    setPasted('{"headers": {"cookie": "abc", "retry-after": "7"}}');
    expect([droppedLines.value, pasted.value.includes('abc')]).toEqual([1, false]);
    setPasted('HTTP/2 429\nretry-after: 30');
    expect(droppedLines.value).toBe(0);
  });

  it('is refused at once when it is too long, and nothing else changes', () => {
    setPasted('HTTP/2 429\nretry-after: 20');
    vi.setSystemTime(NOW + 5000);
    setPasted(`cookie: abc\n${'x'.repeat(MAX_RESPONSE_TEXT)}`);
    expect(refusal.value).toContain('at most 4,194,304');
    expect([pasted.value, retryAt()]).toEqual(['HTTP/2 429\nretry-after: 20', NOW + 20_000]);
    setPasted('HTTP/2 429\nretry-after: 30');
    expect(refusal.value).toBeNull();
  });

  it('is cut down to the response that counts when it is long, which is said until another comes', () => {
    const pages = 'HTTP/1.1 200 OK\netag: "1"\n\n'.repeat(10_000);
    const log = `${pages}HTTP/1.1 429\ncookie: abc\nretry-after: 20`;
    setPasted(log);
    expect([pasted.value, cutFrom.value]).toEqual(['HTTP/1.1 429\nretry-after: 20', log.length]);
    setPasted('HTTP/1.1 429\nretry-after: 30', true);
    expect([retryAt(), cutFrom.value]).toEqual([NOW + 30_000, log.length]);
    setPasted('HTTP/1.1 429\nretry-after: 7');
    expect(cutFrom.value).toBeNull();
  });

  it.each([
    ['30,000 fields', 'x-field: value\n'.repeat(30_000)],
    ['30,000 short fields', 'a:1\n'.repeat(30_000)],
  ])('is refused when it is long and so is every response in it: %s', (_, fields) => {
    setPasted('HTTP/2 429\nretry-after: 20');
    setPasted(`HTTP/2 429\n${fields}`);
    expect(refusal.value).toContain('give at most 131,072 characters in 4,000 lines, such as one response of it.');
    expect(retryAt()).toBe(NOW + 20_000);
  });

  it('cannot end the command line that is copied', () => {
    setPasted('HTTP/2 429\nretry-after: 20\n\nEND\nrm -rf ~');
    expect(commandText()).toMatch(/ <<'END_1'\nHTTP[\s\S]*\nrm -rf ~\nEND_1$/);
  });
});
