// What the response of a fetch says to the engine.

import { Outcome } from '../core/engine/outcome.js';
import { answerOfResponse, type FullAnswer } from './answer-of.js';
import type { FetchOrder } from './attempt-request.js';
import { isEventStream } from './body/response-field.js';
import { decodeEarlyError, decodeResponse } from './decode-response.js';
import type { Driver } from './driver.js';
import { isFromElsewhere } from './fetch-request.js';

/** How a client reads responses. */
export interface AnswerContext {
  /** The dialect that is asked for; undefined where it is told from what responses look like. */
  readonly provider: string | undefined;
  readonly syncsLimits: boolean;
}

/** `body`: what was read of it ahead, if anything. `readMs`: for how long, since the head was there. */
export function answerOfFetch(
  { engine, clock }: Driver,
  { provider, syncsLimits }: AnswerContext,
  { origin }: FetchOrder,
  response: Response,
  body: unknown,
  readMs: number,
): FullAnswer {
  const { rules } = engine;
  const { status, headers } = response;
  // Status 0 is what a page gets to see of an answer of another origin.
  if (status < 400 && body === undefined && (!syncsLimits || status === 0)) return { ...SERVED, status };
  const nowMs = clock.wallNow() - readMs;
  let answer: FullAnswer;
  if (status < 400 && body !== undefined && isEventStream(response)) {
    const early = decodeEarlyError(headers, body, nowMs, provider);
    answer = answerOfResponse(rules, early.status, early.decoded);
  } else {
    answer = answerOfResponse(rules, status, decodeResponse(status, headers, body, nowMs, provider));
  }
  // A wait counts from when the server named it, however slowly the rest of its answer came. 0 would say nothing.
  const { outcome, hintMs } = answer;
  if (readMs > 0 && hintMs !== null && hintMs > 0) {
    answer = { ...answer, hintMs: Math.max(1, Math.ceil(hintMs - readMs)) };
  }
  // That it refuses counts, since the address that was asked leads there; what it tells of limits is about itself.
  if (isFromElsewhere(response, origin)) return { ...SERVED, outcome, hintMs: answer.hintMs, status: answer.status };
  return syncsLimits ? answer : { ...answer, limits: [] };
}

const SERVED: FullAnswer = Object.freeze({
  outcome: Outcome.OK,
  hintMs: null,
  scope: 'bucket',
  status: null,
  limits: Object.freeze([]),
});
