// Hands an answer of the upstream to the caller, as it came.

import type { ServerResponse } from 'node:http';
import { reportOf } from '../runtime/report.js';
import { answerFields } from './fields.js';
import { leadLinksHere } from './links.js';
import { retryFields, sendOwnAnswer } from './own-answer.js';
import { type Answer, answerOf } from './upstream-response.js';

/** What makes an answer one to this caller. */
export interface Handover {
  /** Fields for the caller beside those of the upstream: names and values in turn. */
  readonly more: readonly string[];
  /** Fields of the upstream that are left out for them, in lower case. */
  readonly replaced: ReadonlySet<string>;
  /** The address of the upstream in links, and the one of the gateway, as the caller knows it, that takes its place. */
  readonly theirs: string;
  readonly ours: string;
}

/**
 * Passes on what a call brought. Resolves when the body has been written, or the caller is gone; rejects when the body
 * breaks off.
 */
export async function passAnswer(given: Response, response: ServerResponse, handover: Handover): Promise<void> {
  const { more, replaced, theirs, ours } = handover;
  const report = reportOf(given);
  const isGivenUp = report !== undefined && report.reason !== 'answered';
  const answer = answerOf(given);
  if (answer === undefined) {
    // A refusal whose body was let go before a wait that then could not be waited.
    const { reason = 'gave-up', sentence = '', retryAfterMs = null } = report ?? {};
    sendOwnAnswer(response, { status: given.status, type: 'gave-up', reason, message: sentence, retryAfterMs }, more);
    return;
  }
  const fields = answerFields(answer.rawHeaders, leftOut(answer, replaced, isGivenUp ? report : null));
  leadLinksHere(fields, theirs, ours);
  if (isGivenUp) fields.push(...retryFields(report.reason, report.retryAfterMs));
  fields.push(...more);
  response.writeHead(answer.status, answer.statusText, fields);
  if (answer.whole !== null) await passWhole(given, answer, response);
  else await passStream(given, response);
}

/** Fields of the upstream that the caller does not get. */
function leftOut(
  { status }: Answer,
  replaced: ReadonlySet<string>,
  givenUp: { readonly retryAfterMs: number | null } | null,
): ReadonlySet<string> {
  // RFC 9110 §8.6: a 204 has no length, and some callers would wait for so many bytes.
  const wrong = status === 204 ? ['content-length'] : [];
  const ours = givenUp === null ? [] : givenUp.retryAfterMs === null ? OURS : RETRY;
  return wrong.length + ours.length === 0 ? replaced : new Set([...replaced, ...ours, ...wrong]);
}

/** What is said of a retry in place of the upstream. */
const OURS: readonly string[] = ['x-should-retry'];
const RETRY: readonly string[] = [...OURS, 'retry-after', 'retry-after-ms'];

async function passWhole(given: Response, { whole }: Answer, response: ServerResponse): Promise<void> {
  // As text, so that head and body leave in one piece; Latin-1 has a character for every byte.
  response.end(whole?.toString('latin1'), 'latin1');
  // Read once more, for the client: this is how it learns of the use, and that the call is over. (To look at `body` first
  // would have it make a stream.)
  if (whole !== null && whole.byteLength > 0) await given.text().catch(() => {});
}

async function passStream({ body }: Response, response: ServerResponse): Promise<void> {
  if (body === null) {
    response.end();
    return;
  }
  response.flushHeaders();
  const reader = body.getReader();
  for (let piece = await reader.read(); !piece.done; piece = await reader.read()) {
    if (response.destroyed) {
      await reader.cancel();
      return;
    }
    if (!response.write(piece.value)) await drained(response);
  }
  response.end();
}

/** The caller has read on, or is gone. */
function drained(response: ServerResponse): Promise<void> {
  return new Promise((resolve) => {
    const done = (): void => {
      response.off('drain', done).off('close', done);
      resolve();
    };
    response.on('drain', done).on('close', done);
  });
}
