import { describe, expect, it } from 'vitest';
import { loadFromFlags } from '../capacity/load-flags.js';
import { PolicyError } from '../errors.js';
import { parsePolicy } from '../policy/parse-policy.js';
import { checkSchedule } from './check-schedule.js';
import { fitsDeadline } from './fits-deadline.js';
import { scheduleOf } from './schedule.js';

describe('the check of a schedule', () => {
  it.each([
    ['worst case fits', { deadline: '55s', latency: '4s' }, null, true, 'the worst case takes 55.0 s of the 55.0 s'],
    ['worst case does not fit', { deadline: '54s', latency: '4s' }, null, false, 'takes 55.0 s of the 54.0 s'],
    [
      'share reached',
      { deadline: '30s', latency: '4s', success: '0.5' },
      0.96,
      true,
      '96.31 % of calls have succeeded by 30.0 s, where at least 96.00 %',
    ],
    ['share missed', { deadline: '30s', latency: '4s', success: '0.5' }, 0.99, false, 'Check failed: 96.31 %'],
  ] as const)('%s', (_, flags, share, ok, text) => {
    const load = loadFromFlags(flags);
    const result = checkSchedule(scheduleOf(parsePolicy(), { load }), load, share);
    expect(result.ok).toBe(ok);
    expect(result.sentence).toContain(text);
  });

  it.each([
    [{}, null, ['deadline: missing; give the time to check against, such as 30s']],
    [{ latency: '1s' }, 0.9, ['deadline: missing', 'success: missing']],
    [{ deadline: '1s' }, 0.9, ['success: missing', 'latency: missing']],
  ] as const)('asks for what it needs: %j', (flags, share, messages) => {
    const load = loadFromFlags(flags);
    const check = (): unknown => checkSchedule(scheduleOf(parsePolicy(), { load }), load, share);
    expect(check).toThrow(PolicyError);
    for (const message of messages) expect(check).toThrow(message);
  });
});

it.each([
  [30, 30, true],
  [0.1 * 3, 0.3, true],
  [0.31, 0.3, false],
])('%s ms fit %s ms: %s', (timeMs, deadlineMs, fits) => expect(fitsDeadline(timeMs, deadlineMs)).toBe(fits));
