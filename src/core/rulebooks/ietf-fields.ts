// RateLimit and RateLimit-Policy as draft 11 of the IETF has them (draft-ietf-httpapi-ratelimit-headers), for whoever
// sends them.

import type { FieldRow } from './field-row.js';
import type { LimitStanding } from './standing.js';

export const ietfFields: readonly FieldRow[] = [
  {
    field: 'RateLimit-Policy',
    says: {
      tell: ({ limits }) => list(limits, policy),
      about: 'every limit by name, with its amount and window in seconds',
    },
  },
  {
    field: 'RateLimit',
    says: {
      tell: ({ limits }) => list(limits, state),
      about: 'what is left of every limit, and the seconds until there is more',
    },
  },
];

function list(limits: readonly LimitStanding[], write: (limit: LimitStanding) => string): string | null {
  return limits.length === 0 ? null : limits.map(write).join(', ');
}

function policy({ name, limit, windowMs }: LimitStanding): string {
  const amount = `${text(name)};q=${Math.floor(limit)}`;
  return windowMs === null ? `${amount};qu="concurrent-requests"` : `${amount};w=${Math.ceil(windowMs / 1000)}`;
}

/** Without `t` where nothing is used: there will not be more than now. */
function state({ name, remaining, nextMs }: LimitStanding): string {
  const left = `${text(name)};r=${Math.max(0, Math.floor(remaining))}`;
  return nextMs === 0 ? left : `${left};t=${Math.ceil(nextMs / 1000)}`;
}

/** A String of RFC 9651 §4.1.6. The names of limits are printable ASCII. */
function text(name: string): string {
  // Looked for first, since to replace what is not there takes three times as long.
  return `"${/["\\]/.test(name) ? name.replace(/["\\]/g, '\\$&') : name}"`;
}
