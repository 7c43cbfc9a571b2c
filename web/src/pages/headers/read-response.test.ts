import { describe, expect, it } from 'vitest';
import { readResponse } from './read-response.js';

const NOW = Date.UTC(2026, 10, 30, 12);
const read = (text: string, status = '', sender = '') => readResponse(text, { nowMs: NOW, status, sender });

describe('readResponse', () => {
  it('reads bare lines, and says that it took them for a refusal', () => {
    const { decoded } = read('retry-after: 7');
    expect(decoded).toMatchObject({ verdict: 'retry', hintMs: 7000, retryAt: NOW + 7000, source: 'retry-after' });
    expect(decoded?.warnings.map(({ code }) => code)).toContain('status-assumed');
  });

  it('takes the status that is typed over that of the text', () => {
    expect(read('HTTP/1.1 429\nretry-after: 7', '200').decoded?.verdict).toBe('ok');
  });

  it('reads a body by itself', () => {
    const { decoded } = read('{"error":{"code":"insufficient_quota","type":"insufficient_quota"}}');
    expect(decoded?.verdict).toBe('never');
  });

  it('reads the line that a client logs, with the wait in its message', () => {
    const error = "{'error': {'message': 'Please try again in 2s.', 'type': 'tokens', 'code': 'rate_limit_exceeded'}}";
    const { decoded } = read(`openai.RateLimitError: Error code: 429 - ${error}`);
    expect(decoded).toMatchObject({ verdict: 'retry', hintMs: 2000, source: 'message text' });
    expect(decoded?.warnings.map(({ code }) => code)).not.toContain('status-assumed');
  });

  it('reads an entry of a HAR file', () => {
    const har = { response: { status: 503, headers: [{ name: 'Retry-After', value: '3' }] } };
    expect(read(JSON.stringify(har)).decoded).toMatchObject({ verdict: 'retry', hintMs: 3000 });
  });

  it('says what is wrong with the text or the status, and decodes nothing', () => {
    expect(read('what is this')).toMatchObject({ decoded: null, issue: expect.stringContaining('curl -i') });
    expect(read('retry-after: 7', '42')).toMatchObject({ decoded: null, issue: null });
    expect(read('retry-after: 7', '42').statusIssue).toContain('from 100 to 999');
  });
});
