// The single-threaded model that the scripts are held against: the engine's own quotas, told the time of the server.

import { availableAt, createQuota, type QuotaState, settleQuota, take } from '../../../src/core/engine/quota.js';
import type { Quota } from '../../../src/core/policy/policy.js';
import type { QuotaAsk } from '../../../src/runtime/store.js';

export class QuotaModel {
  readonly states: readonly QuotaState[];

  constructor(quotas: readonly Quota[]) {
    this.states = quotas.map(createQuota);
  }

  /** Puts right what is owed, and takes `amounts`. Returns how long until they may be used. */
  take(owed: readonly number[], amounts: readonly number[], now: number): number {
    let at = now;
    for (const [index, state] of this.states.entries()) {
      settleQuota(state, 0, owed[index] ?? 0, now);
      at = Math.max(at, availableAt(state, amounts[index] ?? 0, now));
    }
    for (const [index, state] of this.states.entries()) take(state, amounts[index] ?? 0, now);
    return at - now;
  }

  levels(now: number): number[] {
    return this.states.map((state) => {
      availableAt(state, 0, now);
      return state.level;
    });
  }
}

export function askOf(quota: Quota, need: number, want = need, owed = 0, fresh: number | null = null): QuotaAsk {
  return { quota, need, want, owed, fresh };
}

export function quotaOf(name: string, amount: number, windowMs: number, burst = amount): Quota {
  return { name, amount, windowMs, burst };
}
