import { describe, expect, it } from 'vitest';
import { TARGETS } from '../../../../src/codegen/targets/index.js';
import { parsePolicy } from '../../../../src/core/policy/parse-policy.js';
import { readCode } from './generated.js';
import { codeAnswer, codeVerdict } from './said.js';

const policy = parsePolicy({});

describe('what is typed beside the code', () => {
  it.each(TARGETS.map(({ id }) => id))('is used where it is right, %s', (target) => {
    const { generated, nameIssue, urlIssue } = readCode(target, policy, 'Patiently', 'https://a.example/x');
    expect({ nameIssue, urlIssue }).toEqual({ nameIssue: null, urlIssue: null });
    expect(generated.functionName).toBe('Patiently');
    expect(generated.usage).toContain('https://a.example/x');
  });

  it('is told where it is wrong, each by itself, and what the language has anyway stands in its place', () => {
    const usual = readCode('go', policy, '', '').generated;
    const both = readCode('go', policy, 'func', 'ftp://x');
    expect(both.generated).toEqual(usual);
    expect(both.nameIssue).toMatch(/^"func" is not allowed; give a name that is no word of the language/);
    expect(both.urlIssue).toBe('"ftp://x" is not allowed; give an address that starts with http:// or https://');
    const one = readCode('go', policy, 'Patiently', 'ftp://x');
    expect(one.nameIssue).toBeNull();
    expect(one.generated.functionName).toBe('Patiently');
  });
});

describe('the answer', () => {
  it.each<[object, string]>([
    [{}, 'fetchWithRetry for JavaScript (fetch): up to 5 retries, each after 16.0 s at most.'],
    [{ maxAttempts: 2 }, 'fetchWithRetry for JavaScript (fetch): 1 retry, after 1.00 s at most.'],
    [{ maxAttempts: 1 }, 'fetchWithRetry for JavaScript (fetch): one attempt, and no retry.'],
    [
      { maxAttempts: 4, backoff: { delaysMs: [5000, 1000, 2000] }, jitter: 'none' },
      'fetchWithRetry for JavaScript (fetch): up to 3 retries, each after 5.00 s at most.',
    ],
  ])('of %j', (input, answer) => {
    const given = parsePolicy(input);
    expect(codeAnswer(readCode('javascript', given, '', '').generated, given)).toBe(answer);
  });

  it('is followed by what is obeyed, needed and left out', () => {
    const given = parsePolicy({ deadlineMs: 30_000, maxInFlight: 4, retryAfter: { honor: false } });
    expect(codeVerdict(readCode('python', given, '', '').generated, given)).toEqual([
      'It does not look at Retry-After.',
      'It needs requests, and nothing else.',
      '2 parts of your policy are not in it.',
    ]);
  });
});
