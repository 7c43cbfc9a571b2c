import type { Sleeper } from '../alarms.js';
import type { Driver } from '../driver.js';
import { timeoutError } from '../give-up.js';

export type ReadChunk = { readonly done: boolean; readonly value?: Uint8Array | undefined };

/**
 * The bytes of one body as they come. Some may be read ahead, to learn what the body says; they are handed out first.
 * A silence that is too long breaks it off.
 */
export class BodySource implements Sleeper {
  alarmAt = Infinity;
  entryAt = Infinity;
  /** Read ahead and not yet handed out. */
  readonly ahead: Uint8Array[] = [];
  private readonly driver: Driver;
  private readonly idleMs: number | null;
  private readonly reader: ReadableStreamDefaultReader<Uint8Array>;
  private isAtEnd = false;
  private failure: { readonly error: unknown } | null = null;
  private rejectPending: ((error: unknown) => void) | null = null;
  /** A read that was begun ahead and not waited for; whoever reads next gets it. */
  private begun: Promise<ReadChunk> | null = null;
  private stopReading: (() => void) | null = null;
  /** The alarm is for reading ahead, not for silence. */
  private isTimed = false;

  /** Locks the stream. */
  constructor(driver: Driver, stream: ReadableStream<Uint8Array>, idleMs: number | null) {
    this.driver = driver;
    this.idleMs = idleMs;
    this.reader = stream.getReader();
  }

  /** The next chunk, from what was read ahead or from the network. Rejects with what broke the body. */
  next(): Promise<ReadChunk> {
    const value = this.ahead.shift();
    return value === undefined ? this.read() : Promise.resolve({ done: false, value });
  }

  /**
   * Reads ahead until `isEnough` of what is there, the end, `maxBytes`, or `maxMs`. Resolves to the error when the body
   * broke meanwhile, and to null otherwise; never rejects.
   */
  async readAhead(
    isEnough: (chunk: Uint8Array) => boolean,
    maxBytes: number,
    maxMs: number | null,
  ): Promise<{ readonly error: unknown } | null> {
    let bytes = 0;
    const stopped = new Promise<null>((resolve) => {
      this.stopReading = () => resolve(null);
    });
    this.isTimed = maxMs !== null;
    if (maxMs !== null) this.driver.setAlarm(this, this.driver.clock.now() + maxMs);
    try {
      while (bytes < maxBytes) {
        const read = this.read();
        const chunk = await Promise.race([read, stopped]);
        if (chunk === null) {
          read.catch(() => {});
          this.begun = read;
          return null;
        }
        if (chunk.done || chunk.value === undefined) return null;
        this.ahead.push(chunk.value);
        bytes += chunk.value.byteLength;
        if (isEnough(chunk.value)) return null;
      }
      return null;
    } catch (error) {
      return { error };
    } finally {
      this.stopReading = null;
      if (this.isTimed) this.driver.setAlarm(this, Infinity);
      this.isTimed = false;
    }
  }

  /** Ends {@link readAhead} with what is there. */
  stopAhead(): void {
    this.stopReading?.();
  }

  /** Breaks the body off: whoever reads it gets the error. */
  fail(error: unknown): void {
    if (this.isAtEnd || this.failure !== null) return;
    this.failure = { error };
    this.driver.setAlarm(this, Infinity);
    this.rejectPending?.(error);
    this.reader.cancel(error).catch(() => {});
  }

  /** Lets go of the connection: nobody wants the rest. */
  cancel(reason?: unknown): Promise<void> {
    this.ahead.length = 0;
    this.driver.setAlarm(this, Infinity);
    return this.reader.cancel(reason);
  }

  /** The silence was too long, or the time for reading ahead is over. */
  onAlarm(): void {
    if (this.isTimed) this.stopAhead();
    else this.fail(timeoutError(`The body was silent for idleTimeoutMs, ${this.idleMs} ms`));
  }

  /** A read that was begun ahead was timed by that; from here on it may be silent for as long as any other. */
  private watchSilenceOf(read: Promise<ReadChunk>): void {
    if (this.idleMs === null) return;
    this.driver.setAlarm(this, this.driver.clock.now() + this.idleMs);
    const settled = (): void => this.driver.setAlarm(this, Infinity);
    read.then(settled, settled);
  }

  private read(): Promise<ReadChunk> {
    const { begun } = this;
    if (begun !== null) {
      this.begun = null;
      this.watchSilenceOf(begun);
      return begun;
    }
    if (this.failure !== null) return Promise.reject(this.failure.error);
    if (this.isAtEnd) return Promise.resolve({ done: true });
    const watchesSilence = this.idleMs !== null && !this.isTimed;
    if (watchesSilence) this.driver.setAlarm(this, this.driver.clock.now() + (this.idleMs as number));
    return new Promise<ReadChunk>((resolve, reject) => {
      this.rejectPending = reject;
      const settled = (): void => {
        this.rejectPending = null;
        if (watchesSilence) this.driver.setAlarm(this, Infinity);
      };
      this.reader.read().then(
        (chunk) => {
          settled();
          this.isAtEnd = chunk.done;
          resolve(chunk);
        },
        (error) => {
          settled();
          this.failure ??= { error };
          reject(error);
        },
      );
    });
  }
}
