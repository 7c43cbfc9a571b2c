// The kinds of answers, each from when it begins to when it has ended.

import { type Admission, type Answer, type Standing, servedHeaders } from '../core/rulebooks/index.js';
import type { Asked } from './demand.js';
import { delayBy, type Failure, skewOf, spoiled } from './faults.js';
import type { ExactAnswer, FaultAction } from './options.js';
import type { Delivery, Piece, Reply } from './reply.js';
import { nameOf, type Run, requestIdOf, type Visit } from './run.js';
import { makeOf, servedReply, usageOf } from './served.js';
import { dateHeader, exactReply, jsonReply, replyOf } from './write.js';

type Faults = readonly FaultAction[];

/** The endpoint's own answer to a request that was let in. */
export function servedDelivery(run: Run, visit: Visit, asked: Asked, admission: Admission, faults: Faults): Delivery {
  const { script, book } = run.settings;
  const { tokenMs = 0 } = script;
  const made = makeOf(asked, nameOf(visit), visit.at, script, run.random);
  const isStreamed = asked.call !== null && asked.call.streamType !== null;
  const output = made?.outputTokens ?? 0;
  const workMs = visit.latencyMs + (isStreamed ? 0 : output * tokenMs);
  let isSettled = false;
  const settle = (outputTokens: number): void => {
    if (isSettled) return;
    isSettled = true;
    run.enforcer.settle(admission, usageOf(asked, made, outputTokens, workMs), run.now());
  };
  let pieces: readonly Piece[] = [];
  let produced = 0;
  let counted = 0;
  const count = (sent: number): void => {
    for (; counted < sent; counted++) produced += pieces[counted]?.tokens ?? 0;
  };
  return {
    delayMs: workMs + delayBy(faults),
    reply: () => {
      if (!isStreamed) settle(output);
      const now = run.now();
      const nowMs = now + skewOf(faults);
      const standing = run.enforcer.standing(admission, requestIdOf(visit), now, nowMs);
      const told = servedHeaders(book, standing);
      const extension = book.extension?.(standing) ?? null;
      const reply = servedReply(asked, made, told, extension, dateHeader(nowMs), tokenMs);
      const arrives = spoiled(reply, faults, failureOf(asked));
      if (isStreamed) pieces = arrives?.pieces ?? [];
      return arrives;
    },
    sent: (sent) => {
      count(sent);
      if (!isSettled) run.enforcer.produce(admission, produced, run.now());
    },
    // Whoever leaves is charged what had been produced for them by then.
    end: (sent) => {
      count(sent);
      settle(produced);
    },
  };
}

/** What the provider says in the place of it. `admission` is asked for when the answer begins. */
export function saidDelivery(
  run: Run,
  visit: Visit,
  faults: Faults,
  admission: (now: number) => Admission,
  write: (standing: Standing) => Answer,
  end: () => void = nothing,
): Delivery {
  return {
    delayMs: visit.latencyMs + delayBy(faults),
    reply: () => {
      const now = run.now();
      const nowMs = now + skewOf(faults);
      const standing = run.enforcer.standing(admission(now), requestIdOf(visit), now, nowMs);
      return spoiled(replyOf(write(standing), dateHeader(nowMs), isHead(visit)), faults);
    },
    sent: nothing,
    end,
  };
}

/** An answer of the script. */
export function exactDelivery(run: Run, visit: Visit, answer: ExactAnswer, faults: Faults): Delivery {
  const reply = (): Reply | null => {
    const date = dateHeader(run.now() + skewOf(faults));
    return spoiled(exactReply(answer, date, isHead(visit)), faults);
  };
  return { delayMs: (answer.latencyMs ?? visit.latencyMs) + delayBy(faults), reply, sent: nothing, end: nothing };
}

/** For a request that cannot be read. */
export function unreadableDelivery(run: Run, message: string): Delivery {
  const body = { type: 'error', error: { type: 'invalid_request_error', message, code: null, param: null } };
  return { delayMs: 0, reply: () => jsonReply(400, body, dateHeader(run.now())), sent: nothing, end: nothing };
}

function failureOf({ endpoint, call }: Asked): Failure {
  return (events) => (call === null ? null : (endpoint?.failure(call, events) ?? null));
}

function isHead({ request }: Visit): boolean {
  return request.method === 'HEAD';
}

function nothing(): void {}
