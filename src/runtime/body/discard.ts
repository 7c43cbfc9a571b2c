import type { BodySource } from './body-source.js';

/** Lets go of the connection. A body that has failed already has nothing to cancel. */
export function discard(response: Response, source: BodySource | null = null): void {
  try {
    // A fetch that is not the platform's may bring a Node stream, a body that can do nothing, or one that throws.
    const body = response.body as (ReadableStream & { destroy?: () => void }) | null | undefined;
    if (source !== null) source.cancel().catch(() => {});
    else if (typeof body?.cancel === 'function') Promise.resolve(body.cancel()).catch(() => {});
    else body?.destroy?.();
  } catch {}
}

/** Status and fields of a response whose body is gone: reading it would only tell that it was cancelled. */
export function withoutBody(response: Response): Response {
  const { status, statusText, headers } = response;
  try {
    return new Response(null, { status, statusText, headers });
  } catch {
    return response;
  }
}
