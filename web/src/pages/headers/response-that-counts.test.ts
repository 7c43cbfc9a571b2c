import { describe, expect, it } from 'vitest';
import { readResponse } from './read-response.js';
import { MOST_KEPT, responseThatCounts } from './response-that-counts.js';

const OPTIONS = { nowMs: Date.UTC(2026, 10, 30, 12), status: '', sender: '' };
const refused = {
  status: 429,
  headers: [
    { name: 'retry-after', value: '20' },
    { name: 'x-ratelimit-remaining-requests', value: '0' },
  ],
  content: { text: '{"error":{"type":"insufficient_quota","code":"insufficient_quota"}}' },
};
const pictures = Array.from({ length: 4000 }, (_, index) => ({
  response: { status: 200, headers: [{ name: 'etag', value: `"${index}"` }], content: { text: 'x'.repeat(200) } },
}));

function answerOf(text: string) {
  const decoded = readResponse(text, OPTIONS).decoded;
  return decoded === null ? null : { ...decoded, warnings: [] };
}

describe('the response that counts in a long text', () => {
  it('is the refused one of a HAR file, and says the same as the file', () => {
    const file = JSON.stringify({ log: { entries: [...pictures, { response: refused }, ...pictures] } });
    expect(file.length).toBeGreaterThan(MOST_KEPT);
    const kept = responseThatCounts(file) ?? '';
    expect(kept).toBe(`HTTP/1.1 429\nretry-after: 20\nx-ratelimit-remaining-requests: 0\n\n${refused.content.text}`);
    expect(answerOf(kept)).toEqual(answerOf(file));
  });

  it('is the last of a log, and says the same as the log', () => {
    const log = `${'HTTP/1.1 301\nlocation: /\n\n'.repeat(10_000)}HTTP/1.1 503\nretry-after: 7\n\nlater`;
    expect(responseThatCounts(log)).toBe('HTTP/1.1 503\nretry-after: 7\n\nlater');
    expect(answerOf('HTTP/1.1 503\nretry-after: 7\n\nlater')).toEqual(answerOf(log));
  });

  it('leaves out a body that no answer rests on', () => {
    const text = `HTTP/1.1 429\nretry-after: 7\n\n${'b'.repeat(MOST_KEPT)}`;
    expect(responseThatCounts(text)).toBe('HTTP/1.1 429\nretry-after: 7');
  });

  it.each([
    ['no response at all', 'word '.repeat(50_000)],
    ['a body alone', JSON.stringify({ error: 'x'.repeat(MOST_KEPT) })],
    ['30,000 fields', `HTTP/1.1 429\n${'x-field: value\n'.repeat(30_000)}`],
    ['an export of something else', JSON.stringify({ log: { entries: 'x'.repeat(MOST_KEPT) } })],
  ])('%s: there is none', (_, text) => expect(responseThatCounts(text)).toBeNull());
});
