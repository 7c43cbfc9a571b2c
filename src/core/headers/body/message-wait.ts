// The wait that a message names in words: the last resort, for servers that say it nowhere else.

import { readSpokenDuration } from './spoken-duration.js';
import { readSpokenInstant } from './spoken-instant.js';

export interface MessageWait {
  /** Whole ms from the response on, rounded up; > 0. */
  readonly ms: number;
  /** `try again in` speaks of the next request, `resets in` of the limit. */
  readonly means: 'next' | 'window';
}

const ANCHOR =
  /\b(?:(try again|retry|retrying|wait|come back|available)|resets?|renews?|regain access|banned|blocked|suspended|expires?)\b/gi;
/** Words between the anchor and the time. */
const FILLER =
  / {0,3}(?:in|after|at|on|until|till|for|by|about|approximately|around|another|again|least|your request|request)\b/iy;
const MOST_FILLERS = 4;
const MOST_ANCHORS = 50;

/**
 * The wait in a text of at most 64 Ki characters; null when there is none, or one of 0 or in the past, which says
 * nothing. Of several, one about the next request counts more than one about the limit, and among equals the longest.
 */
export function readMessageWait(text: string, referenceMs: number): MessageWait | null {
  let best: MessageWait | null = null;
  ANCHOR.lastIndex = 0;
  for (let count = 0; count < MOST_ANCHORS; count++) {
    const anchor = ANCHOR.exec(text);
    if (anchor === null) break;
    const ms = waitAt(text, skipFillers(text, ANCHOR.lastIndex), referenceMs);
    if (!(ms > 0)) continue;
    const means = anchor[1] === undefined ? 'window' : 'next';
    if (best === null || (means === best.means ? ms > best.ms : means === 'next')) best = { ms, means };
  }
  return best;
}

function skipFillers(text: string, from: number): number {
  let at = from;
  for (let count = 0; count < MOST_FILLERS; count++) {
    FILLER.lastIndex = at;
    if (!FILLER.test(text)) break;
    at = FILLER.lastIndex;
  }
  while (at < from + 80 && (text[at] === ' ' || text[at] === ':')) at++;
  return at;
}

function waitAt(text: string, at: number, referenceMs: number): number {
  const duration = readSpokenDuration(text, at);
  if (duration !== null) return Math.min(Math.ceil(duration.ms), Number.MAX_SAFE_INTEGER);
  const instant = readSpokenInstant(text, at, referenceMs);
  return instant === null ? Number.NaN : Math.ceil(instant - referenceMs);
}
