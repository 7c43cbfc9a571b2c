// What the emulator saw, in a bounded memory.

export type SeenOutcome =
  /** Let in and answered by the endpoint. */
  | 'served'
  /** A limit said no. */
  | 'refused'
  /** A condition was on, such as overload. */
  | 'condition'
  /** One of the exact answers of the script. */
  | 'scripted'
  /** The request could not be read. */
  | 'unreadable';

export interface SeenRequest {
  /** The first is 1. */
  readonly number: number;
  /** Epoch ms. */
  readonly at: number;
  /** Who asked: a name made from the credential. */
  readonly key: string;
  readonly method: string;
  readonly path: string;
  readonly outcome: SeenOutcome;
  /** What was or will be answered; null when a fault left nothing of it. */
  readonly status: number | null;
  /** The limit that refused, or the condition. */
  readonly by: string | null;
  /** The wait that was told, in ms; null when none was. */
  readonly waitMs: number | null;
  /** How long before the instant it had been told it came; 0 when it was not early. */
  readonly earlyMs: number;
  /** The kinds of the faults that happened to it. */
  readonly faults: readonly string[];
}

export interface SeenCounts {
  readonly requests: number;
  readonly served: number;
  readonly refused: number;
  readonly condition: number;
  readonly scripted: number;
  readonly unreadable: number;
  readonly early: number;
}

export interface Seen {
  readonly totals: SeenCounts;
  readonly keys: Readonly<Record<string, SeenCounts>>;
  /** The newest, in order. */
  readonly requests: readonly SeenRequest[];
  /** Requests that are forgotten, so that memory stays bounded. */
  readonly forgotten: number;
}

type Counts = { -readonly [K in keyof SeenCounts]: number };

/** Keys that are counted apart; those that come later are counted together as `others`. */
const MOST_KEYS = 10_000;

export class SeenLog {
  private readonly size: number;
  private readonly ring: SeenRequest[] = [];
  private next = 0;
  private totals: Counts = noCounts();
  private readonly keys = new Map<string, Counts>();

  constructor(size: number) {
    this.size = size;
  }

  add(request: SeenRequest): void {
    count(this.totals, request);
    count(this.countsOf(request.key), request);
    if (this.size === 0) return;
    this.ring[this.next] = request;
    this.next = (this.next + 1) % this.size;
  }

  seen(): Seen {
    const isFull = this.ring.length === this.size;
    const requests = isFull ? [...this.ring.slice(this.next), ...this.ring.slice(0, this.next)] : [...this.ring];
    return {
      totals: { ...this.totals },
      keys: Object.fromEntries([...this.keys].map(([key, counts]) => [key, { ...counts }])),
      requests,
      forgotten: this.totals.requests - requests.length,
    };
  }

  private countsOf(key: string): Counts {
    const known = this.keys.get(key);
    if (known !== undefined) return known;
    const name = this.keys.size < MOST_KEYS ? key : 'others';
    const counts = this.keys.get(name) ?? noCounts();
    this.keys.set(name, counts);
    return counts;
  }
}

function noCounts(): Counts {
  return { requests: 0, served: 0, refused: 0, condition: 0, scripted: 0, unreadable: 0, early: 0 };
}

function count(counts: Counts, { outcome, earlyMs }: SeenRequest): void {
  counts.requests++;
  counts[outcome]++;
  if (earlyMs > 0) counts.early++;
}
