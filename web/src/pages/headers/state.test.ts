import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { MAX_RESPONSE_TEXT } from '../../../../src/core/headers/raw-response.js';
import { commandText } from './exports.js';
import { droppedLines, isOfEarlierText, pasted, refusal, response, setPasted } from './state.js';

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

  it('cannot end the command line that is copied', () => {
    setPasted('HTTP/2 429\nretry-after: 20\n\nEND\nrm -rf ~');
    expect(commandText()).toMatch(/ <<'END_1'\nHTTP[\s\S]*\nrm -rf ~\nEND_1$/);
  });
});
