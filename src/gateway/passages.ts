// One request on its way: its body is read, the client sends it when it may, and the answer goes back.

import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Client, FetchTerms, TermsContext } from '../runtime/client-options.js';
import type { Clock } from '../runtime/clock.js';
import { ACCESS_FIELDS, accessFields, NO_FIELDS } from './browser-access.js';
import type { Caller } from './caller.js';
import type { FairTurns, Turn } from './fair-turns.js';
import { fieldOf, requestFields } from './fields.js';
import type { GatewaySettings } from './options.js';
import { answerOfError, sendOwnAnswer } from './own-answer.js';
import { passAnswer } from './pass-answer.js';
import type { SharedStore } from './redis/shared-store.js';
import { bodyForClient, readBody } from './request-body.js';
import { StopSignal } from './stop-signal.js';
import type { Tally } from './tally.js';
import type { AttemptInit, Passage } from './upstream.js';

/** What all requests share. */
export interface Passages {
  readonly settings: GatewaySettings;
  readonly client: Client;
  readonly clock: Clock;
  readonly turns: FairTurns;
  readonly tally: Tally;
  /** Where the quotas are shared with other gateways. */
  readonly store: SharedStore | null;
}

/** Passes one request on, whose head has been checked, and its answer back. Never rejects. */
export async function pass(
  shared: Passages,
  caller: Caller,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const { tally, clock } = shared;
  const startedAt = clock.now();
  tally.open++;
  const stop = new StopSignal();
  const onClose = (): void => {
    if (response.writableFinished) return;
    tally.dropped++;
    stop.stop(new Error('the caller is gone'));
  };
  response.once('close', onClose);
  const origin = fieldOf(request.rawHeaders, 'origin');
  const more = accessFields(origin);
  const replaced = origin === null ? NO_FIELDS : ACCESS_FIELDS;
  const { upstream } = shared.settings;
  const passage = new OnePassage(shared, caller, request);
  try {
    const answer = await passage.send(stop.asSignal);
    const theirs = upstream.origin + upstream.basePath;
    await passAnswer(answer, response, { more, replaced, theirs, ours: `http://${request.headers.host}` });
  } catch (error) {
    if (stop.aborted || response.destroyed) return;
    if (!response.headersSent) sendOwnAnswer(response, answerOfError(error), more);
    else {
      // Half an answer must not look like a whole one.
      tally.broken++;
      response.off('close', onClose);
      response.destroy();
    }
    // The attempt that nobody waits for any more.
    stop.stop(error);
  } finally {
    passage.end();
    tally.open--;
    if (response.headersSent) tally.answer(response.statusCode, clock.now() - startedAt);
  }
}

/** The terms of a request that the client is about to queue. */
export function termsOf({ account, bucket, init }: TermsContext): FetchTerms {
  return ((init as AttemptInit).passage as OnePassage).terms(`${account} ${bucket}`);
}

class OnePassage implements Passage {
  readonly path: string;
  streamLength: number | null = null;
  private readonly shared: Passages;
  private readonly request: IncomingMessage;
  private readonly caller: Caller;
  private readonly startedAt: number;
  private turn: Turn | null = null;
  /** The answer will go on for longer than a caller's time-out, which is for its beginning. */
  private isStreamed = false;

  constructor(shared: Passages, caller: Caller, request: IncomingMessage) {
    this.shared = shared;
    this.caller = caller;
    this.request = request;
    this.startedAt = shared.clock.now();
    this.path = shared.settings.upstream.basePath + (request.url as string);
  }

  async send(signal: AbortSignal): Promise<Response> {
    const { request, shared, path } = this;
    const { settings, client } = shared;
    const { method = 'GET', rawHeaders, headers } = request;
    const reading = readBody(request, settings.mostReplayableBytes);
    const body = reading instanceof Promise ? await reading : reading;
    if (body.stream !== null) {
      const length = headers['content-length'];
      this.streamLength = length === undefined ? null : Number(length);
    }
    const sent = bodyForClient(body, headers['content-type'] ?? null);
    this.isStreamed = this.caller.timeoutMs !== null && asksForStream(sent);
    const init: AttemptInit = {
      method,
      headers: requestFields(rawHeaders),
      body: sent as BodyInit | null,
      signal,
      passage: this,
    };
    return client.fetch(settings.upstream.origin + path, init);
  }

  /**
   * In the queue a call stands as if it had been submitted as many seconds after the start of time as is the number of
   * its turn.
   */
  terms(bucket: string): FetchTerms {
    const { caller, shared, startedAt } = this;
    this.turn = shared.turns.take(bucket, caller.name);
    const now = shared.clock.now();
    const priority = now / 1000 - this.turn.number;
    const deadlineMs = caller.deadlineMs ?? (this.isStreamed ? null : caller.timeoutMs);
    if (deadlineMs === null) return { priority };
    // Counted from the head of the request, as the caller does.
    return { priority, deadlineMs: Math.max(0, deadlineMs - (now - startedAt)) };
  }

  sent(): void {
    if (this.turn !== null) this.shared.turns.begin(this.turn);
  }

  end(): void {
    if (this.turn !== null) this.shared.turns.end(this.turn);
    this.turn = null;
  }
}

/** As far as that can be seen: of a body that is not kept it cannot. */
function asksForStream(body: string | Buffer | IncomingMessage | null): boolean {
  return typeof body === 'string' ? /"stream"\s*:\s*true/.test(body) : body !== null;
}
