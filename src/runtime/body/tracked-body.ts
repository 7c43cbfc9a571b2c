import type { Sleeper } from '../alarms.js';
import type { Driver } from '../driver.js';
import { StreamInterruptedError } from '../errors.js';
import type { AnyReport } from '../report.js';
import { BodySource } from './body-source.js';
import { type BodyMethod, nativeOf, type TrackableResponse } from './tracked-response.js';
import type { UsageReader } from './usage.js';
import { isWhole } from './whole-body.js';

/** A body that nobody has begun to read holds its slot for this long: most callers read at once or not at all. */
const UNREAD_LEASE_MS = 100;

/** One whose reader has stopped in the middle holds it for this long. */
const READING_LEASE_MS = 30_000;

export interface BodyOwner {
  readonly driver: Driver;
  readonly idleMs: number | null;
  /** Reads along; null where there is nothing to learn. */
  readonly usage: UsageReader | null;
  /** The slot that the body holds; null where it holds none. */
  readonly slot: BodySlot | null;
}

export interface BodySlot {
  /** Called once: the slot may go. `failure` is what broke the body, if anything did. */
  released(failure: { readonly error: unknown } | null): void;
  /** Somebody reads on after the lease was over. */
  resumed(): void;
  /** Called once, after `released`: nothing more will come of the body. */
  ended(): void;
}

/**
 * The body of a response that was handed out, until it ends, is cancelled or fails, or nobody has read on for too long.
 * As long as nothing has to be read along, the methods of the platform do the reading.
 */
export class TrackedBody implements Sleeper {
  alarmAt = Infinity;
  entryAt = Infinity;
  private readonly response: TrackableResponse;
  private readonly owner: BodyOwner;
  private source: BodySource | null;
  private stream: ReadableStream<Uint8Array> | null = null;
  private controller: ReadableStreamDefaultController<Uint8Array> | ReadableByteStreamController | null = null;
  private failure: { readonly error: unknown } | null = null;
  /** How the call went, kept for the response. */
  report: AnyReport | undefined;
  /** The slot is given back, at the end of the body or of its lease. */
  isReleased = false;
  private isOver = false;
  private isRead = false;
  /** The stream was split in two, one of which reads on its own account. */
  private isShared = false;
  private bytesOut = 0;

  /** `source` is there when part of the body was read ahead. */
  constructor(response: TrackableResponse, source: BodySource | null, owner: BodyOwner) {
    this.response = response;
    this.source = source;
    this.owner = owner;
    this.lease(UNREAD_LEASE_MS);
  }

  get bodyUsed(): boolean {
    return this.isThroughUs ? this.isRead : nativeOf(this.response).bodyUsed(this.response);
  }

  get body(): ReadableStream<Uint8Array> | null {
    const native = nativeOf(this.response).body(this.response);
    // Read already, by the platform's own method: there is no stream to put in its place.
    if (!this.isThroughUs && (native === null || native.locked)) return native;
    return this.present();
  }

  consume(method: BodyMethod): Promise<unknown> {
    const { response, owner } = this;
    if (!this.isThroughUs && this.failure === null && (owner.idleMs === null || isWhole(response))) {
      this.lease(Infinity);
      const reading = nativeOf(response).consume(response, method);
      reading.then(
        (value) => {
          owner.usage?.whole(value);
          this.over(null);
        },
        (error) => this.over({ error }),
      );
      return reading;
    }
    if (this.isRead) return Promise.reject(new TypeError('The body has already been read'));
    this.isRead = true;
    const { headers } = response;
    const whole = new Response(this.present(), { headers });
    return nativeOf(whole).consume(whole, method);
  }

  /** Both streams bring the whole body; the slot is held until the source of both has ended. */
  tee(): ReadableStream<Uint8Array> {
    if (this.bodyUsed) throw new TypeError('The body has already been read, so it cannot be cloned');
    const [mine, other] = this.present().tee();
    this.stream = mine;
    this.isShared = true;
    return other;
  }

  /** Breaks the body off, wherever its reader is. */
  fail(error: unknown): void {
    if (this.isOver) return;
    this.failure = { error };
    this.source?.fail(error);
    try {
      this.controller?.error(error);
    } catch {
      // Closed in the meantime.
    }
    this.over(this.failure);
  }

  /** The lease is over. The body can still be read, without a slot. */
  onAlarm(): void {
    this.release(null);
  }

  private get isThroughUs(): boolean {
    return this.source !== null || this.stream !== null;
  }

  private present(): ReadableStream<Uint8Array> {
    if (this.stream !== null) return this.stream;
    const { response, owner } = this;
    const native = nativeOf(response).body(response) as ReadableStream<Uint8Array>;
    const isBytes = this.source === null && isByteStream(native);
    this.source ??= new BodySource(owner.driver, native, owner.idleMs);
    if (this.failure !== null) this.source.fail(this.failure.error);
    this.lease(READING_LEASE_MS);
    const source: UnderlyingDefaultSource<Uint8Array> = {
      start: (controller) => {
        this.controller = controller;
      },
      pull: (controller) => this.pull(controller),
      cancel: (reason) => {
        this.isRead = true;
        this.over(null);
        return this.source?.cancel(reason);
      },
    };
    // Nothing is read before it is asked for.
    this.stream = isBytes
      ? new ReadableStream({ ...source, type: 'bytes' } as UnderlyingByteSource)
      : new ReadableStream(source, { highWaterMark: 0 });
    return this.stream;
  }

  private async pull(
    controller: ReadableStreamDefaultController<Uint8Array> | ReadableByteStreamController,
  ): Promise<void> {
    const { usage } = this.owner;
    if (!this.isShared) this.isRead = true;
    this.lease(Infinity);
    try {
      if (usage?.interruption !== undefined) throw interruptedBy(usage.interruption, this.bytesOut);
      const { done, value } = await (this.source as BodySource).next();
      if (done || value === undefined) {
        this.over(null);
        controller.close();
        if ('byobRequest' in controller) controller.byobRequest?.respond(0);
        return;
      }
      usage?.chunk(value);
      this.bytesOut += value.byteLength;
      this.lease(READING_LEASE_MS);
      (controller as ReadableStreamDefaultController<Uint8Array>).enqueue(value);
    } catch (error) {
      this.over({ error });
      throw this.told(error);
    }
  }

  /** What the reader gets. An abort and a deadline are no surprise to whoever asked for them. */
  private told(error: unknown): unknown {
    if (this.failure !== null || this.bytesOut === 0 || error instanceof StreamInterruptedError) return error;
    if ((error as { name?: unknown } | null)?.name === 'AbortError') return error;
    const message = `The body broke off after ${this.bytesOut} bytes; it is not asked for again, because they were handed out`;
    return new StreamInterruptedError(message, this.bytesOut, error);
  }

  private lease(ms: number): void {
    const { driver, slot } = this.owner;
    if (this.isOver || slot === null) return;
    if (this.isReleased) slot.resumed();
    else driver.setAlarm(this, ms === Infinity ? Infinity : driver.clock.now() + ms);
  }

  private over(failure: { readonly error: unknown } | null): void {
    if (this.isOver) return;
    this.isOver = true;
    this.release(failure);
    this.owner.slot?.ended();
  }

  private release(failure: { readonly error: unknown } | null): void {
    if (this.isReleased) return;
    this.isReleased = true;
    this.owner.driver.setAlarm(this, Infinity);
    this.owner.slot?.released(failure);
  }
}

function interruptedBy(event: unknown, bytes: number): StreamInterruptedError {
  return new StreamInterruptedError(
    `The server ended the stream with an error after ${bytes} bytes; it is not asked for again, because they were handed out`,
    bytes,
    event,
  );
}

/** Its chunks have buffers of their own, which may be handed on. */
function isByteStream(stream: ReadableStream<Uint8Array>): boolean {
  try {
    stream.getReader({ mode: 'byob' }).releaseLock();
    return true;
  } catch {
    return false;
  }
}
