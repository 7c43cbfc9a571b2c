// What the upstream answered, twice: as a Response that the client can read, and as it came, to be passed on.

import { createAttachment } from '../runtime/attachment.js';
import { WholeResponse } from './whole-response.js';
import type { AnswerHead } from './wire/answer-head.js';

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
export const SHORT_BYTES = 65_536;

const answers = createAttachment<Answer>();

/** The answer that a response stands for; undefined for one of the client's own making. */
export function answerOf(response: Response): Answer | undefined {
  return answers.get(response);
}

/** Whether an answer is taken whole. */
export function isShort({ status, length, contentType }: AnswerHead): boolean {
  // Of these the platform makes no Response with a body.
  if (status === 204 || status === 205 || status === 304) return true;
  return length !== null && length <= SHORT_BYTES && contentType?.startsWith('text/event-stream') !== true;
}

/** `isBare`: the answer to a request for the head only. `hidesBodies`: the client has no use for bodies of what was served. */
export function wholeResponse(
  { status, statusText, rawHeaders }: AnswerHead,
  whole: Buffer,
  { isBare, hidesBodies }: { readonly isBare: boolean; readonly hidesBodies: boolean },
): Response {
  const isHidden = isBare || whole.byteLength === 0 || (hidesBodies && status < 400);
  const response = new WholeResponse(status, statusText, fieldMap(rawHeaders), isHidden ? null : whole).asResponse;
  answers.set(response, { status, statusText, rawHeaders, whole });
  return response;
}

export function streamedResponse(
  { status, statusText, rawHeaders }: AnswerHead,
  body: ReadableStream<Uint8Array>,
): Response {
  const response = new Response(body, { status, headers: headersOf(rawHeaders) });
  answers.set(response, { status, statusText, rawHeaders, whole: null });
  return response;
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
