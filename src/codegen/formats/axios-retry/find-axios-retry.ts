// The axiosRetry(…) calls of a file.

import { InputError } from '../../../core/errors.js';
import { isCode } from '../code.js';
import { toNanosecond } from '../durations.js';
import { Fields } from '../fields.js';
import type { Found, Reading } from '../format.js';
import { wholeOrEndless } from '../javascript/endless.js';
import { findOptions } from '../javascript/find-options.js';
import { skipJavaScript } from '../javascript/skip.js';
import { withoutTexts } from '../split-arguments.js';
import type { AxiosRetrySettings } from './settings.js';

const DEFAULT_RETRIES = 3;
const DEFAULT_FACTOR_MS = 100;
const KEYS = ['retries', 'retryDelay', 'retryCondition', 'shouldResetTimeout'];
const SHAPE = {
  calls: 'axiosRetry(?:\\.default)?',
  at: () => 1,
  keys: KEYS,
  allowed: 'axiosRetry(axios, { retries, retryDelay, … }), or those options by themselves',
};

export function findAxiosRetry(source: unknown): Found<AxiosRetrySettings>[] {
  return findOptions(source, SHAPE).map(({ name, options }) => ({ name, read: () => read(options()) }));
}

function read(options: Record<string, unknown>): Reading<AxiosRetrySettings> {
  const fields = new Fields(options, '');
  const settings: AxiosRetrySettings = {
    retries: wholeOrEndless(fields, 'retries') ?? DEFAULT_RETRIES,
    ...readDelay(fields),
    condition: readCondition(fields),
    resetsTimeout: fields.boolean(['shouldResetTimeout']) ?? false,
  };
  const aside = ['onRetry', 'onMaxRetryTimesExceeded', 'validateResponse'];
  return { settings, passedOver: fields.rest(aside) };
}

const CONDITIONS: Readonly<Record<string, AxiosRetrySettings['condition']>> = {
  isNetworkError: 'network',
  isRetryableError: 'retryable',
  isNetworkOrIdempotentRequestError: 'network-or-idempotent',
  isIdempotentRequestError: 'idempotent',
  isSafeRequestError: 'safe',
};

function readCondition(fields: Fields): AxiosRetrySettings['condition'] {
  const given = fields.value('retryCondition');
  if (given === undefined) return 'network-or-idempotent';
  const name = isCode(given) ? /^(?:[\w$]{1,60}\.)?(\w{1,60})$/.exec(given.code)?.[1] : undefined;
  return name !== undefined && Object.hasOwn(CONDITIONS, name) ? (CONDITIONS[name] as 'network') : 'code';
}

const NUMBER = '\\d[\\d_]*(?:\\.\\d+)?';
const PREFIX = '(?:[\\w$]{1,60}\\.)?';
const NAME = '[\\w$]{1,60}';
/** How each delay is written, without spaces; the named group is its factor. */
const FORMS: readonly (readonly [delay: AxiosRetrySettings['delay'], readsHint: boolean, form: RegExp])[] = [
  ['none', true, /^(?:[\w$]{1,60}\.)?noDelay$/],
  ['exponential', true, new RegExp(`^${PREFIX}exponentialDelay$`)],
  ['exponential', true, new RegExp(`=>${PREFIX}exponentialDelay\\(${NAME},${NAME}(?:,(?<factor>${NUMBER}))?\\)$`)],
  ['linear', true, new RegExp(`^${PREFIX}linearDelay\\((?<factor>${NUMBER})?\\)$`)],
  ['linear', false, new RegExp(`^\\(?(?<count>${NAME})(?:,${NAME})?\\)?=>\\(?\\k<count>\\*(?<factor>${NUMBER})\\)?$`)],
  ['constant', false, new RegExp(`^\\(?(?:${NAME})?(?:,${NAME})?\\)?=>(?<factor>${NUMBER})$`)],
];
const LONGEST = 1000;

function readDelay(fields: Fields): Pick<AxiosRetrySettings, 'delay' | 'factorMs' | 'readsHint'> {
  const given = fields.value('retryDelay');
  if (given === undefined) return { delay: 'none', factorMs: 0, readsHint: true };
  const code = isCode(given) && given.code.length <= LONGEST ? withoutTexts(given.code, skipJavaScript) : '';
  // What a function returns after it has logged something.
  const arrow = code
    .replace(/=>\s{0,20}\{[^{}]{0,1000}\breturn\s{1,20}([^;{}]{1,200});?\s{0,20}\}$/, '=>$1')
    .replace(/\s+/g, '');
  for (const [delay, readsHint, form] of FORMS) {
    const found = form.exec(arrow);
    if (found === null) continue;
    const factorMs = Number(found.groups?.factor?.replaceAll('_', '') ?? DEFAULT_FACTOR_MS);
    return { delay, factorMs: delay === 'none' ? 0 : toNanosecond(factorMs), readsHint };
  }
  const allowed =
    'axiosRetry.exponentialDelay, axiosRetry.linearDelay(100), retryCount => retryCount * 100 or () => 100';
  throw new InputError({ field: 'retryDelay', value: isCode(given) ? given.code : given, allowed });
}
