// One value of Retry-After by itself: what it is worth by the letter of RFC 9110, what a lenient reader makes of it, and
// what holdoff does.

import { compile } from '../../core/backoff/compile.js';
import { type FirstDecision, firstDecision } from '../../core/engine/first-decision.js';
import { classify, Trait } from '../../core/engine/outcome.js';
import { decode } from '../../core/headers/decode.js';
import type { Decoded } from '../../core/headers/decoded.js';
import { parseRetryAfter, type RetryAfter } from '../../core/headers/retry-after.js';
import { parsePolicy } from '../../core/policy/parse-policy.js';
import type { Answer } from '../command.js';
import { type ReadValue, renderRetryAfter, retryAfterSentence, retryAfterTable } from '../render/retry-after-view.js';
import { csvTable, markdownTable } from '../render/table.js';

export interface RetryAfterQuestion {
  readonly nowMs: number;
  /** Null: 429. */
  readonly status: number | null;
  /** Which of the two readings the answer at the top level is. */
  readonly strict: boolean;
}

const REFUSED = 429;

/** The answer for one value. With `strict` the figures at the top level are those of the strict reading. */
export function retryAfterAnswer(value: string, { nowMs, status, strict }: RetryAfterQuestion): Answer {
  const answered = status ?? REFUSED;
  const read = (isStrict: boolean): RetryAfter => parseRetryAfter(value, { nowMs, strict: isStrict });
  const response = { status: answered, headers: { 'retry-after': value } };
  const decoded = decode(response, { nowMs, strict });
  const shown: ReadValue = {
    value,
    status: answered,
    nowMs,
    strict: read(true),
    lenient: read(false),
    engine: decisionOn(answered, decode(response, { nowMs })),
  };
  const rows = retryAfterTable(shown);
  return {
    json: { ...decoded, status: answered, strict: shown.strict, lenient: shown.lenient, engine: shown.engine },
    sentence: retryAfterSentence(shown),
    explained: [],
    warnings: [],
    text: (view) => renderRetryAfter(shown, view),
    csv: () => csvTable(rows.columns, rows.rows),
    markdown: () => markdownTable(rows.columns, rows.rows),
  };
}

/** By the default policy; a call whose repetition is safe. */
function decisionOn(status: number, { verdict, verdictFrom, hintMs, overload }: Decoded): FirstDecision {
  const rules = compile(parsePolicy({}));
  const outcome = classify(
    rules,
    status,
    verdictFrom === 'status' ? null : verdict,
    overload ? Trait.OVERLOAD : Trait.NONE,
  );
  return firstDecision(rules, outcome, hintMs);
}
