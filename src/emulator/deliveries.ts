// The kinds of answers, each from when it begins to when it has ended.

import { type Admission, type Answer, type Standing, servedHeaders } from '../core/rulebooks/index.js';
import type { Asked } from './demand.js';
import type { Made } from './endpoints/endpoint.js';
import { delayBy, type Failure, skewOf, spoiled } from './faults.js';
import type { ExactAnswer, FaultAction } from './options.js';
import type { Delivery, Piece, Reply } from './reply.js';
import { nameOf, type Run, requestIdOf, type Visit } from './run.js';
import { makeOf, servedReply, usageOf } from './served.js';
import { dateHeader, exactReply, jsonReply, replyOf } from './write.js';

type Faults = readonly FaultAction[];

/** The endpoint's own answer to a request that was let in. A class, since closures for each request take longer. */
export class ServedDelivery implements Delivery {
  readonly delayMs: number;
  private readonly run: Run;
  private readonly visit: Visit;
  private readonly asked: Asked;
  private readonly admission: Admission;
  private readonly faults: Faults;
  private readonly made: Made | null;
  private readonly isStreamed: boolean;
  private readonly workMs: number;
  private isSettled = false;
  private pieces: readonly Piece[] = NO_PIECES;
  private produced = 0;
  private counted = 0;

  constructor(run: Run, visit: Visit, asked: Asked, admission: Admission, faults: Faults) {
    const { script } = run.settings;
    const made = makeOf(asked, nameOf(visit), visit.at, script, run.random);
    this.run = run;
    this.visit = visit;
    this.asked = asked;
    this.admission = admission;
    this.faults = faults;
    this.made = made;
    this.isStreamed = asked.call !== null && asked.call.streamType !== null;
    this.workMs = visit.latencyMs + (this.isStreamed ? 0 : (made?.outputTokens ?? 0) * (script.tokenMs ?? 0));
    this.delayMs = this.workMs + delayBy(faults);
  }

  reply(): Reply | null {
    const { run, visit, asked, made, faults } = this;
    const { script, book } = run.settings;
    if (!this.isStreamed) this.settle(made?.outputTokens ?? 0);
    const now = run.now();
    const nowMs = now + skewOf(faults);
    const standing = run.enforcer.standing(this.admission, requestIdOf(visit), now, nowMs);
    const told = servedHeaders(book, standing);
    const extension = book.extension?.(standing) ?? null;
    const reply = servedReply(asked, made, told, extension, dateHeader(nowMs), script.tokenMs ?? 0);
    const arrives = spoiled(reply, faults, failureOf(asked));
    if (this.isStreamed) this.pieces = arrives?.pieces ?? NO_PIECES;
    return arrives;
  }

  sent(pieces: number): void {
    this.count(pieces);
    if (!this.isSettled) this.run.enforcer.produce(this.admission, this.produced, this.run.now());
  }

  /** Whoever leaves is charged what had been produced for them by then. */
  end(sent: number): void {
    this.count(sent);
    this.settle(this.produced);
  }

  private count(sent: number): void {
    for (; this.counted < sent; this.counted++) this.produced += this.pieces[this.counted]?.tokens ?? 0;
  }

  private settle(outputTokens: number): void {
    if (this.isSettled) return;
    this.isSettled = true;
    const { run, asked, made } = this;
    run.enforcer.settle(this.admission, usageOf(asked, made, outputTokens, this.workMs), run.now());
  }
}

const NO_PIECES: readonly Piece[] = [];

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
