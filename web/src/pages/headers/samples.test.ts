import { describe, expect, it } from 'vitest';
import { readResponse } from './read-response.js';
import { SAMPLES, sampleText } from './samples.js';

const NOW = Date.UTC(2026, 10, 30, 12, 0, 0, 400);
const read = (id: string) => {
  const sample = SAMPLES.find((each) => each.id === id);
  if (sample === undefined) throw new Error(`no sample ${id}`);
  return readResponse(sampleText(sample, NOW), { nowMs: NOW, status: '', sender: '' }).decoded;
};

describe('samples', () => {
  it('are a dozen or more, each with an id of its own', () => {
    expect(SAMPLES.length).toBeGreaterThanOrEqual(12);
    expect(new Set(SAMPLES.map(({ id }) => id)).size).toBe(SAMPLES.length);
  });

  it.each(SAMPLES.map(({ id }) => id))('%s is read, from its own status', (id) => {
    const decoded = read(id);
    expect(decoded).not.toBeNull();
    expect(decoded?.warnings.map(({ code }) => code)).not.toContain('status-assumed');
  });

  it.each([
    ['anthropic-429', 'retry', 12_000],
    ['openai-200', 'ok', null],
    ['openai-message', 'retry', 9816],
    ['openai-quota', 'never', null],
    ['openai-too-large', 'never', null],
    ['gemini', 'retry', 34_075],
    ['ietf', 'retry', 20_000],
    ['express', 'retry', 42_000],
    ['discord', 'retry', 1_337_000],
    ['slack', 'backoff', 0],
    ['maintenance', 'retry', 300_000],
  ])('%s: %s in %s ms', (id, verdict, hintMs) => {
    expect(read(id)).toMatchObject({ verdict, hintMs });
  });

  it('writes instants at their distance from now, in whole seconds', () => {
    expect(sampleText({ text: '{epoch+90} {iso+16} {http+5}' }, NOW)).toBe(
      '1796040090 2026-11-30T12:00:16Z Mon, 30 Nov 2026 12:00:05 GMT',
    );
  });
});
