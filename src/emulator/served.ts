// The endpoint's own answer to a request that was let in.

import type { Random } from '../core/random/random.js';
import type { HeaderPair, Usage } from '../core/rulebooks/index.js';
import type { Asked } from './demand.js';
import { drawWhole } from './draw.js';
import type { Made } from './endpoints/endpoint.js';
import type { EmulatorScript } from './options.js';
import type { Piece, Reply } from './reply.js';
import { JSON_TYPE, wholeReply } from './write.js';

/** Draws what the model makes of a request; null for what is no call of a language model. */
export function makeOf(
  { call, demand }: Asked,
  id: string,
  atMs: number,
  script: EmulatorScript,
  random: Random,
): Made | null {
  if (call === null) return null;
  const { outputTokens = [20, 200], cachedShare = 0 } = script;
  const wanted = drawWhole(outputTokens, random);
  const allowed = Math.min(...call.outputBounds, Infinity);
  const cachedTokens = Math.floor(demand.tokens.input * cachedShare);
  return {
    id,
    atMs,
    inputTokens: demand.tokens.input - cachedTokens,
    cachedTokens,
    outputTokens: Math.min(wanted, allowed),
    isCut: wanted > allowed,
  };
}

/** What was used when so many output tokens had been produced. */
export function usageOf({ demand }: Asked, made: Made | null, outputTokens: number, cpuMs: number): Usage {
  return {
    inputTokens: made?.inputTokens ?? 0,
    cachedInputTokens: made?.cachedTokens ?? 0,
    outputTokens,
    cpuMs,
    queryCost: demand.queryCost,
  };
}

/**
 * The answer, whole or streamed; `tokenMs` passes before each token of a stream. `told` are the headers about limits, and
 * `extension` is what the JSON itself tells of them.
 */
export function servedReply(
  { endpoint, call, demand }: Asked,
  made: Made | null,
  told: readonly HeaderPair[],
  extension: object | null,
  date: HeaderPair,
  tokenMs: number,
): Reply {
  if (endpoint !== null && call !== null && made !== null && call.streamType !== null) {
    const type: HeaderPair = ['content-type', call.streamType];
    const events = endpoint.events(call, made);
    const pieces = events.map(({ text, tokens }): Piece => ({ text, tokens, afterMs: tokens * tokenMs }));
    return { status: 200, headers: [date, type, ['cache-control', 'no-cache'], ...told], pieces, ends: 'whole' };
  }
  const own = endpoint === null || call === null || made === null ? PLAIN : endpoint.answer(call, made);
  const body = extension === null ? own : { ...(own as object), ...extension };
  return wholeReply(200, [date, JSON_TYPE, ...told], JSON.stringify(body), demand.method === 'HEAD');
}

const PLAIN = { ok: true };
