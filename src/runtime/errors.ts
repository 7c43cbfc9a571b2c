// The errors of a call. Each has a stable code, the numbers, every failed attempt and, in its sentence, what to do.

import type { CallReport } from './call-report.js';

/** A call that was given up. `cause` is what the last attempt threw or, under `onGiveUp: throw`, its response. */
export class GaveUpError extends Error {
  readonly code: 'gave-up' | 'would-wait' = 'gave-up';
  readonly report: CallReport;

  constructor(report: CallReport, cause?: unknown) {
    super(report.sentence, cause === undefined ? undefined : { cause });
    this.name = 'GaveUpError';
    this.report = report;
  }

  /** Stable word for the reason. */
  get reason(): string {
    return this.report.reason;
  }

  /** When the call could have gone, where that is known. */
  get retryAt(): Date | null {
    return this.report.retryAt;
  }
}

/** The call would have to wait for longer than it may: nothing is wrong with it, and `retryAt` says when to come back. */
export class WouldWaitError extends GaveUpError {
  override readonly code = 'would-wait';

  constructor(report: CallReport, cause?: unknown) {
    super(report, cause);
    this.name = 'WouldWaitError';
  }
}

/**
 * The body of a response broke off after part of it had been handed out. It is not asked for again, since whoever reads
 * it would get its beginning twice. `cause` is what broke it, or the error that the server sent instead of the rest.
 */
export class StreamInterruptedError extends Error {
  readonly code = 'stream-interrupted';
  /** Bytes that were handed out before. */
  readonly bytes: number;

  constructor(message: string, bytes: number, cause: unknown) {
    super(message, { cause });
    this.name = 'StreamInterruptedError';
    this.bytes = bytes;
  }
}

/** What a shared store could not do, and why. Nothing of it is done later. */
export class StoreError extends Error {
  readonly code = 'store-unavailable';
  /** `not-connected`, `timeout`, `busy` (too much is under way already) or `failed` (the server's own error is `cause`). */
  readonly reason: 'not-connected' | 'timeout' | 'busy' | 'failed';

  constructor(reason: StoreError['reason'], message: string, cause?: unknown) {
    super(message, cause === undefined ? undefined : { cause });
    this.name = 'StoreError';
    this.reason = reason;
  }
}
