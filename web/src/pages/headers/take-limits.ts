// The limits that a response reports, as texts of the form, so that a plan can be made with them.

import { LOAD_FIELDS, type LoadField } from '../../../../src/core/capacity/load-fields.js';
import { digitsOf } from '../../../../src/core/grammar/digits.js';
import type { ReportedLimit } from '../../../../src/core/headers/reported-limits.js';
import { writeDuration } from '../../../../src/core/policy/written.js';

export interface TakenLimits {
  /** Texts by key. Limits that the response does not report are emptied, since they would be somebody else's. */
  readonly texts: Readonly<Record<string, string>>;
  /** Keys of costs that the plan will ask for, such as `tokens`: nobody but the reader knows them. */
  readonly asks: readonly string[];
}

/** Null when there is no limit that a plan can use. `costText` is what the form says of a cost. */
export function takeLimits(limits: readonly ReportedLimit[], costText: (key: string) => string): TakenLimits | null {
  if (limits.length === 0) return null;
  const texts: Record<string, string> = Object.fromEntries(LIMIT_KEYS.map((key) => [key, '']));
  const own: string[] = [];
  const asks: string[] = [];
  for (const { name, amount, windowMs } of limits) {
    const shorthand = LOAD_FIELDS.find(({ limit }) => limit?.name === name && limit.windowMs === windowMs);
    const cost = costKeyOf(name);
    const given = cost === null ? '' : costText(cost).trim();
    if (cost !== null && given === '') asks.push(cost);
    if (typeof shorthand?.flag === 'string') texts[shorthand.flag] = digitsOf(amount);
    else own.push(`${name}=${digitsOf(amount)}/${writeDuration(windowMs)}${given === '' ? '' : `@${given}`}`);
  }
  texts.limit = own.join('\n');
  return { texts, asks: [...new Set(asks)] };
}

const LIMIT_KEYS = LOAD_FIELDS.flatMap(({ flag, kind }) =>
  flag !== null && (kind === 'limit' || kind === 'limits') ? [flag] : [],
);

/** The key of what one attempt takes of a limit; null for limits of requests. */
function costKeyOf(name: string): string | null {
  return LOAD_FIELDS.find((field: LoadField) => field.costOf?.includes(name))?.flag ?? null;
}
