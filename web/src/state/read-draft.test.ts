import { describe, expect, it } from 'vitest';
import { parsePolicy } from '../../../src/core/policy/parse-policy.js';
import type { Plain } from '../../../src/core/policy/paths.js';
import { presetOf } from '../../../src/core/presets/index.js';
import type { Draft } from './draft.js';
import { readDraft, usableInputs } from './read-draft.js';

const draft = (values: Record<string, string>): Draft => ({ preset: null, values });
const issuesOf = (values: Record<string, string>): [string, string][] => [...readDraft(draft(values), null).issues];

describe('a draft', () => {
  it('with nothing in it is the default policy, no load and the first seed', () => {
    const { inputs } = readDraft(draft({}), null);
    expect(inputs?.policy).toEqual(parsePolicy());
    expect(inputs?.load).toMatchObject({ success: null, latencyMs: null, deadlineMs: null, limits: [] });
    expect(inputs?.seed).toBe(1);
  });

  it('is read as the command reads its flags', () => {
    const { inputs } = readDraft(
      draft({ base: '500ms', attempts: '8', success: '37/50', rpm: '1,000', tpm: '200k', tokens: '2000', seed: '7' }),
      null,
    );
    expect(inputs?.policy).toEqual(parsePolicy({ backoff: { baseMs: 500 }, maxAttempts: 8 }));
    expect(inputs?.load.success).toEqual({ value: 0.74, counts: { successes: 37, trials: 50 } });
    expect(inputs?.load.limits.map(({ name, amount, cost }) => [name, amount, cost])).toEqual([
      ['requests', 1000, 1],
      ['tokens', 200_000, 2000],
    ]);
    expect(inputs?.seed).toBe(7);
  });

  it('is laid over its preset', () => {
    const preset = presetOf('openai-python').policy as Plain;
    const { inputs } = readDraft({ preset: 'openai-python', values: { cap: '20s' } }, preset);
    expect(inputs?.policy.backoff).toEqual({ ...parsePolicy(preset).backoff, capMs: 20_000 });
    expect(inputs?.policy.jitter).toEqual(parsePolicy(preset).jitter);
  });

  it('gives the load the deadline of the policy where it has none of its own', () => {
    const preset = presetOf('stamina').policy as Plain;
    expect(readDraft({ preset: 'stamina', values: {} }, preset).inputs?.load.deadlineMs).toBe(45_000);
  });

  it.each<[string, string, RegExp]>([
    ['base', 'abc', /^"abc" is not allowed; give a duration such as 250ms/],
    ['base', '', /^"" is not allowed/],
    ['cap', '-3', /or none$/],
    ['attempts', '0', /from 1 to 1000/],
    ['jitter', 'ful', /^"ful" is not allowed/],
    ['success', '1.5', /share from 0 to 1/],
    ['in-flight', '0', /at least 1/],
    ['tpm', '200k', /./],
    ['limit', 'x', /NAME=AMOUNT/],
    ['quota', 'a=1/s\nb', /NAME=AMOUNT/],
    ['seed', '-1', /from 0 to/],
    ['retryOn.statuses', '501', /another status/],
    ['retryBudget.share', '2', /share from 0 to 1/],
    ['delays', '1s,x', /duration/],
  ])('with %s "%s" tells what is wrong at one field', (key, text, message) => {
    const issues = issuesOf({ [key]: text });
    expect(issues).toEqual([[key === 'tpm' ? 'tokens' : key, expect.stringMatching(message)]]);
    expect(readDraft(draft({ [key]: text }), null).inputs).toBeNull();
  });

  it('tells of every wrong field at once, of policy and load alike', () => {
    expect(issuesOf({ base: 'a', cap: 'b', latency: 'c' }).map(([key]) => key)).toEqual(['base', 'cap', 'latency']);
  });

  it('says where two fields contradict each other', () => {
    expect(issuesOf({ min: '40s' }).map(([key]) => key)).toEqual(['min']);
  });

  it('switches a group of its preset off', () => {
    const preset = { retryBudget: { kind: 'ratio' } } as Plain;
    const read = readDraft({ preset: 'x', values: { retryBudget: 'none' } }, preset);
    expect(read.inputs?.policy.retryBudget).toBeNull();
  });
});

describe('what can be used of a draft', () => {
  it.each<[Record<string, string>, string[]]>([
    [{ base: 'abc', attempts: '3' }, ['base']],
    [{ tpm: '200k', attempts: '3' }, ['tpm']],
    [{ min: '40s', attempts: '3' }, ['min']],
    [{ latency: 'x', deadline: 'y', attempts: '3' }, ['latency', 'deadline']],
  ])('%j is the rest of it', (values, dropped) => {
    const rest = Object.fromEntries(Object.entries(values).filter(([key]) => !dropped.includes(key)));
    expect(usableInputs(draft(values), null)).toEqual(readDraft(draft(rest), null).inputs);
    expect(usableInputs(draft(values), null).policy.maxAttempts).toBe(3);
  });

  it('keeps the load where preset and values contradict each other', () => {
    const preset = presetOf('openai-cookbook-tenacity').policy as Plain;
    const values = { cap: '100ms', rpm: '60', success: '0.5' };
    expect(readDraft({ preset: 'openai-cookbook-tenacity', values }, preset).inputs).toBeNull();
    const { policy, load } = usableInputs({ preset: 'openai-cookbook-tenacity', values }, preset);
    expect(policy).toEqual(parsePolicy());
    expect(load).toMatchObject({ success: { value: 0.5 }, limits: [{ name: 'requests', amount: 60 }] });
  });
});
