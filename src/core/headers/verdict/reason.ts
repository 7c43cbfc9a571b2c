// The answer in words: what the status and the field that decided mean together, and which limit refused.

import type { Verdict } from '../../engine/outcome.js';
import { formatWait } from '../../text/format-time.js';
import { limitLabel } from '../../text/limit-label.js';
import type { Dialect, Signal } from '../dialects/dialect.js';
import type { ResponseView } from '../response/response-view.js';
import type { Hint } from './hint.js';
import { type Ruling, statusLeaning } from './verdict.js';

export interface Answer {
  readonly view: ResponseView;
  readonly dialect: Dialect;
  readonly signal: Signal | null;
  readonly ruling: Ruling;
  readonly verdict: Verdict;
  readonly hint: Hint | null;
  readonly isRefusal: boolean;
  readonly refusedBy: string | null;
}

export function reasonOf(answer: Answer): string {
  const { view, verdict, isRefusal } = answer;
  const assumed = view.isStatusKnown ? '' : 'No status was given, so this is read as a refusal. ';
  const wait = waitClause(answer);
  const first = `${assumed}${view.status}: ${happened(answer)}${wait === '' ? '' : `; ${wait}`}.`;
  return verdict === 'ok' || !isRefusal ? first : `${first} ${limitSentence(answer)}`;
}

function happened({ view: { status }, signal, ruling, verdict, hint }: Answer): string {
  if (ruling.from === 'dialect' && signal !== null) return signal.meaning;
  if (ruling.from === 'server' && ruling.leaning !== statusLeaning(status)) {
    if (verdict === 'never' || verdict === 'rejected') return `the server says not to try again (${ruling.field})`;
    return `the server says to try again (${ruling.field})`;
  }
  if (status < 300) return 'served';
  if (status < 400) return 'redirected';
  if (status === 429) return 'a rate limit refused the request';
  if (status === 503 || status === 529) {
    return hint !== null && hint.ms > 0
      ? 'the service expects to be unavailable'
      : 'the service is unavailable or overloaded';
  }
  if (status === 402) return 'payment is required: what was paid for is used up';
  if (status === 408) return 'the server did not receive the whole request in time';
  if (verdict === 'rejected') return 'the request was rejected; do not repeat it as it is';
  return 'the server failed, and the request may have been processed';
}

function waitClause({ view, dialect, verdict, hint }: Answer): string {
  if (verdict === 'rejected') return '';
  if (verdict === 'never')
    return hint === null
      ? 'do not send it again'
      : `do not send it again before ${formatWait(hint.ms)} have passed (${hint.source})`;
  if (hint === null) return verdict === 'backoff' ? 'it names no usable time: wait your own backoff' : '';
  if (hint.ms === 0) {
    return verdict === 'ok'
      ? ''
      : `${hint.source} says "now", which beside a failure says nothing: wait your own backoff`;
  }
  const wait = formatWait(hint.ms);
  if (hint.limit !== null) return limitClause(hint, hint.limit, wait, verdict);
  if (hint.means === 'documented')
    return `it names no usable time, and ${dialect.title} documents to wait at least ${wait}`;
  if (view.status >= 300 && view.status < 400) return `wait at least ${wait} before following it (${hint.source})`;
  if (view.status === 503 || view.status === 529) return `that may last ${wait} (${hint.source})`;
  if (hint.means === 'window') return `the limit is over in ${wait} (${hint.source})`;
  return `the next request may go in ${wait} (${hint.source})`;
}

function limitClause({ means, source }: Hint, name: string, wait: string, verdict: Verdict): string {
  const limit = limitLabel(name);
  const before = verdict === 'ok' ? `nothing is left of ${limit}, and ` : '';
  if (means === 'full') return `${before}${limit} is full again in ${wait} (${source}): one request may fit sooner`;
  if (means === 'window') return `${before}the window of ${limit} ends in ${wait} (${source})`;
  return `${before}${limit} allows more in ${wait} (${source})`;
}

function limitSentence({ refusedBy }: Answer): string {
  if (refusedBy !== null) return `The limit that refused is ${limitLabel(refusedBy)}.`;
  return 'Which limit refused is not told: the status alone does not say it.';
}
