// The store that several gateways keep their quotas in, and how it is.

import { createRedisStore, type RedisStore } from '../../redis/index.js';
import type { StoreError } from '../../runtime/errors.js';
import type { StoreEvent } from '../../runtime/events.js';
import type { StoreLoss } from '../../runtime/store.js';
import type { OpenClient } from './connecting.js';
import { type RedisPlace, redisPlaceOf } from './redis-address.js';
import { openClient } from './redis-client.js';

export interface RedisOptions {
  /** `redis://` or, with TLS, `rediss://`; may hold a name and a password. Of a cluster one node or more. */
  readonly url: string | readonly string[];
  /** The addresses are nodes of a cluster, through which the others are found. Default: one server. */
  readonly isCluster?: boolean | undefined;
  /** What the names of all keys begin with: gateways share what has the same. Default `holdoff`. */
  readonly prefix?: string | undefined;
  /** What is sent while Redis is gone. Default: the share of this gateway. */
  readonly whenGone?: StoreLoss | undefined;
}

/** How the store is, as plain data. */
export interface StoreStatus {
  /** Without credentials. */
  readonly address: string;
  readonly state: 'connected' | 'gone';
  /** Why it is gone. */
  readonly reason: string | null;
  readonly whenGone: StoreLoss;
  /** How often it has gone since the gateway was started. */
  readonly outages: number;
}

/** How often a server that was not there at the start is looked for, until the client of the calls does so itself. */
const LOOK_AGAIN_MS = 1000;
/** So many times the time of a command may pass at the start until the connection stands: others are far away. */
const TRIES = 4;

export class SharedStore {
  readonly store: RedisStore;
  private readonly place: RedisPlace;
  private readonly client: OpenClient;
  private reason: string | null = null;
  private outages = 0;
  private timer: ReturnType<typeof setTimeout> | undefined;

  private constructor(place: RedisPlace, client: OpenClient, store: RedisStore) {
    this.place = place;
    this.client = client;
    this.store = store;
  }

  /**
   * Connects, and asks once whether scripts may be run. A server that does not answer keeps nothing from starting: it is as
   * if it were lost later. Rejects with {@link InputError} for options that cannot be used.
   */
  static async open({ url, isCluster = false, prefix, whenGone = 'share' }: RedisOptions): Promise<SharedStore> {
    const place = redisPlaceOf(url, isCluster);
    const client = openClient(place);
    try {
      const store = createRedisStore(client.client, { whenGone, ...(prefix === undefined ? {} : { prefix }) });
      const shared = new SharedStore(place, client, store);
      for (let tries = 0; tries < TRIES; tries++) {
        await shared.look();
        if (shared.reason === null || client.fault() !== null) break;
      }
      if (shared.reason !== null) shared.lookAgain();
      return shared;
    } catch (error) {
      client.close();
      throw error;
    }
  }

  /** To be told what the client of the calls tells of its store. */
  readonly heard = ({ state, reason }: StoreEvent): void => {
    clearTimeout(this.timer);
    if (state === 'gone') this.lost(reason ?? '');
    else this.reason = null;
  };

  status(): StoreStatus {
    const { place, reason, store, outages } = this;
    const state = reason === null ? 'connected' : 'gone';
    return { address: place.shown, state, reason, whenGone: store.whenGone, outages };
  }

  close(): void {
    clearTimeout(this.timer);
    this.client.close();
  }

  /** Runs a script that leaves nothing behind. */
  private async look(): Promise<void> {
    try {
      await this.store.cooldown({ account: '', bucket: 'gateways' }, 'bucket', 0);
      this.reason = null;
    } catch (error) {
      this.lost((error as StoreError).message);
    }
  }

  private lookAgain(): void {
    this.timer = setTimeout(async () => {
      await this.look();
      if (this.reason !== null) this.lookAgain();
    }, LOOK_AGAIN_MS);
    this.timer.unref();
  }

  private lost(reason: string): void {
    // One that is gone is not lost once more by whoever finds out next.
    if (this.reason === null) this.outages++;
    const fault = this.client.fault();
    this.reason = fault === null ? reason : `${reason} (${fault})`;
  }
}
