// What the upstream answered, twice: as a Response that the client can read, and as it came, to be passed on.

import type { IncomingMessage } from 'node:http';
import { createAttachment } from '../runtime/attachment.js';
import { WholeResponse } from './whole-response.js';

/** An answer as it came. */
export interface Answer {
  readonly status: number;
  readonly statusText: string;
  /** Names and values in turn. */
  readonly rawHeaders: readonly string[];
  /** The body, where it was short enough to be waited for; null where it comes as the body of the Response. */
  readonly whole: Buffer | null;
}

/**
 * Shorter bodies are taken whole before anything is answered: that costs less than a stream, and one that breaks off can
 * still be repeated. Events are never waited for.
 */
const SHORT_BYTES = 65_536;

const answers = createAttachment<Answer>();

/** The answer that a response stands for; undefined for one of the client's own making. */
export function answerOf(response: Response): Answer | undefined {
  return answers.get(response);
}

/**
 * Takes an answer. `hidesBody`: the client has no use for the body of one that was served. Rejects when the answer breaks
 * off before it can be handed out, or has a status that nobody could pass on.
 */
export async function responseOf(message: IncomingMessage, isHead: boolean, hidesBody: boolean): Promise<Response> {
  const { statusCode: status = 0, statusMessage: statusText = '', rawHeaders } = message;
  const isEmpty = isHead || status === 204 || status === 205 || status === 304;
  if (status < 200 || status > 599) {
    message.destroy();
    throw new Error(`the upstream answered with the status ${status}`);
  }
  const whole = isEmpty || isShort(message) ? await wholeOf(message) : null;
  let response: Response;
  if (whole === null) {
    response = new Response(streamOf(message), { status, headers: headersOf(rawHeaders) });
  } else {
    const isHidden = isEmpty || whole.byteLength === 0 || (hidesBody && status < 400);
    response = new WholeResponse(status, statusText, fieldMap(rawHeaders), isHidden ? null : whole).asResponse;
  }
  answers.set(response, { status, statusText, rawHeaders, whole });
  return response;
}

function isShort({ headers }: IncomingMessage): boolean {
  const length = headers['content-length'];
  return length !== undefined && Number(length) <= SHORT_BYTES && !isEvents(headers['content-type']);
}

function isEvents(type: string | undefined): boolean {
  return type?.startsWith('text/event-stream') === true;
}

function headersOf(rawHeaders: readonly string[]): Headers {
  const headers = new Headers();
  for (let index = 0; index < rawHeaders.length; index += 2) {
    headers.append(rawHeaders[index] as string, rawHeaders[index + 1] as string);
  }
  return headers;
}

function fieldMap(rawHeaders: readonly string[]): Map<string, string> {
  const fields = new Map<string, string>();
  for (let index = 0; index < rawHeaders.length; index += 2) {
    const name = (rawHeaders[index] as string).toLowerCase();
    const value = rawHeaders[index + 1] as string;
    const before = fields.get(name);
    fields.set(name, before === undefined ? value : `${before}, ${value}`);
  }
  return fields;
}

function wholeOf(message: IncomingMessage): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    message.on('data', (chunk: Buffer) => chunks.push(chunk));
    message.on('end', () => resolve(chunks.length === 1 ? (chunks[0] as Buffer) : Buffer.concat(chunks)));
    message.on('error', reject);
  });
}

/** Read only as fast as it is taken, so that a slow caller slows the upstream and fills no memory. */
function streamOf(message: IncomingMessage): ReadableStream<Uint8Array> {
  return new ReadableStream<Uint8Array>(
    {
      start(controller) {
        message.on('data', (chunk: Buffer) => {
          message.pause();
          controller.enqueue(chunk);
        });
        message.on('end', () => controller.close());
        message.on('error', (error) => controller.error(error));
        message.pause();
      },
      pull() {
        message.resume();
      },
      cancel() {
        message.destroy();
      },
    },
    { highWaterMark: 0 },
  );
}
