// Salesforce: what was used of the calls of the last 24 hours, and never a time. A refusal is a 403.

import { readUsedOfSize } from '../encodings/usage.js';
import { quoteValue } from '../header-warning.js';
import type { LimitReading } from '../limits/limit-reading.js';
import { safeName } from '../limits/safe-name.js';
import { toldLimit } from '../limits/told-limit.js';
import { uniqueName } from '../limits/window-name.js';
import type { ResponseView } from '../response/response-view.js';
import type { Dialect } from './dialect.js';

const FIELD = 'sforce-limit-info';
const DAY_MS = 86_400_000;
const LONGEST_VALUE = 2000;

/** The kinds that are documented; others keep the name that the server gives them. */
const KINDS: ReadonlyMap<string, { readonly name: string; readonly windowMs: number }> = new Map([
  ['api-usage', { name: 'requestsPerDay', windowMs: DAY_MS }],
  ['per-app-api-usage', { name: 'appRequestsPerDay', windowMs: DAY_MS }],
]);

/** `api-usage=10018/100000; per-app-api-usage=17/250(appName=sample)` */
function readLimits(view: ResponseView): LimitReading[] {
  const text = view.text(FIELD);
  if (text === null) return [];
  const readings: LimitReading[] = [];
  for (const member of text.slice(0, LONGEST_VALUE).split(/[;,]/, 20)) {
    const [key = '', rest] = member.split('=', 2);
    const usage = rest === undefined ? null : readUsedOfSize(rest.split('(', 1)[0] ?? '');
    if (usage === null) continue;
    const kind = KINDS.get(key.trim());
    const name = uniqueName(kind?.name ?? safeName(key.trim()), readings);
    const remaining = Math.max(0, Math.floor(usage.size - usage.used));
    const told = { limit: Math.floor(usage.size), remaining, windowMs: kind?.windowMs ?? null };
    readings.push(toldLimit(name, told));
  }
  if (readings.length === 0) view.warn('unusable-limit', `${FIELD}: ${quoteValue(text)} names no usage; left out`);
  return readings;
}

export const salesforce: Dialect = {
  id: 'salesforce',
  title: 'Salesforce',
  evidence: 'documented',
  source: 'Salesforce REST API developer guide, "Limit info header" and "Status codes and error responses"',
  marks: [
    { weight: 'own', field: { name: FIELD } },
    { weight: 'own', body: { at: 'errorCode', is: ['REQUEST_LIMIT_EXCEEDED'] } },
  ],
  readLimits,
  signals: [
    {
      when: { status: [403, 429], body: { at: 'errorCode', is: ['REQUEST_LIMIT_EXCEEDED'] }, text: ['concurrent'] },
      verdict: 'retry',
      meaning: 'too many long requests of the organisation are under way at the same time',
      refusedBy: 'concurrency',
    },
    {
      when: { status: [403, 429], body: { at: 'errorCode', is: ['REQUEST_LIMIT_EXCEEDED'] } },
      verdict: 'never',
      meaning: "the organisation's calls of the last 24 hours are used up",
      scope: 'account',
      refusedBy: 'requestsPerDay',
    },
  ],
  bucket: { account: 'organisation', by: 'account' },
};
