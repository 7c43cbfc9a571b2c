import { formatInstant } from '../text/format-instant.js';
import { formatWait } from '../text/format-time.js';
import { limitLabel } from '../text/limit-label.js';
import type { Decoded } from './decoded.js';

/** What to do about a response, in one sentence. */
export function headersAnswer(decoded: Decoded): string {
  const { verdict, hintMs, retryAt, source, refusedBy } = decoded;
  const isWait = hintMs !== null && hintMs > 0 && retryAt !== null;
  const wait = isWait ? formatWait(hintMs) : '';
  const at = isWait ? formatInstant(retryAt) : '';
  const refuser = refusedBy === null ? '' : `; ${limitLabel(refusedBy)} refused`;
  switch (verdict) {
    case 'ok':
      return isWait
        ? `Go on, but let the next request wait ${wait}, until ${at} (${source}).`
        : 'Go on: the response asks for no wait.';
    case 'retry':
      return `Try again in ${wait}, at ${at} (${source})${refuser}.`;
    case 'backoff':
      return hintMs === 0
        ? `Try again after a backoff of your own: ${source} says "now", which beside a failure says nothing${refuser}.`
        : `Try again after a backoff of your own: the response names no usable time${refuser}.`;
    case 'never':
      return isWait
        ? `Do not send it again before ${at}, in ${wait} (${source})${refuser}.`
        : `Do not send it again: waiting does not help${refuser}.`;
    case 'rejected':
      return 'Do not repeat it as it is: the request itself was rejected.';
  }
}
