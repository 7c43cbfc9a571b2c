import { describe, expect, it } from 'vitest';
import { loadFromFlags } from '../../capacity/load-flags.js';
import type { FlagValues } from '../../policy/flag.js';
import { parsePolicy } from '../../policy/parse-policy.js';
import type { PolicyInput } from '../../policy/policy.js';
import type { ScheduleReport } from '../report.js';
import { scheduleOf } from '../schedule.js';
import { SCHEDULE_SENTENCE_IDS } from './schedule-sentences.js';

const said = (report: ScheduleReport): Record<string, string> =>
  Object.fromEntries(report.sentences.map(({ id, text }) => [id, text]));

describe('what a schedule says', () => {
  const sayOf = (input: PolicyInput, flags: FlagValues = {}): Record<string, string> =>
    said(scheduleOf(parsePolicy(input), { load: loadFromFlags(flags) }));

  it('tells total, spread, jitter and what to compare', () => {
    expect(sayOf({})).toEqual({
      total:
        'This sample (seed 1) waits 11.7 s in total over 6 attempts. The expected total is 15.5 s, the worst 31.0 s.',
      spread: 'Half of the runs that use up their retries wait at most 15.5 s in total, and 95 % at most 24.2 s.',
      jitter:
        'Full jitter draws each wait evenly between 0 and the raw delay, so its mean is half the raw delay. It lowers the minimum; the worst total stays that of no jitter.',
      'worst-case':
        "The worst total, 31.0 s, is the number to compare with the caller's deadline; the time that the attempts take comes on top.",
    });
  });

  it.each([
    ['equal', 'jitter', 'the mean is three quarters of the raw delay'],
    ['none', 'jitter', 'minimum, mean and maximum are equal: fine for one client, dangerous for a fleet'],
    ['none', 'total', 'Every run that uses up its retries waits 31.0 s in total over 6 attempts.'],
    ['none', 'warning-no-jitter', 'clients that failed together come back together'],
    ['decorrelated', 'jitter', 'Its worst total, 103 s, is larger than the 31.0 s of full jitter with the same cap.'],
    ['0.75..1', 'jitter', 'evenly between 75.0 % and 100 % of the raw delay, so its mean is 87.5 % of it.'],
  ])('of %s jitter: %s', (jitter, id, text) => expect(sayOf({ jitter })[id]).toContain(text));

  it.each([
    ['one attempt', { maxAttempts: 1 }, {}, 'total', 'One attempt and no retries: nothing is ever waited for.'],
    [
      'a jitter beyond the raw delay',
      { jitter: '0.8..1.2', maxAttempts: 8 },
      {},
      'jitter',
      'Raw delays stop at 26.7 s, so that no wait exceeds the cap.',
    ],
    ['a minimum', { backoff: { minMs: 500 } }, {}, 'jitter', 'No wait is below the minimum of 500 ms'],
    [
      'a deadline that is too short',
      {},
      { deadline: '30s' },
      'deadline',
      "The worst case is 31.0 s of waits, with the attempts' own time left out: it does not fit into the deadline of 30.0 s. The largest cap that fits is 15.0 s.",
    ],
    [
      'a deadline and a latency',
      {},
      { deadline: '60s', latency: '4s' },
      'deadline',
      'The worst case is 31.0 s of waits and 6 attempts of 4.00 s, 55.0 s together: it fits into the deadline of 60.0 s.',
    ],
    [
      'a hopeless deadline',
      {},
      { deadline: '5s', latency: '1s' },
      'deadline',
      'No cap makes it fit: fewer attempts are needed.',
    ],
    [
      'success alone',
      {},
      { success: '0.5' },
      'resolved-by-deadline',
      'says nothing here without a latency and a deadline',
    ],
    [
      'no cap',
      { backoff: { baseMs: 100, capMs: null }, maxAttempts: 13 },
      {},
      'warning-no-cap',
      'There is no cap: wait 12 can take 3.4 min, and each further one 2 times as long.',
    ],
    [
      'a cap below the base',
      { backoff: { baseMs: 1000, capMs: 500 } },
      {},
      'warning-cap-below-base',
      'The cap of 500 ms is below the base of 1.00 s, so the cap is every raw delay and nothing ever grows.',
    ],
    [
      'a multiplier beside decorrelated jitter',
      { jitter: 'decorrelated', backoff: { multiplier: 3 } },
      {},
      'warning-multiplier-unused',
      'The multiplier of 3 has no effect with decorrelated jitter',
    ],
    [
      'a jitter with no room',
      { backoff: { minMs: '40s', capMs: '40s' } },
      {},
      'warning-jitter-unused',
      'The jitter has no effect',
    ],
    ['base 0', { backoff: { baseMs: 0 } }, {}, 'warning-no-wait', 'Every wait is 0, so retries follow at once'],
    [
      'retries that always end within the window',
      {},
      { rpm: '60' },
      'warning-retries-end-before-window',
      'The retries always end before the 60.0 s window of the requests limit does, after 15.5 s on average: a client that counts refusals as attempts then fails the call. This policy does not, up to 100 refusals.',
    ],
    [
      'the longest of several windows, a day left aside',
      {},
      { limit: ['a=1/s', 'b=60/2m', 'c=9/min', 'd=99/d'] },
      'warning-retries-end-before-window',
      'The retries always end before the 2.0 min window of the b limit does',
    ],
    [
      'attempts that take long themselves',
      { maxAttempts: 3 },
      { rpm: '60', latency: '29s' },
      'warning-retries-end-before-window',
      // 2 × 29 s leave 2 s for U(0, 1) + U(0, 2), which exceeds them with ∫ x dx / 2 = 1/4.
      'With a chance of 75.0 % the retries end before the 60.0 s window',
    ],
    [
      'retries that may end within the window (JC-06)',
      { maxAttempts: 9, backoff: { capMs: '20s' }, refusals: { countAsAttempts: true } },
      { rpm: '60' },
      'warning-retries-end-before-window',
      /^With a chance of 89\.\d % the retries end before the 60\.0 s window .* after 45\.5 s on average: a call that is refused all along fails/,
    ],
  ] as const)('of %s', (_, input, flags, id, text) => {
    const sentence = sayOf(input as PolicyInput, flags)[id];
    if (typeof text === 'string') expect(sentence).toContain(text);
    else expect(sentence).toMatch(text);
  });

  it.each([
    ['a day to wait for', {}, { rpd: '1000' }],
    ['retries that outlast the window', { maxAttempts: 30 }, { rpm: '60' }],
    ['no limits', {}, {}],
  ])('and does not warn of a window with %s', (_, input, flags) => {
    expect(sayOf(input, flags)).not.toHaveProperty('warning-retries-end-before-window');
  });

  it('warns of nothing with the default policy', () => {
    expect(Object.keys(sayOf({})).filter((id) => id.startsWith('warning-'))).toEqual([]);
  });

  it('has stable ids', () => {
    expect(SCHEDULE_SENTENCE_IDS).toEqual([
      'total',
      'spread',
      'jitter',
      'throttled',
      'worst-case',
      'deadline',
      'resolved-by-deadline',
      'warning-no-jitter',
      'warning-no-cap',
      'warning-cap-below-base',
      'warning-multiplier-unused',
      'warning-jitter-unused',
      'warning-no-wait',
      'warning-retries-end-before-window',
    ]);
  });
});
