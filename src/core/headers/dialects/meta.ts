// Meta's Graph API: JSON in headers, in percent of an allowance that is not told, with the wait in minutes. A refusal is
// a 400 or 403 with a code.

import { isObject, parseJson, property, regainAccessMs } from '../encodings/json-values.js';
import { quoteValue } from '../header-warning.js';
import type { LimitReading } from '../limits/limit-reading.js';
import { safeName } from '../limits/safe-name.js';
import { toldLimit } from '../limits/told-limit.js';
import { uniqueName } from '../limits/window-name.js';
import type { ResponseView } from '../response/response-view.js';
import type { Dialect } from './dialect.js';

const HOUR_MS = 3_600_000;
const MOST_LIMITS = 20;
const APP = 'x-app-usage';
const BUSINESS = 'x-business-use-case-usage';
const AD_ACCOUNT = 'x-ad-account-usage';

function readLimits(view: ResponseView): LimitReading[] {
  const readings: LimitReading[] = [];
  const app = readJson(APP, view);
  if (app !== null) readings.push(usageOf('app', app, APP));
  const business = readJson(BUSINESS, view) ?? {};
  for (const list of Object.values(business).slice(0, MOST_LIMITS)) {
    for (const entry of Array.isArray(list) ? list.slice(0, MOST_LIMITS) : []) {
      if (readings.length >= MOST_LIMITS || !isObject(entry)) break;
      const type = property(entry, 'type');
      const name = typeof type === 'string' ? safeName(type) : 'business';
      readings.push(usageOf(uniqueName(name, readings), entry, BUSINESS));
    }
  }
  const account = readJson(AD_ACCOUNT, view);
  if (account !== null) readings.push(adAccountOf(account));
  return readings;
}

type Usage = Readonly<Record<string, unknown>>;

function readJson(field: string, view: ResponseView): Usage | null {
  const text = view.text(field);
  if (text === null) return null;
  const value = parseJson(text);
  if (isObject(value)) return value;
  view.warn('malformed', `${field} is ignored: ${quoteValue(text)} is no JSON that can be read`);
  return null;
}

/** The largest percentage binds. A time to regain access says that it is lost, whatever the percentages are. */
function usageOf(name: string, usage: Usage, field: string): LimitReading {
  const used = Math.max(
    ...['call_count', 'total_cputime', 'total_time'].map((key) => amountOf(property(usage, key)) ?? 0),
  );
  const ms = regainAccessMs(usage);
  const resetMs = ms > 0 ? ms : null;
  return percentOf(name, resetMs === null ? used : 100, resetMs, field);
}

function adAccountOf(usage: Usage): LimitReading {
  const seconds = amountOf(property(usage, 'reset_time_duration')) ?? 0;
  const used = amountOf(property(usage, 'acc_id_util_pct')) ?? 0;
  return percentOf('adAccount', used, seconds > 0 ? Math.ceil(seconds * 1000) : null, AD_ACCOUNT);
}

function percentOf(name: string, used: number, resetMs: number | null, field: string): LimitReading {
  const remaining = Math.max(0, Math.floor(100 - used));
  const told = { limit: 100, remaining, resetMs, resetMeans: 'next', windowMs: HOUR_MS } as const;
  const reading = toldLimit(name, told, 'percent of an allowance');
  return resetMs === null ? reading : { ...reading, resetField: field };
}

function amountOf(value: unknown): number | null {
  return typeof value === 'number' && value >= 0 && value <= 1e9 ? value : null;
}

const REFUSED = [400, 403, 429];
/** 17 is a user's limit, 32 a page's, 613 an ad account's; those from 80000 on are of business use cases. */
const LIMIT_CODES: readonly number[] = [17, 32, 613, ...Array.from({ length: 15 }, (_, index) => 80_000 + index)];

export const meta: Dialect = {
  id: 'meta',
  title: 'Meta',
  evidence: 'documented',
  source: 'developers.facebook.com/docs/graph-api/overview/rate-limiting',
  aliases: ['facebook', 'instagram'],
  marks: [
    { weight: 'own', field: { name: APP } },
    { weight: 'own', field: { name: BUSINESS } },
    { weight: 'own', field: { name: AD_ACCOUNT } },
    { weight: 'own', field: { name: 'x-fb-trace-id' } },
    { weight: 'own', body: { at: 'error.fbtrace_id' } },
  ],
  readLimits,
  signals: [
    {
      when: { status: REFUSED, body: { at: 'error.code', is: [4] } },
      verdict: 'retry',
      meaning: "the app's limit refused the request",
      scope: 'account',
      refusedBy: 'app',
    },
    {
      when: { status: REFUSED, body: { at: 'error.code', is: LIMIT_CODES } },
      verdict: 'retry',
      meaning: 'a rate limit refused the request',
    },
  ],
  bucket: { account: 'app', by: 'resource' },
};
