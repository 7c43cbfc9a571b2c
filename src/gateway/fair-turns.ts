// Start-time fair queueing (Goyal, Vin and Cheng 1996): every call gets the number of its turn, one more than the last
// of its caller, and never less than the turn that is going now. A caller with a thousand calls waiting and one with a
// single call so take turns, and nobody saves up turns by being idle.

/** The turn of one call. */
export interface Turn {
  readonly bucket: string;
  readonly caller: string;
  readonly number: number;
}

export class FairTurns {
  private readonly buckets = new Map<string, BucketTurns>();

  /** The turn of a call that joins the queue of a bucket. Ends in {@link end}. */
  take(bucket: string, caller: string): Turn {
    let turns = this.buckets.get(bucket);
    if (turns === undefined) {
      turns = { now: 0, open: 0, last: new Map(), mostNames: FEW_NAMES };
      this.buckets.set(bucket, turns);
    }
    turns.open++;
    const number = Math.max(turns.now, turns.last.get(caller) ?? 0) + 1;
    turns.last.set(caller, number);
    if (turns.last.size > turns.mostNames) forgetIdle(turns);
    return { bucket, caller, number };
  }

  /** A call is on its way: whoever comes now cannot have an earlier turn. */
  begin({ bucket, number }: Turn): void {
    const turns = this.buckets.get(bucket);
    if (turns !== undefined && number > turns.now) turns.now = number;
  }

  /** A call is over. A bucket without calls is forgotten: there is nobody to be fair to. */
  end({ bucket }: Turn): void {
    const turns = this.buckets.get(bucket);
    if (turns !== undefined && --turns.open === 0) this.buckets.delete(bucket);
  }

  /** Buckets with calls. */
  get size(): number {
    return this.buckets.size;
  }
}

interface BucketTurns {
  /** The latest turn that has begun. */
  now: number;
  /** Calls that have not ended. */
  open: number;
  /** The last turn of each caller. */
  readonly last: Map<string, number>;
  /** Beyond so many names, those whose turns are all past are dropped. */
  mostNames: number;
}

const FEW_NAMES = 256;

function forgetIdle(turns: BucketTurns): void {
  const { now, last } = turns;
  for (const [caller, number] of last) if (number <= now) last.delete(caller);
  // Grows with what is in use, so that the names are not gone through for every call.
  turns.mostNames = Math.max(FEW_NAMES, 2 * last.size);
}
