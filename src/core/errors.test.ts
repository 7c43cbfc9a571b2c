import { describe, expect, it } from 'vitest';
import { describeIssue, InputError, PolicyError } from './errors.js';

describe('an issue', () => {
  it.each<[unknown, string]>([
    ['5 apples', 'base: "5 apples" is not allowed; give a duration'],
    ['', 'base: "" is not allowed; give a duration'],
    [-1, 'base: -1 is not allowed; give a duration'],
    [Number.NaN, 'base: NaN is not allowed; give a duration'],
    [true, 'base: true is not allowed; give a duration'],
    [null, 'base: null is not allowed; give a duration'],
    [12n, 'base: 12n is not allowed; give a duration'],
    [[1, 2], 'base: a list is not allowed; give a duration'],
    [{ ms: 1 }, 'base: an object is not allowed; give a duration'],
    [new Map(), 'base: an object of class Map is not allowed; give a duration'],
    [Object.create(null), 'base: an object is not allowed; give a duration'],
    [() => 1, 'base: a function is not allowed; give a duration'],
    [Symbol('s'), 'base: a symbol is not allowed; give a duration'],
    [undefined, 'base: missing; give a duration'],
  ])('with the value %s is told in one sentence', (value, sentence) => {
    expect(describeIssue({ field: 'base', value, allowed: 'a duration' })).toBe(sentence);
  });

  it('ends with the next step, where there is one', () => {
    const issue = { field: 'jiter', value: 'jiter', allowed: 'one of jitter', hint: 'did you mean jitter?' };
    expect(describeIssue(issue)).toBe('jiter: "jiter" is not allowed; give one of jitter (did you mean jitter?)');
  });

  it('stays readable whatever was typed: long texts are cut, and nothing moves the cursor', () => {
    const sentence = describeIssue({ field: 'f'.repeat(1e6), value: `\u001b[2J\r${'v'.repeat(1e6)}`, allowed: 'less' });
    expect(sentence.length).toBeLessThan(200);
    expect(sentence).toMatch(/^f{59}…: "\\u\{1b\}\[2J\\u\{d\}v{45}…" is not allowed; give less$/);
  });

  it('shows the name of a file and that of a field, neither hidden by the other', () => {
    const issue = { field: `${'d'.repeat(99)}.json: backoff.\u202e${'k'.repeat(99)}`, value: 1, allowed: 'less' };
    expect(describeIssue(issue)).toMatch(/^d{59}…: backoff\.\\u\{202e\}k{43}…: 1 is not allowed; give less$/);
  });

  it('shows a text of sixty characters whole', () => {
    expect(describeIssue({ field: 'a', value: 'v'.repeat(60), allowed: 'less' })).toContain(`"${'v'.repeat(60)}"`);
  });
});

describe('the errors', () => {
  const issue = { field: 'base', value: -1, allowed: 'a duration' };

  it('carry a code, the issue and the sentence', () => {
    const error = new InputError(issue);
    expect(error).toBeInstanceOf(Error);
    expect(error).toMatchObject({ name: 'InputError', code: 'invalid-input', issue, message: describeIssue(issue) });
  });

  it('of a policy list every issue, one per line', () => {
    const issues = [issue, { field: 'cap', value: 'x', allowed: 'a duration' }];
    const error = new PolicyError(issues);
    expect(error).toMatchObject({ name: 'PolicyError', code: 'invalid-policy', issues });
    expect(error.message.split('\n')).toEqual(issues.map(describeIssue));
  });
});
