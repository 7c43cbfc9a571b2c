// All buckets of an engine, by account and name.

import type { Rules } from '../backoff/compile.js';
import { isForgettable } from './forget.js';
import { AccountState, KeyState } from './key-state.js';

/** Buckets beyond this number are forgotten once they are idle. */
const MOST_KEPT = 1000;
const LOOKS = 4;

export class Buckets implements Iterable<KeyState> {
  private readonly rules: Rules;
  private readonly accounts = new Map<string, AccountState>();
  /** Those that were looked at last stand at the end. */
  private readonly keys = new Set<KeyState>();
  /** The one that was asked for last: most programs have one bucket, or go on with the same one for a while. */
  private last: KeyState | null = null;

  constructor(rules: Rules) {
    this.rules = rules;
  }

  get size(): number {
    return this.keys.size;
  }

  [Symbol.iterator](): Iterator<KeyState> {
    return this.keys.values();
  }

  /** The bucket of that name within an account; the same names give the same bucket. */
  of(account: string, bucket: string): KeyState {
    const { last } = this;
    if (last !== null && last.name === bucket && last.account.name === account && !last.forgotten) return last;
    this.last = this.find(account, bucket);
    return this.last;
  }

  private find(account: string, bucket: string): KeyState {
    const owner = this.accounts.get(account) ?? new AccountState(account);
    const known = owner.buckets.get(bucket);
    if (known !== undefined) return known;
    const key = new KeyState(bucket, owner, this.rules);
    this.keep(key);
    return key;
  }

  /** A call comes to a bucket, which may have been forgotten since it was asked for; makes room for it. */
  visit(key: KeyState, now: number): void {
    if (key.forgotten) this.keep(key);
    if (this.keys.size > MOST_KEPT) this.forgetIdle(now);
  }

  private keep(key: KeyState): void {
    const { account } = key;
    key.forgotten = false;
    this.accounts.set(account.name, account);
    account.buckets.set(key.name, key);
    this.keys.add(key);
  }

  /** Looks at a few of those that were not looked at for longest, so that each gets its turn. */
  private forgetIdle(now: number): void {
    let looks = LOOKS;
    for (const key of this.keys) {
      if (looks-- === 0) return;
      this.keys.delete(key);
      if (isForgettable(this.rules, key, now)) this.forget(key, now);
      else this.keys.add(key);
    }
  }

  private forget(key: KeyState, now: number): void {
    const { account } = key;
    key.forgotten = true;
    if (account.buckets.get(key.name) === key) account.buckets.delete(key.name);
    const isBare = account.buckets.size === 0 && account.inFlight === 0 && account.cooldownAt <= now;
    if (isBare && this.accounts.get(account.name) === account) this.accounts.delete(account.name);
  }
}
