import { describe, expect, it } from 'vitest';
import { compile } from '../backoff/compile.js';
import { createLimiter } from '../limiters/create-limiter.js';
import { parsePolicy } from '../policy/parse-policy.js';
import { createRandom } from '../random/random.js';
import { CallState } from './call-state.js';
import { Engine } from './engine.js';
import { type FairShare, fairShare } from './fair-share.js';
import { type Habit, judge, type Server, serverOf } from './fixtures/judge.js';
import { told } from './fixtures/told.js';
import { Outcome } from './outcome.js';

/** Sends calls at once and has some of them answered: with what is left, or a refusal with nothing left, looked at before it is decided. */
function world(answers: readonly (number | 'refused')[], sent = answers.length, more = {}) {
  const engine = new Engine(compile(parsePolicy({ initialInFlight: 100 })), { random: () => 0.5 });
  const key = engine.key('account', 'bucket');
  const calls = Array.from({ length: sent }, () => new CallState(key, null, true, null));
  for (const call of calls) engine.submit(call, 0);
  while (engine.next(0) !== null);
  let share: FairShare | null = null;
  for (const [index, answer] of answers.entries()) {
    const call = calls[index] as CallState;
    const isRefused = answer === 'refused';
    const left = isRefused ? 0 : answer;
    engine.observe(call, [told(left, { resetMs: (20 - left) * 50, ...more })], 1);
    if (isRefused) share = fairShare(key, call, 1);
    engine.answer(call, isRefused ? Outcome.REFUSED : Outcome.OK, isRefused ? 1000 : null, 1);
  }
  return { key, share };
}

const LEFT_AT = 20_000;

describe('our part of a limit that was used up', () => {
  it.each<[string, readonly (number | 'refused')[], number, number | null]>([
    ['all of it, for whoever took all', [3, 2, 1, 0, 'refused'], 5, 1],
    ['half of what was there, where others took the rest', [7, 5, 3, 1, 'refused'], 5, 0.5],
    ['a tenth', [19, 0, 'refused', 'refused'], 4, 0.1],
    ['what is still on its way is ours', [7, 'refused'], 8, 7 / 8],
    ['none is told while something is left', [7, 5, 3], 3, null],
    ['nor where too little was there to have a part of', [1, 'refused'], 2, null],
    ['nor by a refusal alone: what was there before we came was not taken from us', ['refused', 'refused'], 2, null],
  ])('%s', (_, answers, sent, share) => {
    expect(world(answers, sent).share?.share ?? null).toEqual(share === null ? null : expect.closeTo(share, 2));
  });

  it('paces until a rate has been measured: with a tenth of 20 per second, two per second', () => {
    const { key } = world([19, 0, 'refused', 'refused']);
    expect(key.share).toBeCloseTo(0.1, 3);
    expect((key.accepted?.pacePerMs ?? 0) * 1000).toBeCloseTo(2, 1);
  });

  it('is not told by a window that ends far sooner than it is said to: the rate of an hour is not that of a second', () => {
    const hour = { windowMs: 3_600_000, algorithm: 'window', resetMeans: 'window' };
    expect(world([19, 0, 'refused', 'refused'], 4, hour).share).toBeNull();
    expect(world([19, 0, 'refused', 'refused'], 4, { ...hour, windowMs: 1000 }).share?.share).toBeCloseTo(0.1, 3);
  });

  it.each([200, 400])(
    'brings eight clients that share nothing through %d calls with 1.6 requests for each',
    (calls) => {
      const limiter = { kind: 'token-bucket', amount: 1200, windowMs: 60_000, burst: 20 } as const;
      for (const seed of [11, 12, 13]) {
        const verdict = judge({
          habit: { limiter, tells: 'full', algorithm: 'bucket', retryAfter: 's' },
          calls,
          engines: 8,
          seed,
        });
        expect(verdict).toMatchObject({ served: calls, lost: 0, early: 0 });
        expect(verdict.perRequest).toBeLessThanOrEqual(1.6);
        expect(verdict.endMs / ((calls - 20) * 50 + 200)).toBeLessThanOrEqual(1.7);
      }
    },
  );

  it.each<[seconds: number, what: string, Pick<Habit, 'tells' | 'retryAfter'>]>([
    [20, 'that tells its limit', { tells: 'full', retryAfter: 's' }],
    [80, 'that tells only how long to wait', { tells: 'nothing', retryAfter: 's' }],
    [80, 'that tells nothing', { tells: 'nothing', retryAfter: 'none' }],
  ])('and whoever is left alone has all of it within %d s, of a server %s', (seconds, _, { tells, retryAfter }) => {
    for (const seed of [11, 13]) {
      const limiter = createLimiter({ kind: 'token-bucket', amount: 1200, windowMs: 60_000, burst: 20 }, 0);
      const random = createRandom(seed);
      const server = serverOf({ limiter: limiter.spec, tells, algorithm: 'bucket', retryAfter }, limiter);
      const from = LEFT_AT + seconds * 1000;
      let [before, after] = [0, 0];
      const crowded: Server = (now, u) => {
        // Others ask for more than all of it, until they have left.
        if (now < LEFT_AT && random.next() < 0.9) limiter.charge(Math.floor(limiter.remaining(now)), now);
        const answer = server(now, u);
        if (answer.isServed && now < LEFT_AT) before++;
        if (answer.isServed && now >= from && now < from + 10_000) after++;
        return answer;
      };
      judge({ habit: crowded, calls: 4000, seed, untilMs: from + 10_000 });
      expect(before).toBeLessThanOrEqual(20);
      expect(after).toBeGreaterThanOrEqual(0.85 * 200);
    }
  });

  it('and keeps eight from coming with all of their calls whenever a window reopens', () => {
    const limiter = { kind: 'fixed-window', amount: 200, windowMs: 10_000, opens: 'wall-clock' } as const;
    const { served, perRequest } = judge({
      habit: { limiter, tells: 'window', algorithm: 'window', retryAfter: 's', resetStepMs: 1000 },
      calls: 1000,
      engines: 8,
      seed: 11,
    });
    // The first window alone costs 0.8: nobody knows of the others yet. Without a share it was 3.
    expect(served).toBe(1000);
    expect(perRequest).toBeLessThanOrEqual(2);
  });
});
