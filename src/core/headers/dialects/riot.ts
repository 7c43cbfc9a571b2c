// Riot Games: several windows in one field, `10:10,100:120` for 10 in 10 s and 100 in 120 s, and what was used of each
// in another. A 429 names the kind of limit; "service" is Riot's own trouble.

import { quoteValue } from '../header-warning.js';
import type { LimitReading } from '../limits/limit-reading.js';
import { toldLimit } from '../limits/told-limit.js';
import { uniqueName, windowName } from '../limits/window-name.js';
import type { ResponseView } from '../response/response-view.js';
import type { Dialect } from './dialect.js';

const KINDS = [
  ['x-app-rate-limit', 'appRequests'],
  ['x-method-rate-limit', 'methodRequests'],
] as const;
const MEMBER = /^ *(\d{1,12}):(\d{1,9}) *$/;
const MOST_WINDOWS = 20;

function readLimits(view: ResponseView): LimitReading[] {
  const readings: LimitReading[] = [];
  for (const [field, counted] of KINDS) {
    const used = new Map(readPairs(`${field}-count`, view).map(({ amount, seconds }) => [seconds, amount]));
    for (const { amount, seconds } of readPairs(field, view)) {
      const count = used.get(seconds);
      const windowMs = seconds * 1000;
      const told = {
        limit: amount,
        remaining: count === undefined ? null : Math.max(0, amount - count),
        windowMs,
        algorithm: 'window',
      } as const;
      readings.push(toldLimit(uniqueName(windowName(counted, windowMs), readings), told));
    }
  }
  return readings;
}

/** Empty when any member is written otherwise, since half a list would say something else. */
function readPairs(field: string, view: ResponseView): { amount: number; seconds: number }[] {
  const text = view.text(field);
  if (text === null) return [];
  const pairs: { amount: number; seconds: number }[] = [];
  for (const member of text.split(',', MOST_WINDOWS)) {
    const match = MEMBER.exec(member);
    const seconds = Number(match?.[2] ?? 0);
    if (match === null || seconds === 0) {
      view.warn('unusable-limit', `${field}: ${quoteValue(text)} is no list of amount:seconds; left out`);
      return [];
    }
    pairs.push({ amount: Number(match[1]), seconds });
  }
  return pairs;
}

export const riot: Dialect = {
  id: 'riot',
  title: 'Riot Games',
  evidence: 'documented',
  source: 'developer.riotgames.com, "Rate limiting"; fightmegg/riot-rate-limiter #250 and wiki',
  aliases: ['riot-games'],
  marks: [
    { weight: 'own', field: { name: 'x-app-rate-limit' } },
    { weight: 'own', field: { name: 'x-method-rate-limit' } },
    { weight: 'shared', field: { name: 'x-rate-limit-type', is: ['application', 'method', 'service'] } },
  ],
  readLimits,
  signals: [
    {
      when: { status: [429], field: { name: 'x-rate-limit-type', is: ['service'] } },
      verdict: 'retry',
      meaning: 'the service behind the API is overloaded, which has nothing to do with your limits',
      overload: true,
    },
    {
      when: { status: [429], field: { name: 'x-rate-limit-type', is: ['application'] } },
      verdict: 'retry',
      meaning: "the app's limit for all methods refused the request",
      scope: 'account',
      refusedBy: 'application',
    },
  ],
  refusedBy: [{ field: 'x-rate-limit-type' }],
  bucket: { account: 'key', by: 'method' },
};
