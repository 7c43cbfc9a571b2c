import { describe, expect, it } from 'vitest';
import { readResponse } from './read-response.js';
import { waitOverAnswer } from './wait-over.js';

const NOW = Date.UTC(2026, 10, 30, 12);

function answer(text: string, afterMs: number): string | null {
  const { decoded } = readResponse(text, { nowMs: NOW, status: '', sender: '' });
  if (decoded === null) throw new Error(`no response: ${text}`);
  return waitOverAnswer(decoded, NOW + afterMs);
}

describe('when a wait is over', () => {
  it.each<[string, number, string | null]>([
    ['HTTP/2 429\nretry-after: 20', 19_999, null],
    ['HTTP/2 429\nretry-after: 20', 20_000, 'The wait of 20.0 s is over since 2026-11-30T12:00:20Z: try again now.'],
    ['HTTP/2 503\nretry-after: 5', 60_000, 'The wait of 5.00 s is over since 2026-11-30T12:00:05Z: try again now.'],
    ['HTTP/2 429', 60_000, null],
    ['HTTP/2 429\nretry-after: 0', 60_000, null],
    ['HTTP/2 200', 60_000, null],
  ])('%j after %d ms: %s', (text, afterMs, said) => {
    expect(answer(text, afterMs)).toBe(said);
  });
});
