// A batch of calls of an SDK against an emulated provider on a port, and how it went.

import { createEmulator, type EmulatorOptions, listen, type SeenCounts } from '../../src/emulator/index.js';

export interface Batch {
  readonly tookMs: number;
  /** Calls that the SDK rejected. */
  readonly lost: number;
  /** As the emulator counted. */
  readonly seen: SeenCounts;
}

/** A refusal that was answered this recently may not be known yet to whoever sends: machines that test are busy. */
const FLIGHT_MS = 400;

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
    const results = await Promise.allSettled(Array.from({ length: calls }, (_, index) => call(index)));
    return {
      tookMs: performance.now() - startedMs,
      lost: results.filter(({ status }) => status === 'rejected').length,
      seen: emulator.seen().totals,
    };
  } finally {
    await server.close();
  }
}
