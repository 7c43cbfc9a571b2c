import { describe, expect, it } from 'vitest';
import { parsePolicy } from '../../../../src/core/policy/parse-policy.js';
import { SCENARIOS } from '../../../../src/simulator/index.js';
import type { Choices } from '../../state/choices.js';
import { readDraft } from '../../state/read-draft.js';
import { askedOf, isAsPublished, unknownChoices } from './asked.js';

function inputsOf(values: Record<string, string> = {}) {
  return readDraft({ preset: null, values }, null).inputs ?? expect.fail();
}

function asked(choices: Choices, values: Record<string, string> = {}, pinned = false) {
  return askedOf(choices, inputsOf(values), pinned ? parsePolicy({ jitter: 'none' }) : null);
}

const names = (choices: Choices, pinned = false) => asked(choices, {}, pinned).sides.map(({ name }) => name);

describe('what is run', () => {
  it('is the herd without and with jitter when nothing is said', () => {
    expect(names({})).toEqual(['none', 'full']);
    expect(asked({}).input.id).toBe('thundering-herd');
  });

  it.each(SCENARIOS.map(({ id }) => id as string))('can be %s as it comes', (scenario) => {
    const { sides, issues, baseline, input } = asked({ scenario });
    expect([...issues]).toEqual([]);
    expect(sides.length).toBeGreaterThan(0);
    expect(Object.keys(baseline)).toEqual((input.controls ?? []).map(({ key }) => key));
    expect(Object.values(baseline).every((text) => text !== '')).toBe(true);
  });

  it.each(SCENARIOS.map(({ id }) => id as string))(
    'is the same %s when its settings are said as they stand',
    (scenario) => {
      const { baseline, sides } = asked({ scenario });
      const set = Object.entries(baseline).map(([key, text]) => `${key}=${text}`);
      expect(asked({ scenario, set: set.join(';') }).sides).toEqual(sides);
    },
  );

  it.each<[Choices, boolean, string[]]>([
    [{ 'side-a': 'full', 'side-b': 'none' }, false, ['full', 'none']],
    [{ 'side-b': 'nothing' }, false, ['none']],
    [{ 'side-b': 'yours' }, false, ['none', 'your policy']],
    [{ 'side-a': 'full' }, false, ['full']],
    [{ scenario: 'metastable' }, false, ['metastable']],
    [{ scenario: 'bring-your-own' }, false, ['your policy']],
    [{ scenario: 'bring-your-own' }, true, ['your policy', 'your B']],
  ])('%j with a second policy: %s is %j', (choices, pinned, expected) => {
    expect(names(choices, pinned)).toEqual(expected);
  });

  it('has the policy of the form where it is asked for', () => {
    const { sides } = asked({ 'side-b': 'yours' }, { base: '123ms', deadline: '9s' });
    expect(sides[1]?.scenario.policy).toMatchObject({ backoff: { baseMs: 123 }, deadlineMs: 9000 });
  });

  it('offers no policy of the form where ways differ in something else, since the command would run another scenario', () => {
    expect(asked({ scenario: 'retry-quota-crossover' }).ways.map(({ id }) => id)).not.toContain('yours');
  });

  it('takes arrivals, latency and the limit that binds from the form for a scenario of one’s own', () => {
    const values = { arrivals: '90/min', latency: '2s', rpm: '1000', tpm: '6000', tokens: '1500' };
    const { sides, settings } = asked({ scenario: 'bring-your-own' }, values);
    expect(settings).toEqual({ load: '90/min', amount: '4', window: '1m', burst: '4', latency: '2s' });
    expect(sides[0]?.scenario.load).toMatchObject({ rate: [{ perSecond: 1.5 }] });
  });

  it('stretches the window where not even one attempt fits into it', () => {
    const { settings } = asked({ scenario: 'bring-your-own' }, { tpm: '500', tokens: '2000' });
    expect(settings).toMatchObject({ amount: '1', window: '4m', burst: '1' });
  });
});

it.each<[Choices, boolean]>([
  [{}, true],
  [{ 'side-a': 'full', 'side-b': 'nothing' }, true],
  [{ set: 'clients=1000' }, true],
  [{ set: 'clients=100' }, false],
  [{ 'side-b': 'yours' }, false],
  [{ scenario: 'bring-your-own', set: 'load=9/s' }, true],
])('the story is true of %j: %s', (choices, isTrue) => expect(isAsPublished(asked(choices))).toBe(isTrue));

describe('what is wrong', () => {
  it.each<[string, string, RegExp]>([
    ['clients=many', 'clients', /is not allowed/],
    ['clients=0', 'clients', /from 1/],
    ['clints=5', '', /did you mean clients/],
    ['clients', 'clients', /is not allowed/],
  ])('with %s is told at “%s”, and nothing is run', (set, key, message) => {
    const { sides, issues } = asked({ set });
    expect(sides).toEqual([]);
    expect([...issues]).toEqual([[key, expect.stringMatching(message)]]);
  });

  it.each<[Choices, RegExp | null]>([
    [{}, null],
    [{ 'side-b': 'nothing' }, null],
    [{ scenario: 'metastabel' }, /Did you mean metastable/],
    [{ 'side-a': 'pinned' }, /not run as “pinned”/],
    [{ scenario: 'metastable', 'side-b': 'full' }, /There are metastable, yours/],
  ])('%j', (choices, message) => {
    const told = unknownChoices(choices, false);
    expect(told).toEqual(message === null ? [] : [expect.stringMatching(message)]);
  });
});
