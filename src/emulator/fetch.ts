// The emulator as `fetch`, without a socket: what cannot happen there is told by the nearest thing that can.

import type { EmulatorClock } from './clock.js';
import type { Emulator } from './emulator.js';
import type { Delivery, Reply } from './reply.js';
import { type EmulatedRequest, splitTarget } from './request.js';

const encoder = new TextEncoder();

/** Rejects as fetch does: with a TypeError when the connection breaks, with the signal's reason when it is aborted. */
export async function fetchFrom(
  emulator: Emulator,
  input: string | URL | Request,
  init?: RequestInit,
): Promise<Response> {
  const request = new Request(input, init);
  // The signal of the init itself: that of the new Request follows it a little later.
  const signal = init?.signal ?? request.signal;
  signal.throwIfAborted();
  // A text is there at once, so that under a manual clock a request arrives at the instant at which it was made.
  const body = typeof init?.body === 'string' ? init.body : request.body === null ? '' : await request.text();
  signal.throwIfAborted();
  const delivery = emulator.receive(emulated(request, body));
  try {
    if (delivery.delayMs > 0) await pause(emulator.clock, delivery.delayMs, signal);
  } catch (error) {
    delivery.end(0);
    throw error;
  }
  const reply = delivery.reply();
  if (reply === null) {
    delivery.end(0);
    throw broken('fetch failed');
  }
  return responseOf(reply, delivery, emulator.clock, signal);
}

function emulated({ method, url, headers }: Request, body: string): EmulatedRequest {
  return { method, ...splitTarget(url), header: (name) => headers.get(name), body };
}

function responseOf(reply: Reply, delivery: Delivery, clock: EmulatorClock, signal: AbortSignal): Response {
  const { status, pieces, ends } = reply;
  const headers = new Headers();
  for (const [name, value] of reply.headers) headers.append(name, value);
  const isWhole = ends === 'whole' && pieces.every(({ afterMs }) => afterMs === 0) && pieces.length < 2;
  if (isWhole) {
    delivery.end(pieces.length);
    const cannotHaveOne = status === 204 || status === 205 || status === 304;
    // Bytes, since to a text a content type would be added.
    return new Response(cannotHaveOne ? null : encoder.encode(pieces[0]?.text), { status, headers });
  }
  return new Response(bodyOf(reply, delivery, clock, signal), { status, headers });
}

function bodyOf(
  { pieces, ends }: Reply,
  delivery: Delivery,
  clock: EmulatorClock,
  signal: AbortSignal,
): ReadableStream<Uint8Array> {
  let sent = 0;
  let hasEnded = false;
  const end = (): void => {
    if (hasEnded) return;
    hasEnded = true;
    delivery.end(sent);
  };
  const cancelled = new AbortController();
  return new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        const piece = pieces[sent];
        if (piece === undefined) {
          end();
          if (ends === 'whole') controller.close();
          else controller.error(broken('terminated'));
          return;
        }
        try {
          if (piece.afterMs > 0) await pause(clock, piece.afterMs, signal, cancelled.signal);
          signal.throwIfAborted();
        } catch (error) {
          end();
          if (!cancelled.signal.aborted) controller.error(error);
          return;
        }
        delivery.sent(++sent);
        controller.enqueue(encoder.encode(piece.text));
      },
      cancel() {
        cancelled.abort();
        end();
      },
    },
    // Nothing ahead of the reader: what has been produced is what was asked for.
    { highWaterMark: 0 },
  );
}

/** Resolves when the time is over, never for Infinity; rejects with a signal's reason as soon as it is aborted. */
function pause(clock: EmulatorClock, ms: number, ...signals: readonly AbortSignal[]): Promise<void> {
  return new Promise((resolve, reject) => {
    const until = clock.now() + ms;
    let timer: unknown = null;
    const over = (settle: () => void): void => {
      for (const signal of signals) signal.removeEventListener('abort', onAbort);
      if (timer !== null) clock.clearTimer(timer);
      settle();
    };
    const onAbort = (): void => over(() => reject(signals.find(({ aborted }) => aborted)?.reason));
    // Timers may fire early.
    const wake = (): void => {
      if (clock.now() >= until) over(resolve);
      else timer = clock.setTimer(until, wake);
    };
    if (ms !== Infinity) timer = clock.setTimer(until, wake);
    for (const signal of signals) signal.addEventListener('abort', onAbort);
    if (signals.some(({ aborted }) => aborted)) onAbort();
  });
}

/** What Node's fetch throws when the other side breaks the connection. */
function broken(message: string): TypeError {
  return new TypeError(message, {
    cause: Object.assign(new Error('the connection was reset'), { code: 'ECONNRESET' }),
  });
}
