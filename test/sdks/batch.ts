// A batch of calls of an SDK against an emulated provider on a port, and how it went.

import { createEmulator, type EmulatorOptions, listen, type SeenCounts } from '../../src/emulator/index.js';
import { earlyRequests, FLIGHT_MS } from '../support/early-requests.js';

export interface Batch {
  readonly tookMs: number;
  /** Calls that the SDK rejected. */
  readonly lost: number;
  /** As the emulator counted. */
  readonly seen: SeenCounts;
  /** Requests that came before the time that their sender had been told. */
  readonly early: number;
}

/** Starts the provider, makes all calls at once, and lets go of everything. */
export async function batch(
  options: EmulatorOptions,
  calls: number,
  prepare: (address: string) => (index: number) => Promise<unknown>,
): Promise<Batch> {
  const emulator = createEmulator({ latencyMs: [10, 30], flightMs: FLIGHT_MS, ...options });
  const server = await listen(emulator);
  try {
    const call = prepare(server.address);
    const startedMs = performance.now();
    const ended = Promise.allSettled(Array.from({ length: calls }, (_, index) => call(index)));
    const early = await earlyRequests(emulator, ended, options.clock?.wallNow);
    return {
      tookMs: performance.now() - startedMs,
      lost: (await ended).filter(({ status }) => status === 'rejected').length,
      seen: emulator.seen().totals,
      early,
    };
  } finally {
    await server.close();
  }
}
