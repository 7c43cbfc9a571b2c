// Jira and Confluence in the cloud. Points per hour stand in Beta-Ratelimit, in the form of the IETF's drafts; bursts
// per second and endpoint in X-RateLimit-*, which speak of the points, too, when those refused. The reset is a date
// without seconds, so that the time in Beta-Ratelimit and Retry-After are the better answers.

import { isoMinute } from '../encodings/instants.js';
import type { LimitReading } from '../limits/limit-reading.js';
import { readLimit } from '../limits/read-limit.js';
import type { ResponseView } from '../response/response-view.js';
import type { Dialect } from './dialect.js';
import { readIetfLimits } from './ietf.js';
import { threeFields } from './three-fields.js';

const SECOND_MS = 1000;
const HOUR_MS = 3_600_000;
const POINTS = 'points';
const REASONS = ['ratelimit-reason', 'x-beta-ratelimit-reason'] as const;

const BURST = threeFields('x-ratelimit', isoMinute, SECOND_MS, { algorithm: 'bucket', means: 'next' });
const QUOTA = threeFields('x-ratelimit', isoMinute, HOUR_MS, { name: 'pointsPerHour', unit: POINTS });

function readLimits(view: ResponseView): LimitReading[] {
  const readings = readIetfLimits(view).map((reading) => ({ ...reading, unit: POINTS }));
  // Only a refusal names its reason in this field; the other is sent as a forecast.
  const isOfQuota = view.text(REASONS[0])?.includes('-quota-') === true;
  const reading = readLimit(isOfQuota ? QUOTA : BURST, jira, view, 'certain');
  return reading === null ? readings : [...readings, reading];
}

export const jira: Dialect = {
  id: 'jira',
  title: 'Jira Cloud',
  evidence: 'captured',
  source: 'developer.atlassian.com, "Rate limiting"; community.developer.atlassian.com topic 97828; JRACLOUD-69262',
  aliases: ['confluence', 'atlassian'],
  marks: [
    { weight: 'own', field: { name: 'beta-ratelimit' } },
    { weight: 'own', field: { name: 'beta-ratelimit-policy' } },
    { weight: 'own', field: { name: 'x-beta-ratelimit-*' } },
    { weight: 'own', field: { name: 'ratelimit-reason', has: 'jira-' } },
    { weight: 'own', field: { name: 'ratelimit-reason', has: 'confluence-' } },
    { weight: 'shared', field: { name: 'x-ratelimit-nearlimit' } },
  ],
  readLimits,
  refusedBy: [{ field: REASONS[0] }, { field: REASONS[1] }],
  bucket: { account: 'app', by: 'endpoint' },
};
