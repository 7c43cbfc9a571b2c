import { describe, expect, it } from 'vitest';
import { decode } from '../../../../src/core/headers/decode.js';
import { parsePolicy } from '../../../../src/core/policy/parse-policy.js';
import type { PolicyInput } from '../../../../src/core/policy/policy.js';
import { obeyedSentence } from './obeyed.js';

const said = (seconds: number, policy: PolicyInput = {}) =>
  obeyedSentence(decode(`HTTP/1.1 429\nretry-after: ${seconds}`, { nowMs: 0 }), parsePolicy(policy));

describe('obeyedSentence', () => {
  it('obeys a wait that is short enough', () => {
    expect(said(20)).toContain('obeys it: it waits 20.0 s');
  });

  it('says what happens to a longer one, for each choice', () => {
    expect(said(1337)).toContain('gives up at once');
    expect(said(1337, { retryAfter: { beyondMax: 'clamp' } })).toContain('waits only 10.0 min');
    expect(said(1337, { retryAfter: { beyondMax: 'backoff' } })).toContain('own backoff');
  });

  it('has a deadline in mind', () => {
    expect(said(20, { deadlineMs: '15s' })).toContain('its deadline of 15.0 s ends before');
  });

  it('waits its own backoff for a wait of 0, and where it does not obey', () => {
    expect(said(0)).toContain('own backoff');
    expect(said(20, { retryAfter: { honor: false } })).toContain('does not look at it');
  });

  it('has nothing to say of what is not to be repeated, or was served', () => {
    expect(obeyedSentence(decode('HTTP/1.1 400', { nowMs: 0 }), parsePolicy({}))).toBeNull();
    expect(obeyedSentence(decode('HTTP/1.1 200', { nowMs: 0 }), parsePolicy({}))).toBeNull();
  });
});
