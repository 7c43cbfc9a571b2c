// What the emulator saw, in a bounded memory.

/** What became of a request. */
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

/** One request as it came, and what became of it. */
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

/** How many requests came to what. `early` are those that came before they were allowed to. */
export interface SeenCounts {
  readonly requests: number;
  readonly served: number;
  readonly refused: number;
  readonly condition: number;
  readonly scripted: number;
  readonly unreadable: number;
  readonly early: number;
}

/** What an emulator has seen: counts, in all and by key, and the newest requests. */
export interface Seen {
  readonly totals: SeenCounts;
  readonly keys: Readonly<Record<string, SeenCounts>>;
  /** The newest, in order. */
  readonly requests: readonly SeenRequest[];
  /** Requests that are forgotten, so that memory stays bounded. */
  readonly forgotten: number;
}

type Writable<T> = { -readonly [K in keyof T]: T[K] };

interface Counts extends Writable<SeenCounts> {
  readonly key: string;
}

/** Keys that are counted apart; those that come later are counted together as `others`. */
const MOST_KEYS = 10_000;
/** Paths that are kept once for all requests to them, and not once for each. */
const MOST_PATHS = 1000;

/**
 * Entries are written over, since ten thousand that live for a second each are what a garbage collector is slowest at.
 */
export class SeenLog {
  private readonly size: number;
  private readonly ring: Writable<SeenRequest>[] = [];
  private next = 0;
  private readonly totals = noCounts('');
  private readonly keys = new Map<string, Counts>();
  private readonly paths = new Map<string, string>();

  constructor(size: number) {
    this.size = size;
  }

  /** What is given is not kept. */
  add(request: SeenRequest): void {
    const counts = this.countsOf(request.key);
    count(this.totals, request);
    count(counts, request);
    if (this.size === 0) return;
    const key = counts.key === request.key ? counts.key : request.key;
    const path = this.pathOf(request.path);
    const entry = this.ring[this.next];
    if (entry === undefined) this.ring.push({ ...request, key, path });
    else write(entry, request, key, path);
    this.next = (this.next + 1) % this.size;
  }

  seen(): Seen {
    const isFull = this.ring.length === this.size;
    const inOrder = isFull ? [...this.ring.slice(this.next), ...this.ring.slice(0, this.next)] : this.ring;
    return {
      totals: countsOnly(this.totals),
      keys: Object.fromEntries([...this.keys.values()].map((counts) => [counts.key, countsOnly(counts)])),
      requests: inOrder.map((entry) => ({ ...entry })),
      forgotten: this.totals.requests - inOrder.length,
    };
  }

  private countsOf(key: string): Counts {
    const known = this.keys.get(key);
    if (known !== undefined) return known;
    const name = this.keys.size < MOST_KEYS ? key : 'others';
    const counts = this.keys.get(name) ?? noCounts(name);
    this.keys.set(name, counts);
    return counts;
  }

  private pathOf(path: string): string {
    const known = this.paths.get(path);
    if (known !== undefined) return known;
    if (this.paths.size >= MOST_PATHS) this.paths.clear();
    this.paths.set(path, path);
    return path;
  }
}

/** By hand: `Object.assign` takes ten times as long. */
function write(entry: Writable<SeenRequest>, from: SeenRequest, key: string, path: string): void {
  entry.number = from.number;
  entry.at = from.at;
  entry.key = key;
  entry.method = from.method;
  entry.path = path;
  entry.outcome = from.outcome;
  entry.status = from.status;
  entry.by = from.by;
  entry.waitMs = from.waitMs;
  entry.earlyMs = from.earlyMs;
  entry.faults = from.faults;
}

function noCounts(key: string): Counts {
  return { key, requests: 0, served: 0, refused: 0, condition: 0, scripted: 0, unreadable: 0, early: 0 };
}

function countsOnly({ key: _, ...counts }: Counts): SeenCounts {
  return counts;
}

function count(counts: Counts, { outcome, earlyMs }: SeenRequest): void {
  counts.requests++;
  counts[outcome]++;
  if (earlyMs > 0) counts.early++;
}
