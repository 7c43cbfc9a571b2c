import { describe, expect, it } from 'vitest';
import { callerOf } from './caller.js';

describe('callerOf', () => {
  it.each<[fields: string[], name: string, deadlineMs: number | null, timeoutMs?: number]>([
    [[], '', null],
    [['User-Agent', 'OpenAI/Python 2'], 'OpenAI/Python 2', null],
    [['User-Agent', 'curl', 'X-Holdoff-Caller', 'nightly'], 'nightly', null],
    [['x-holdoff-deadline', '1m30s'], '', 90_000],
    [['x-holdoff-deadline', '250'], '', 250],
    // What the SDKs of OpenAI and Anthropic send: whole seconds.
    [['X-Stainless-Timeout', '600'], '', null, 600_000],
    [['X-Stainless-Timeout', '600', 'X-Holdoff-Deadline', '2s'], '', 2000, 600_000],
    [['X-Stainless-Timeout', '0'], '', null],
    [['X-Stainless-Timeout', 'soon'], '', null],
  ])('%j', (fields, name, deadlineMs, timeoutMs = null as never) => {
    expect(callerOf(fields)).toEqual({ name, deadlineMs, timeoutMs });
  });

  it.each(['soon', '', '-1s', '0'])('refuses the deadline "%s"', (text) => {
    expect(() => callerOf(['x-holdoff-deadline', text])).toThrow('x-holdoff-deadline: ');
  });
});
