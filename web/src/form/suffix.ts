import { parseCount } from '../../../src/core/grammar/count.js';
import { parseShare } from '../../../src/core/grammar/share.js';
import { formatNumber } from '../../../src/core/text/format-number.js';
import { formatShare } from '../../../src/core/text/format-share.js';

/**
 * What stands behind a text in its field: the unit that is understood, or what the text amounts to. Empty where the text
 * says it all, or cannot be read.
 */
export function suffixOf(key: string, text: string): string {
  const suffix = SUFFIXES[key];
  if (suffix !== undefined) return typeof suffix === 'string' ? suffix : suffix(text.trim());
  return DURATIONS.test(key) && isBare(text) ? 'ms' : '';
}

/** Keys whose values are durations. */
const DURATIONS = /^(base|cap|min|throttled-base|latency|deadline|retry-after-max)$|Ms$/;

const SUFFIXES: Readonly<Record<string, string | ((text: string) => string)>> = {
  multiplier: '×',
  attempts: (text) => {
    if (!/^\d+$/.test(text) || text === '0') return '';
    const retries = Number(text) - 1;
    return retries === 0 ? 'no retries' : `${formatNumber(retries)} ${retries === 1 ? 'retry' : 'retries'}`;
  },
  success: (text) => (/%/.test(text) ? '' : shareOf(text)),
  'retryBudget.share': (text) => (/%/.test(text) ? '' : shareOf(text)),
  'throttle.maxRejectShare': (text) => (/%/.test(text) ? '' : shareOf(text)),
  'retryBudget.floorPerSecond': '/s',
  rpm: '/min',
  tpm: '/min',
  itpm: '/min',
  otpm: '/min',
  ipm: '/min',
  rpd: '/day',
  tpd: '/day',
  tokens: (text) => unitOf(text, 'token'),
  'input-tokens': (text) => unitOf(text, 'token'),
  'output-tokens': (text) => unitOf(text, 'token'),
  images: (text) => unitOf(text, 'image'),
  backlog: (text) => unitOf(text, 'request'),
  'in-flight': (text) => unitOf(text, 'attempt'),
};

function isBare(text: string): boolean {
  return /^\s*[\d.]+\s*$/.test(text);
}

function shareOf(text: string): string {
  return read(() => formatShare(parseShare(text, '').value));
}

function unitOf(text: string, unit: string): string {
  return read(() => (parseCount(text, '') === 1 ? unit : `${unit}s`));
}

function read(tell: () => string): string {
  try {
    return tell();
  } catch {
    return '';
  }
}
