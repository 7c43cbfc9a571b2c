import type { Decoded } from '../../../../src/core/headers/decoded.js';
import { formatInstant } from '../../../../src/core/text/format-instant.js';
import { formatWait } from '../../../../src/core/text/format-time.js';
import { limitLabel } from '../../../../src/core/text/limit-label.js';
import type { Tile } from '../../ui/tiles.js';
import { localTime, timeLeft } from './time-left.js';

/** The figures of a response: what is left of the wait, until when, and who said so. */
export function headerTiles(decoded: Decoded, nowMs: number): Tile[] {
  const { hintMs, retryAt, verdict, refusedBy, scope, dialect } = decoded;
  const waits = hintMs !== null && hintMs > 0 && retryAt !== null;
  // In whole seconds, and never too early.
  const againAt = Math.ceil((retryAt ?? 0) / 1000) * 1000;
  return [
    { label: 'verdict', value: verdict, note: VERDICTS[verdict] },
    {
      label: 'time left',
      value: waits ? timeLeft(Math.min(hintMs, retryAt - nowMs)) : '–',
      note: waits ? `of ${wholeWait(hintMs)}` : hintMs === 0 ? 'the server says “now”' : 'no wait is named',
    },
    {
      label: 'again at',
      value: waits ? localTime(againAt, nowMs) : '–',
      note: waits ? `your time; ${formatInstant(againAt)}` : '',
    },
    {
      label: 'refused by',
      value: refusedBy === null ? '–' : limitLabel(refusedBy),
      note: verdict === 'ok' ? 'nothing was refused' : refusedBy === null ? 'not told' : SCOPES[scope],
    },
    { label: 'sender', value: dialect.id, note: dialect.confidence },
  ];
}

/** Told as what is left of it is, but where that leaves out fractions. */
function wholeWait(ms: number): string {
  return ms < 119_500 ? formatWait(ms) : timeLeft(ms);
}

const VERDICTS: Readonly<Record<Decoded['verdict'], string>> = {
  ok: 'it was served',
  retry: 'again, after the wait',
  backoff: 'again, after your own backoff',
  never: 'do not send it again',
  rejected: 'not as it is',
};

const SCOPES: Readonly<Record<Decoded['scope'], string>> = {
  bucket: 'for whoever shares it',
  account: 'for every call of the account',
};
