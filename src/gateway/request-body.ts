// The body of a request: kept, so that it can be sent again, or a stream that is sent once.

import { isUtf8 } from 'node:buffer';
import type { IncomingMessage } from 'node:http';

/** `kept` is null when there is none; `stream` is the request itself, unread from its first byte on. */
export type RequestBody =
  | { readonly kept: Buffer | null; readonly stream: null }
  | { readonly kept: null; readonly stream: IncomingMessage };

/**
 * Reads a body of up to `most` bytes. A longer one is left where it is, and what has been read of it is put back. Rejects
 * when the caller goes before its end.
 */
export function readBody(request: IncomingMessage, most: number): Promise<RequestBody> | RequestBody {
  const { headers } = request;
  const length = headers['content-length'];
  if (length === undefined && headers['transfer-encoding'] === undefined) return NO_BODY;
  if (length !== undefined) {
    if (Number(length) === 0) return NO_BODY;
    if (Number(length) > most) return { kept: null, stream: request };
  }
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    let size = 0;
    const onData = (chunk: Buffer): void => {
      chunks.push(chunk);
      size += chunk.byteLength;
      if (size <= most) return;
      stop();
      request.pause();
      request.unshift(Buffer.concat(chunks));
      resolve({ kept: null, stream: request });
    };
    const onEnd = (): void => {
      stop();
      resolve({ kept: chunks.length === 1 ? (chunks[0] as Buffer) : Buffer.concat(chunks), stream: null });
    };
    const onClose = (): void => {
      stop();
      reject(new Error('the caller went before the end of its request'));
    };
    const stop = (): void => {
      request.off('data', onData).off('end', onEnd).off('close', onClose);
    };
    request.on('data', onData).on('end', onEnd).on('close', onClose);
  });
}

/**
 * The body as the client is to see it: text where it is one, for that is read for the name of the model. The bytes are
 * those that came either way.
 */
export function bodyForClient(
  { kept, stream }: RequestBody,
  type: string | null,
): string | Buffer | IncomingMessage | null {
  if (stream !== null) return stream;
  return kept !== null && type?.includes('json') === true && isUtf8(kept) ? kept.toString() : kept;
}

const NO_BODY: RequestBody = { kept: null, stream: null };
