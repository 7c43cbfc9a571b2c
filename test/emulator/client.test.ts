// The client against emulated servers that behave badly.

import { describe, expect, it } from 'vitest';
import { customRuleBook } from '../../src/core/rulebooks/index.js';
import { createEmulator, type EmulatorOptions } from '../../src/emulator/index.js';
import { createFetch, reportOf } from '../../src/runtime/index.js';
import { manualClock } from '../../src/testing/index.js';

function clientOf(options: EmulatorOptions, policy: Parameters<typeof createFetch>[0] = {}) {
  const clock = manualClock();
  const emulator = createEmulator({ clock, ...options });
  return { clock, emulator, fetch: createFetch(policy, { clock, fetch: emulator.fetch }) };
}

describe('a client', () => {
  it('CF-02: gives up at once when a server multiplies the wait beyond the deadline, and says when it could go', async () => {
    const limits = [{ name: 'slots', limiter: { kind: 'concurrency', amount: 1 } as const }];
    const { clock, emulator, fetch } = clientOf(
      { rules: customRuleBook({ limits }), latencyMs: 1000, hints: { addPerRefusalMs: 5_337_000 } },
      { deadlineMs: '30s' },
    );
    const held = emulator.fetch('https://x/');
    const call = fetch('https://x/');
    await clock.run();
    await held;
    const response = await call;
    expect(response.status).toBe(429);
    const { reason, retryAt, attempts } = reportOf(response) ?? {};
    expect([reason, attempts]).toEqual(['wait-exceeds-deadline', 1]);
    expect(Math.abs(Number(retryAt) - clock.wallNow() - 5_336_000)).toBeLessThanOrEqual(2000);
    expect(clock.now()).toBeLessThan(30_000);
  });

  it('repeats what a broken connection or a hang took, where that is safe', async () => {
    const faults = [
      { kind: 'reset', when: { requests: [1] } },
      { kind: 'hang', when: { requests: [2] } },
    ] as const;
    const { clock, emulator, fetch } = clientOf({ rules: 'ietf', faults }, { attemptTimeoutMs: '5s' });
    const call = fetch('https://x/items');
    await clock.run();
    expect((await call).status).toBe(200);
    expect(emulator.seen().requests.map(({ status }) => status)).toEqual([null, null, 200]);
  });

  it.each(['certain', 'told'])('reckons with what calls use of the tokens where the sender is %s', async (known) => {
    const clock = manualClock();
    const emulator = createEmulator({
      clock,
      rules: 'anthropic',
      latencyMs: 50,
      limits: { requests: { amount: 1000 }, inputTokens: { amount: 30_000 } },
    });
    const provider = known === 'told' ? { provider: 'anthropic' } : {};
    const fetch = createFetch({}, { clock, fetch: emulator.fetch, ...provider });
    const body = JSON.stringify({
      model: 'm',
      max_tokens: 5,
      messages: [{ role: 'user', content: 'word '.repeat(800) }],
    });
    const calls = Array.from({ length: 60 }, async () => {
      const response = await fetch('https://x/v1/messages', { method: 'POST', body });
      await response.text();
      return response.status;
    });
    await clock.run();
    expect(new Set(await Promise.all(calls))).toEqual(new Set([200]));
    const { requests } = emulator.seen().totals;
    expect(requests).toBeLessThanOrEqual(66);
  });

  it('asks no more when what was paid for is used up', async () => {
    const { clock, emulator, fetch } = clientOf({
      rules: 'openai',
      conditions: [{ condition: 'insufficient-quota' }],
    });
    const call = fetch('https://x/v1/chat/completions', { method: 'POST', body: '{"messages":[]}' });
    await clock.run();
    expect((await call).status).toBe(429);
    expect(emulator.seen().totals.requests).toBe(1);
  });

  it('is not early once, though the server punishes it and its clock is an hour off', async () => {
    const { clock, emulator, fetch } = clientOf({
      rules: 'anthropic',
      limits: { requests: { amount: 30, burst: 5 } },
      faults: [{ kind: 'skew', ms: 3_600_000 }],
      penalty: { factor: 2, maxMs: 600_000 },
    });
    const init = { method: 'POST', body: '{"messages":[]}' };
    const calls = Array.from({ length: 12 }, () => fetch('https://api.anthropic.com/v1/messages', init));
    await clock.run();
    expect((await Promise.all(calls)).map(({ status }) => status)).toEqual(Array(12).fill(200));
    expect(emulator.seen().totals).toMatchObject({ served: 12, early: 0 });
  });
});
