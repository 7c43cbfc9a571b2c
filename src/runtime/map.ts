import { abortReason } from './abort-group.js';
import type { Attempt, ExecuteOptions } from './execute.js';

/** How {@link Client.map} goes about a batch, beside the options of each call. */
export interface MapOptions<F = never> extends ExecuteOptions<F> {
  /** Resolve to how every item went, as `Promise.allSettled` does, rather than reject with the first failure. */
  readonly settle?: boolean | undefined;
  /**
   * Most items that are taken up and not yet done. Default 1000: enough for any quota, and few enough for any memory.
   * How many are in flight is for the policy and the limits of the server.
   */
  readonly maxPending?: number | undefined;
  /** Told after each item. */
  readonly onProgress?: ((progress: MapProgress) => void) | undefined;
}

/** How far a batch is, in items. What has failed is done as well. */
export interface MapProgress {
  readonly done: number;
  readonly failed: number;
  /** Null where the items come from an iterator without a length. */
  readonly total: number | null;
}

const DEFAULT_MAX_PENDING = 1000;

type Execute = <T, F>(run: (attempt: Attempt) => T | PromiseLike<T>, options: ExecuteOptions<F>) => Promise<T | F>;

/** Runs every item through `execute`, a bounded number at once; see {@link Client.map}. */
export async function mapItems<I, T, F>(
  execute: Execute,
  items: Iterable<I> | AsyncIterable<I>,
  run: (item: I, attempt: Attempt) => T | PromiseLike<T>,
  options: MapOptions<F>,
): Promise<(T | F)[] | PromiseSettledResult<T | F>[]> {
  const { settle = false, maxPending = DEFAULT_MAX_PENDING, onProgress, signal, ...rest } = options;
  const batch = new Batch<T | F>(settle, maxPending, totalOf(items), onProgress);
  const stop = (): void => batch.stop(abortReason(signal as AbortSignal));
  if (signal?.aborted) throw abortReason(signal);
  signal?.addEventListener('abort', stop, { once: true });
  try {
    let index = 0;
    for await (const item of items) {
      if (batch.isStopped) break;
      batch.add(
        index++,
        execute((attempt) => run(item, attempt), { ...rest, signal: batch.signal }),
      );
      if (batch.isFull) await batch.room();
    }
    return await batch.results();
  } finally {
    signal?.removeEventListener('abort', stop);
    // Also when the items themselves fail: what was begun is not left running.
    batch.stop(new Error('the batch has ended'));
  }
}

class Batch<T> {
  isStopped = false;
  private readonly settle: boolean;
  private readonly maxPending: number;
  private readonly total: number | null;
  private readonly onProgress: ((progress: MapProgress) => void) | undefined;
  private readonly controller = new AbortController();
  private readonly settled: PromiseSettledResult<T>[] = [];
  private pending = 0;
  private done = 0;
  private failed = 0;
  private failure: { readonly error: unknown } | null = null;
  private wake: (() => void) | null = null;

  constructor(
    settle: boolean,
    maxPending: number,
    total: number | null,
    onProgress: ((progress: MapProgress) => void) | undefined,
  ) {
    this.settle = settle;
    this.maxPending = maxPending;
    this.total = total;
    this.onProgress = onProgress;
  }

  get signal(): AbortSignal {
    return this.controller.signal;
  }

  get isFull(): boolean {
    return this.pending >= this.maxPending;
  }

  add(index: number, result: Promise<T>): void {
    this.pending++;
    result.then(
      (value) => this.note(index, { status: 'fulfilled', value }),
      (reason) => this.note(index, { status: 'rejected', reason }),
    );
  }

  /** Resolves once another item may be taken up, or the batch is stopped. */
  room(): Promise<void> {
    if (!this.isFull || this.isStopped) return Promise.resolve();
    return new Promise((resolve) => {
      this.wake = resolve;
    });
  }

  /** Ends what is in flight and waiting, with that reason. */
  stop(reason: unknown): void {
    if (this.isStopped) return;
    this.isStopped = true;
    if (this.pending > 0) {
      this.failure ??= { error: reason };
      this.controller.abort(reason);
    }
    this.wakeUp();
  }

  async results(): Promise<T[] | PromiseSettledResult<T>[]> {
    while (this.pending > 0 && !this.isStopped) {
      await new Promise<void>((resolve) => {
        this.wake = resolve;
      });
    }
    if (this.failure !== null) throw this.failure.error;
    if (this.settle) return this.settled;
    return this.settled.map((result) => (result as PromiseFulfilledResult<T>).value);
  }

  private note(index: number, result: PromiseSettledResult<T>): void {
    this.pending--;
    this.settled[index] = result;
    if (this.isStopped) return;
    this.done++;
    if (result.status === 'rejected') {
      this.failed++;
      if (!this.settle) {
        this.failure = { error: result.reason };
        this.stop(result.reason);
      }
    }
    try {
      this.onProgress?.({ done: this.done, failed: this.failed, total: this.total });
    } catch (error) {
      this.failure = { error };
      this.stop(error);
    }
    this.wakeUp();
  }

  private wakeUp(): void {
    this.wake?.();
    this.wake = null;
  }
}

function totalOf(items: unknown): number | null {
  const { length, size } = items as { length?: unknown; size?: unknown };
  return typeof length === 'number' ? length : typeof size === 'number' ? size : null;
}
