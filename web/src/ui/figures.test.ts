import fc from 'fast-check';
import { expect, it } from 'vitest';
import { loadFromFlags } from '../../../src/core/capacity/load-flags.js';
import { parsePolicy } from '../../../src/core/policy/parse-policy.js';
import { scheduleAnswer } from '../../../src/core/schedule/answer.js';
import { scheduleOf } from '../../../src/core/schedule/schedule.js';
import { cutAtFigures } from './figures.js';

const figuresOf = (text: string): string[] =>
  cutAtFigures(text).flatMap((piece) => (piece.isFigure ? [piece.text] : []));

it('of the first view stand out', () => {
  const load = loadFromFlags({ success: '0.5', latency: '4s', deadline: '30s' });
  const answer = scheduleAnswer(scheduleOf(parsePolicy(), { load }), load.deadlineMs);
  expect(figuresOf(answer)).toEqual(['15.5 s', '31.0 s', '96.3 %', '30.0 s']);
});

it.each<[string, string[]]>([
  ['20 attempts wait 4.0 min on average, 8.0 min at worst.', ['4.0 min', '8.0 min']],
  [
    'The tokens limit binds at 100 attempts/min: keep 6 in flight, 51.6 requests per minute resolve, and the backlog clears in 1,666.7 min.',
    ['100 attempts/min', '6', '51.6', '1,666.7 min'],
  ],
  ['The limit of p95 and 5xx and 37/50 and v1.2.3.', []],
  ['Try again in 9.82 s, at 2026-11-30T08:00:09.816Z (message text); 10-in-1min refused.', ['9.82 s']],
  ['With “10 % fail” a call takes 1.11 attempts; with “5 %” a call takes 1.04.', ['1.11', '1.04']],
  ['It takes 1.80 × 10^305 years.', ['1.80 × 10^305 years']],
])('of "%s" are %j', (sentence, figures) => expect(figuresOf(sentence)).toEqual(figures));

it('put together again are the sentence', () => {
  fc.assert(
    fc.property(fc.string(), (text) => {
      expect(
        cutAtFigures(text)
          .map((piece) => piece.text)
          .join(''),
      ).toBe(text);
    }),
  );
});
