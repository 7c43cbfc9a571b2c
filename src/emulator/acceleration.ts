// Traffic that grows too fast: of each key, one stretch of time against the one before.

import { Rotation } from '../core/rulebooks/index.js';
import type { Acceleration } from './options.js';

interface Traffic {
  stretch: number;
  count: number;
  before: number;
}

/** Keys whose traffic is watched; one of the older is forgotten beyond it. */
const MOST_KEYS = 10_000;

export class AccelerationLimit {
  private readonly settings: Acceleration;
  private readonly traffic = new Map<string, Traffic>();
  private readonly rotation = new Rotation(this.traffic);

  constructor(settings: Acceleration) {
    this.settings = settings;
  }

  /** Counts a request and gives the wait until the next stretch of time when it is one too many, else 0. */
  waitMs(key: string, sinceStartMs: number): number {
    const { windowMs, factor, floor } = this.settings;
    const stretch = Math.floor(sinceStartMs / windowMs);
    const traffic = this.trafficOf(key, stretch);
    if (traffic.stretch !== stretch) {
      traffic.before = traffic.stretch === stretch - 1 ? traffic.count : 0;
      traffic.stretch = stretch;
      traffic.count = 0;
    }
    if (traffic.count >= Math.max(floor, Math.floor(traffic.before * factor))) {
      return (stretch + 1) * windowMs - sinceStartMs;
    }
    traffic.count++;
    return 0;
  }

  private trafficOf(key: string, stretch: number): Traffic {
    const known = this.traffic.get(key);
    if (known !== undefined) return known;
    if (this.traffic.size >= MOST_KEYS) this.traffic.delete(this.rotation.next()?.[0] as string);
    const made = { stretch, count: 0, before: 0 };
    this.traffic.set(key, made);
    return made;
  }
}
