// Shared quotas in Redis: each operation is one script, which is run where the keys are.

import { LONGEST_PACED_WINDOW_MS } from '../core/engine/quota.js';
import { InputError } from '../core/errors.js';
import { LeaseSupply } from '../core/leases/lease-supply.js';
import type { Quota } from '../core/policy/policy.js';
import { StoreError } from '../runtime/errors.js';
import type { Grant, LeaseStore, QuotaAsk, QuotaReading, SharedBucket, Store } from '../runtime/store.js';
import { connectionOf, type RedisClientLike } from './client-shape.js';
import { keysOf, slotsKey } from './keys.js';
import { LocalSlots, type SlotClaim } from './local-slots.js';
import { type Reply, ScriptRunner, strange } from './script-runner.js';
import { claimSlot } from './scripts/claim-slot.js';
import { cool } from './scripts/cool.js';
import { learn } from './scripts/learn.js';
import { observe } from './scripts/observe.js';
import { releaseSlot } from './scripts/release-slot.js';
import { LONGEST_COOLDOWN_MS, type Script } from './scripts/script.js';
import { settle } from './scripts/settle.js';
import { take } from './scripts/take.js';
import { type RedisStoreOptions, readStoreOptions } from './store-options.js';

/** What was learned of limits is kept for so long after the last question: they may have changed since. */
const LIMITS_MS = 3_600_000;

/** A grant with what a {@link QuotaReading} goes by. */
export interface RedisGrant extends Grant {
  /** The time of the server, in epoch ms. */
  readonly at: number;
  /** By quota: units taken by all processes since the bucket was made. */
  readonly taken: readonly number[];
}

/** Quotas, cooldowns and slots that processes share through Redis. What cannot be done rejects with {@link StoreError}. */
export interface RedisStore extends Store, LeaseStore {
  /** The name by which this process counts among those that use a bucket. */
  readonly process: string;
  take(bucket: SharedBucket, asks: readonly QuotaAsk[]): Promise<RedisGrant>;
  settle(bucket: SharedBucket, asks: readonly QuotaAsk[]): Promise<RedisGrant>;
  /** Lowers what is left to what a response tells; by quota, null where it tells nothing. */
  observe(
    bucket: SharedBucket,
    asks: readonly QuotaAsk[],
    readings: readonly (QuotaReading | null)[],
  ): Promise<RedisGrant>;
  cooldown(bucket: SharedBucket, scope: 'bucket' | 'account', forMs: number): Promise<void>;
  /** See {@link LeaseStore.learn}. Kept for an hour after somebody has asked. */
  learn(bucket: SharedBucket, limits: readonly Quota[], isChanged: boolean): Promise<readonly Quota[]>;
  /**
   * Claims one of `slots` under a name for `leaseMs`, or renews the claim of the same holder. Renew it while the work goes
   * on; when the holder dies, the slot is free after that time. While Redis is gone, `whenGone` decides: `share` grants as
   * many as this process held when Redis last answered, at least one; `open` grants `slots` to this process; `closed`
   * rejects with a {@link StoreError}.
   */
  claimSlot(name: string, slots: number, leaseMs: number, holder: string): Promise<SlotClaim>;
  /** Gives a slot back. Nothing happens where the holder has none. Rejects while Redis is gone under `closed` only. */
  releaseSlot(name: string, holder: string): Promise<void>;
}

/**
 * Makes a store for `createClient(policy, { store })`, over a client or cluster of ioredis or node-redis that is yours to
 * connect and to close. Throws {@link InputError} for a client or options that cannot be used.
 */
export function createRedisStore(client: RedisClientLike, options: RedisStoreOptions = {}): RedisStore {
  const { prefix, whenGone, commandTimeoutMs, leaseMs, liveMs, maxPending } = readStoreOptions(options);
  const runner = new ScriptRunner(connectionOf(client), { timeoutMs: commandTimeoutMs, maxPending });
  const process = crypto.randomUUID();
  const local = new LocalSlots(() => performance.now());

  const run = async (script: Script, keys: readonly string[], args: readonly (string | number)[]) =>
    runner.run(script, keys, args.map(String));

  const store: RedisStore = {
    supply: (options) => new LeaseSupply(store, options),
    whenGone,
    leaseMs,
    process,
    async take(bucket, asks) {
      const { quotas, cooldown, accountCooldown, live } = keysOf(prefix, bucket);
      const args = [process, leaseMs, liveMs, ...owed(asks), ...asks.flatMap(fieldsOf)];
      return grantOf(take, asks, await run(take, [quotas, cooldown, accountCooldown, live], args));
    },
    async settle(bucket, asks) {
      const args = [...owed(asks), ...asks.flatMap(fieldsOf)];
      return grantOf(settle, asks, await run(settle, [keysOf(prefix, bucket).quotas], args));
    },
    async observe(bucket, asks, readings) {
      const told = asks.flatMap((_, index) => {
        const reading = readings[index] ?? null;
        return reading === null ? ['', '', ''] : [reading.remaining, reading.at ?? '', reading.taken ?? ''];
      });
      const args = [asks.length, ...told, ...asks.flatMap(fieldsOf)];
      return grantOf(observe, asks, await run(observe, [keysOf(prefix, bucket).quotas], args));
    },
    async learn(bucket, limits, isChanged) {
      const told = limits.flatMap(({ name, amount, windowMs, burst }) => [name, `${amount} ${windowMs} ${burst}`]);
      const [, , , ...known] = await run(
        learn,
        [keysOf(prefix, bucket).limits],
        [LIMITS_MS, isChanged ? 1 : 0, ...told],
      );
      return limitsOf(known as string[]);
    },
    async cooldown(bucket, scope, forMs) {
      if (!(forMs >= 0)) throw new InputError({ field: 'forMs', value: forMs, allowed: 'a number of ms, 0 or more' });
      const { cooldown, accountCooldown } = keysOf(prefix, bucket);
      const key = scope === 'account' ? accountCooldown : cooldown;
      await run(cool, [key], [Math.min(forMs, LONGEST_COOLDOWN_MS)]);
    },
    async claimSlot(name, slots, slotMs, holder) {
      checkSlots(slots, slotMs);
      try {
        const [kind, , waitMs] = await run(claimSlot, [slotsKey(prefix, name)], [slots, slotMs, holder]);
        if (kind !== 'granted') {
          local.ended(name, holder);
          return { granted: false, waitMs: Number(waitMs) };
        }
        local.granted(name, slotMs, holder);
        return { granted: true };
      } catch (error) {
        if (whenGone === 'closed' || !(error instanceof StoreError)) throw error;
        return local.claim(name, slots, slotMs, holder, whenGone);
      }
    },
    async releaseSlot(name, holder) {
      try {
        await run(releaseSlot, [slotsKey(prefix, name)], [holder]);
        local.ended(name, holder);
      } catch (error) {
        if (whenGone === 'closed' || !(error instanceof StoreError)) throw error;
        // In the store the claim ends by itself.
        local.release(name, holder);
      }
    },
  };
  return store;
}

function checkSlots(slots: number, leaseMs: number): void {
  if (!(Number.isInteger(slots) && slots >= 1)) {
    throw new InputError({ field: 'slots', value: slots, allowed: 'a whole number, 1 or more' });
  }
  if (!(leaseMs >= 1 && leaseMs <= LONGEST_COOLDOWN_MS)) {
    throw new InputError({ field: 'leaseMs', value: leaseMs, allowed: `a number of ms up to ${LONGEST_COOLDOWN_MS}` });
  }
}

function owed(asks: readonly QuotaAsk[]): number[] {
  return [asks.length, ...asks.map((ask) => ask.owed)];
}

function fieldsOf({ quota, need, want, fresh }: QuotaAsk): (string | number)[] {
  const { name, amount, windowMs, burst } = quota;
  const paced = windowMs <= LONGEST_PACED_WINDOW_MS ? 1 : 0;
  return [name, amount, windowMs, burst, paced, need, want, fresh ?? ''];
}

/** Names, and amount, window and burst as one text, in turn. What nobody can have written is left out. */
function limitsOf(known: readonly string[]): Quota[] {
  const limits: Quota[] = [];
  for (let index = 0; index + 1 < known.length; index += 2) {
    const [amount, windowMs, burst] = (known[index + 1] as string).split(' ').map(Number) as [number, number, number];
    if (isAtLeastOne(amount) && isAtLeastOne(burst) && windowMs > 0 && windowMs < Infinity)
      limits.push({ name: known[index] as string, amount, windowMs, burst });
  }
  return limits;
}

/** Less would let no call go, ever. */
function isAtLeastOne(units: number): boolean {
  return units >= 1 && units < Infinity;
}

const HEAD = 5;
const PER_QUOTA = 4;

function grantOf(script: Script, asks: readonly QuotaAsk[], reply: Reply): RedisGrant {
  const [kind, at, waitMs, live, sinceMs, ...rest] = reply;
  const numbers = [at, waitMs, live, sinceMs, ...rest].map(Number);
  if (rest.length !== asks.length * PER_QUOTA || !numbers.every(Number.isFinite)) throw strange(script);
  const column = (offset: number) =>
    reply.filter((_, index) => index >= HEAD && (index - HEAD) % PER_QUOTA === offset).map(Number);
  return {
    kind: kind as Grant['kind'],
    at: Number(at),
    waitMs: Number(waitMs),
    sinceMs: Number(sinceMs),
    live: Number(live),
    amounts: column(0),
    levels: column(1),
    taken: column(2),
  };
}
