import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type LinkState, readLink, writeLink } from './link.js';
import { DRAFT_KEYS, LIST_KEYS } from './state/fields.js';

const state = (values: Record<string, string>, preset: string | null = null): LinkState => {
  return { page: 'schedule', draft: { preset, values }, pinned: null, choices: {} };
};

describe('a link', () => {
  it.each<[string, LinkState]>([
    ['#/schedule', state({})],
    ['#/schedule?v=1&base=2s&jitter=none', state({ base: '2s', jitter: 'none' })],
    ['#/schedule?v=1&preset=openai-python&cap=20s', state({ cap: '20s' }, 'openai-python')],
    ['#/schedule?v=1&success=37/50&arrivals=20/min', state({ success: '37/50', arrivals: '20/min' })],
    ['#/plan?v=1&rpm=50', { ...state({ rpm: '50' }), page: 'plan' }],
    [
      '#/code?v=1&cap=2s&target=go&format=grpc',
      { ...state({ cap: '2s' }), page: 'code', choices: { target: 'go', format: 'grpc' } },
    ],
    ['#/schedule?v=1&limit=a%3D1/s&limit=b%3D2/s', state({ limit: 'a=1/s\nb=2/s' })],
    [
      '#/schedule?v=1&b.preset=none&b.jitter=none',
      { ...state({}), pinned: { preset: null, values: { jitter: 'none' } } },
    ],
  ])('%s says what it was made from', (link, made) => {
    expect(decodeURIComponent(writeLink(made))).toBe(decodeURIComponent(link));
    expect(readLink(link)).toEqual({ state: made, notices: [] });
  });

  it.each(['', '#', '#/'])('%j says nothing', (link) => expect(readLink(link)).toBeNull());

  it('tells once of a key that it does not know, however often it is said', () => {
    const told = readLink('#/schedule?colour=red&colour=blue&size=1&colour=red&v=2&v=2')?.notices;
    expect(told?.map(({ id }) => id)).toEqual(['colour', 'size', 'version']);
  });

  it('takes retries as the command does: attempts without the first', () => {
    expect(readLink('#/schedule?retries=5')?.state.draft.values).toEqual({ attempts: '6' });
    expect(readLink('#/schedule?retries=0.5k')?.state.draft.values).toEqual({ attempts: '501' });
    expect(readLink('#/schedule?retries=many')?.state.draft.values).toEqual({ attempts: 'many' });
  });

  it('keeps values that are wrong, for their fields to tell', () => {
    expect(readLink('#/schedule?base=abc')?.state.draft.values).toEqual({ base: 'abc' });
  });

  it.each<[string, RegExp]>([
    ['#/schedule?bsae=1s', /“bsae”.*Did you mean base\?/],
    ['#/schedule?b.jiter=none', /“b\.jiter”.*Did you mean jitter\?/],
    ['#/schedule?zzzzzz=1', /“zzzzzz”, which is not known here and was left out\.$/],
    ['#/schedule?v=2&base=1s', /version 2/],
    ['#/labs', /page “labs”.*schedule, plan/],
    ['#/code?targt=go', /“targt”.*Did you mean target\?/],
    ['#/schedule?__proto__=1', /“__proto__”/],
  ])('%s tells what could not be used, and the rest holds', (link, told) => {
    expect(readLink(link)?.notices.map(({ text }) => text)).toEqual([expect.stringMatching(told)]);
  });

  it('comes back as it was, whatever was typed', () => {
    const line = fc
      .string({ minLength: 1, maxLength: 20 })
      .filter((text) => text.trim() === text && !/[\n\r]/.test(text));
    const keys = DRAFT_KEYS.filter((key) => !LIST_KEYS.includes(key));
    const values = fc.dictionary(fc.constantFrom(...keys), line);
    const draft = fc.record({ preset: fc.constantFrom(null, 'polly'), values });
    const choices = fc.record({ target: line, format: line }, { requiredKeys: [] });
    fc.assert(
      fc.property(draft, fc.option(draft), choices, (own, pinned, chosen) => {
        const made: LinkState = { page: 'plan', draft: own, pinned, choices: chosen };
        const plain = JSON.parse(JSON.stringify(made));
        expect(readLink(writeLink(made))).toEqual({ state: plain, notices: [] });
      }),
    );
  });

  it('is never thrown at by any text', () => {
    fc.assert(fc.property(fc.string(), (text) => void readLink(`#/schedule?${text}`)));
  });
});
