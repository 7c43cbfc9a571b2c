import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createRandom } from '../random/random.js';
import { createThrottle, noteAccept, noteRequest, rejectShare } from './throttle.js';
import type { WindowCounts } from './window-counts.js';

const SRE = { k: 2, windowMs: 120_000, maxRejectShare: 0.9 };

function history(requests: number, accepts: number): WindowCounts {
  const counts = createThrottle(SRE) as WindowCounts;
  for (let k = 0; k < requests; k++) noteRequest(counts, 0);
  for (let k = 0; k < accepts; k++) noteAccept(counts, 0);
  return counts;
}

describe('client-side throttling', () => {
  it('is off unless asked for', () => {
    expect(createThrottle(null)).toBeNull();
  });

  it.each<[requests: number, accepts: number, share: number]>([
    [0, 0, 0],
    [100, 100, 0],
    // Nothing is refused while at least half is accepted (K = 2).
    [100, 50, 0],
    [100, 49, 2 / 101],
    [100, 25, 50 / 101],
    [9, 0, 9 / 10],
    [1, 0, 1 / 2],
    // The cap keeps some requests going, so that recovery is noticed.
    [1000, 0, 0.9],
  ])(
    'of %d requests and %d accepts refuses max(0, (requests − K·accepts) ÷ (requests + 1))',
    (requests, accepts, share) => {
      expect(rejectShare(SRE, history(requests, accepts), 0)).toBeCloseTo(share, 12);
    },
  );

  it('is a share between 0 and its maximum, for any history', () => {
    fc.assert(
      fc.property(
        fc.nat({ max: 300 }),
        fc.nat({ max: 300 }),
        fc.double({ min: 1, max: 1000, noNaN: true }),
        (n, m, k) => {
          const share = rejectShare({ ...SRE, k }, history(n, m), 0);
          expect(share).toBeGreaterThanOrEqual(0);
          expect(share).toBeLessThanOrEqual(0.9);
        },
      ),
    );
  });

  it('forgets after its window', () => {
    const counts = history(1000, 0);
    expect(rejectShare(SRE, counts, 107_000)).toBe(0.9);
    expect(rejectShare(SRE, counts, 120_000)).toBe(0);
  });

  it('settles where the backend gets K times what it accepts, because refused requests count as requests', () => {
    // A backend that takes one request in five; the book says that it then sees about K times its accepts.
    const counts = createThrottle({ ...SRE, maxRejectShare: 1 }) as WindowCounts;
    const { next } = createRandom(5);
    let [sent, accepted] = [0, 0];
    for (let k = 0; k < 60_000; k++) {
      const refused = next() < rejectShare({ ...SRE, maxRejectShare: 1 }, counts, k);
      noteRequest(counts, k);
      if (refused) continue;
      sent++;
      // The backend serves 200 in every 1000 requests of the client, whatever reaches it.
      if (accepted < (k + 1) / 5) {
        accepted++;
        noteAccept(counts, k);
      }
    }
    expect(sent / accepted).toBeGreaterThan(1.9);
    expect(sent / accepted).toBeLessThan(2.1);
  });
});
