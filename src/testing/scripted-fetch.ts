import type { Clock } from '../runtime/clock.js';

/** One answer of a {@link scriptedFetch}. */
export interface ScriptedAnswer {
  /** Default 200. Ignored with `error`. */
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string | null;
  /**
   * A body that comes in pieces, in place of `body`: texts are chunks, numbers are pauses in ms (Infinity never goes on),
   * and an Error breaks it off.
   */
  readonly stream?: readonly (string | number | Error)[];
  /** Time until the answer, in ms. Default 0; Infinity never answers. */
  readonly latencyMs?: number;
  /** Rejects with this instead of answering. */
  readonly error?: unknown;
}

/** What a {@link scriptedFetch} saw of one attempt. */
export interface SeenRequest {
  readonly at: number;
  readonly url: string;
  readonly input: string | URL | Request;
  readonly init: RequestInit | undefined;
}

/** A fetch that sends nothing, and remembers what it was asked. */
export interface ScriptedFetch {
  (input: string | URL | Request, init?: RequestInit): Promise<Response>;
  /** Every attempt, in order. */
  readonly seen: readonly SeenRequest[];
}

/**
 * A fetch that answers from a script: a list, of which the last entry repeats, or a function of the attempt's number
 * (from 0) and its request. Aborted requests reject with the signal's reason, as fetch does.
 * Throws RangeError for an empty list.
 */
export function scriptedFetch(
  clock: Clock,
  script: readonly ScriptedAnswer[] | ((index: number, request: SeenRequest) => ScriptedAnswer),
): ScriptedFetch {
  if (script.length === 0 && typeof script !== 'function') {
    throw new RangeError('the script is an empty list; give one answer or more');
  }
  const seen: SeenRequest[] = [];
  const answerFor = (index: number, request: SeenRequest): ScriptedAnswer =>
    typeof script === 'function' ? script(index, request) : (script[Math.min(index, script.length - 1)] ?? {});

  // Async, because fetch rejects where other functions throw.
  const fetch = async (input: string | URL | Request, init?: RequestInit): Promise<Response> => {
    const isRequest = typeof input === 'object' && 'url' in input;
    const request = { at: clock.now(), url: isRequest ? input.url : String(input), input, init };
    const answer = answerFor(seen.length, request);
    seen.push(request);
    // As fetch has it, null in the init takes the signal of the Request away.
    const signal = init?.signal !== undefined ? init.signal : isRequest ? input.signal : null;
    await answerOrAbort(clock, answer.latencyMs ?? 0, signal);
    const { status = 200, headers = {}, body = null, stream, error } = answer;
    if (error !== undefined) throw error;
    return new Response(stream === undefined ? body : scriptedBody(clock, stream, signal), { status, headers });
  };
  return Object.assign(fetch, { seen });
}

/** As fetch has it: the body fails with the signal of its request. */
function scriptedBody(
  clock: Clock,
  script: readonly (string | number | Error)[],
  signal: AbortSignal | null,
): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder();
  let next = 0;
  return new ReadableStream(
    {
      start(body) {
        signal?.addEventListener('abort', () => body.error(signal.reason), { once: true });
      },
      async pull(body) {
        while (next < script.length) {
          const part = script[next++];
          if (part instanceof Error) {
            body.error(part);
            return;
          }
          if (typeof part === 'string') {
            body.enqueue(encoder.encode(part));
            return;
          }
          await answerOrAbort(clock, part ?? 0, signal).catch(() => {});
          if (signal?.aborted) return;
        }
        body.close();
      },
    },
    { highWaterMark: 0 },
  );
}

/** Resolves once the latency is over; rejects with the signal's reason when that is aborted first. */
function answerOrAbort(clock: Clock, latencyMs: number, signal: AbortSignal | null): Promise<void> {
  return new Promise((resolve, reject) => {
    if (signal?.aborted) {
      reject(signal.reason);
      return;
    }
    const timer =
      latencyMs === Infinity
        ? null
        : clock.setTimer(clock.now() + latencyMs, () => {
            signal?.removeEventListener('abort', onAbort);
            resolve();
          });
    const onAbort = (): void => {
      if (timer !== null) clock.clearTimer(timer);
      reject(signal?.reason);
    };
    signal?.addEventListener('abort', onAbort, { once: true });
  });
}
