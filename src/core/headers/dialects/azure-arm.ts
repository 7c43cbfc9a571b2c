// Azure's resource manager: what is left of a dozen token buckets, each in a field named after it, and of the policies
// of a resource provider in one list. Who comes back early is told a new and later time.

import { quoteValue } from '../header-warning.js';
import { parseAmount, readCount } from '../limits/amount.js';
import type { LimitReading } from '../limits/limit-reading.js';
import { settleRemaining } from '../limits/read-limit.js';
import { safeName } from '../limits/safe-name.js';
import { toldLimit } from '../limits/told-limit.js';
import { uniqueName } from '../limits/window-name.js';
import type { ResponseView } from '../response/response-view.js';
import type { Dialect } from './dialect.js';

const PREFIX = 'x-ms-ratelimit-remaining-';
const OF_RESOURCE = `${PREFIX}resource`;
const MOST_LIMITS = 20;
const LONGEST_VALUE = 4000;
const MINUTE_MS = 60_000;

function readLimits(view: ResponseView): LimitReading[] {
  const readings: LimitReading[] = [];
  for (const field of view.layout.names) {
    if (readings.length >= MOST_LIMITS) break;
    if (field === OF_RESOURCE) readings.push(...readPolicies(view, readings));
    else if (field.startsWith(PREFIX)) {
      const remaining = settleRemaining(readCount(view, [field]), null, false, field, view);
      if (remaining === null) continue;
      const name = camelCase(field.slice(PREFIX.length));
      readings.push(toldLimit(name, { remaining, algorithm: 'bucket' }));
    }
  }
  return readings;
}

/** `Microsoft.Compute/HighCostGet3Min;159,Microsoft.Compute/HighCostGet30Min;1087`: the window stands in the name. */
function readPolicies(view: ResponseView, taken: readonly LimitReading[]): LimitReading[] {
  const text = view.text(OF_RESOURCE) ?? '';
  const readings: LimitReading[] = [];
  for (const member of text.slice(0, LONGEST_VALUE).split(',', MOST_LIMITS)) {
    const [policy = '', count = ''] = member.split(';', 2);
    const remaining = parseAmount(count.trim());
    if (!(remaining >= 0)) {
      view.warn('unusable-limit', `${OF_RESOURCE}: ${quoteValue(member)} has no amount; left out`);
      continue;
    }
    const minutes = Number(/(\d{1,4})Min$/.exec(policy.trim())?.[1] ?? 0);
    const name = uniqueName(safeName(policy.trim()), [...taken, ...readings]);
    const windowMs = minutes > 0 ? minutes * MINUTE_MS : null;
    readings.push(toldLimit(name, { remaining: Math.floor(remaining), windowMs, algorithm: 'bucket' }));
  }
  return readings;
}

function camelCase(words: string): string {
  return safeName(words).replace(/-([a-z])/g, (_, letter: string) => letter.toUpperCase());
}

export const azureArm: Dialect = {
  id: 'azure-arm',
  title: 'Azure Resource Manager',
  evidence: 'documented',
  source: 'learn.microsoft.com, "Understand how Azure Resource Manager throttles requests" and on Azure Compute',
  aliases: ['azure-resource-manager'],
  marks: [
    { weight: 'own', field: { name: 'x-ms-ratelimit-remaining-*' } },
    { weight: 'own', field: { name: 'x-ms-routing-request-id' } },
  ],
  readLimits,
  bucket: { account: 'subscription', by: 'resource' },
};
