import { afterAll, describe, expect, it } from 'vitest';
import { type Batch, batch } from './batch.js';
import { SDKS } from './providers.js';

const CALLS = 60;

const rows: string[] = [];

afterAll(() => {
  console.log([`${CALLS} calls: time ÷ bound, requests per call, early, lost`, ...rows].join('\n'));
});

function row(name: string, { tookMs, lost, seen, early }: Batch, boundMs: number): string {
  const figures = [(tookMs / boundMs).toFixed(2), (seen.requests / CALLS).toFixed(2), early, lost];
  return `  ${name.padEnd(34)}${figures.map((figure) => String(figure).padStart(7)).join('')}`;
}

describe('a batch of 60 calls through an SDK', () => {
  it.concurrent.each(SDKS)('$name: none lost and none early, beside what it does by itself', async (sdk) => {
    const { name, provider, boundMs } = sdk;
    const [ours, own] = await Promise.all([
      batch(provider, CALLS, (address) => sdk.ours(address)),
      batch(provider, CALLS, (address) => sdk.own(address)),
    ]);
    rows.push(row(`${name} through holdoff`, ours, boundMs), row(`${name} by itself`, own, boundMs));
    expect(ours).toMatchObject({ lost: 0, early: 0, seen: { served: CALLS } });
    // The quota was not there for all of them at once, or nothing was shown.
    expect(ours.tookMs).toBeGreaterThan(0.9 * boundMs);
    // A machine too slow for the rest of Gemini's minute waits for the next one, and that is right as well.
  });
});
