import type { Clock } from '../runtime/clock.js';

/** One answer of a {@link scriptedFetch}. */
export interface ScriptedAnswer {
  /** Default 200. Ignored with `error`. */
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string | null;
  /** Time until the answer, in ms. Default 0; Infinity never answers. */
  readonly latencyMs?: number;
  /** Rejects with this instead of answering. */
  readonly error?: unknown;
}

/** What a {@link scriptedFetch} saw of one attempt. */
export interface SeenRequest {
  readonly at: number;
  readonly url: string;
  readonly init: RequestInit | undefined;
}

export interface ScriptedFetch {
  (input: string | URL | Request, init?: RequestInit): Promise<Response>;
  /** Every attempt, in order. */
  readonly seen: readonly SeenRequest[];
}

/**
 * A fetch that answers from a script: a list, of which the last entry repeats, or a function of the attempt's number
 * (from 0) and its request. Aborted requests reject with the signal's reason, as fetch does.
 */
export function scriptedFetch(
  clock: Clock,
  script: readonly ScriptedAnswer[] | ((index: number, request: SeenRequest) => ScriptedAnswer),
): ScriptedFetch {
  const seen: SeenRequest[] = [];
  const answerFor = (index: number, request: SeenRequest): ScriptedAnswer =>
    typeof script === 'function' ? script(index, request) : (script[Math.min(index, script.length - 1)] ?? {});

  const fetch = (input: string | URL | Request, init?: RequestInit): Promise<Response> => {
    const url = typeof input === 'object' && 'url' in input ? input.url : String(input);
    const request = { at: clock.now(), url, init };
    const { status = 200, headers = {}, body = null, latencyMs = 0, error } = answerFor(seen.length, request);
    seen.push(request);
    return new Promise((resolve, reject) => {
      const signal = init?.signal ?? null;
      if (signal?.aborted) {
        reject(signal.reason);
        return;
      }
      const timer =
        latencyMs === Infinity
          ? null
          : clock.setTimer(clock.now() + latencyMs, () => {
              signal?.removeEventListener('abort', onAbort);
              if (error !== undefined) reject(error);
              else resolve(new Response(body, { status, headers }));
            });
      const onAbort = (): void => {
        if (timer !== null) clock.clearTimer(timer);
        reject(signal?.reason);
      };
      signal?.addEventListener('abort', onAbort, { once: true });
    });
  };
  return Object.assign(fetch, { seen });
}
