import { describe, expect, it } from 'vitest';
import { scheduleOf } from '../../../src/core/schedule/schedule.js';
import { readLink, writeLink } from '../link.js';
import { EXAMPLES, exampleLink } from './examples.js';
import { loadPresets, policyOfPreset } from './presets.js';
import { readDraft } from './read-draft.js';

await loadPresets();

describe.each(EXAMPLES.map((example) => [example.id, example] as const))('the example %s', (_, example) => {
  it('is right in all its fields', () => {
    for (const draft of [example.state.draft, example.state.pinned]) {
      if (draft === null) continue;
      const { inputs, issues } = readDraft(draft, policyOfPreset(draft.preset));
      expect([...issues]).toEqual([]);
      expect(inputs).not.toBeNull();
    }
  });

  it('can be linked to by its name, and says what to look at', () => {
    const read = readLink(exampleLink(example));
    expect(read?.state).toEqual(example.state);
    expect(read?.notices).toEqual([{ id: 'example', text: `${example.title}. ${example.about}` }]);
  });

  it('survives as a link of its own', () => {
    expect(readLink(writeLink(example.state))).toEqual({ state: example.state, notices: [] });
  });
});

describe('the payments example', () => {
  it('is late by a second, and 15 s is the largest cap that fits', () => {
    const draft = EXAMPLES.find(({ id }) => id === 'payments')?.state.draft;
    const { policy, load } = readDraft(draft ?? { preset: null, values: {} }, null).inputs ?? expect.fail();
    const { total, attempts, largestCapThatFitsMs } = scheduleOf(policy, { load });
    expect({ max: total.maxMs, attempts, cap: largestCapThatFitsMs }).toEqual({
      max: 31_000,
      attempts: 6,
      cap: 15_000,
    });
  });
});

it('an example that there is not is told, with the one that may be meant', () => {
  expect(readLink('#example=payment')?.notices[0]?.text).toMatch(/“payment”.*Did you mean payments\?/);
});
