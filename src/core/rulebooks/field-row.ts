// One header of a rule book, as data: when it is sent and what it says.

import type { Format } from './formats/format.js';
import type { LimitStanding, Standing } from './standing.js';

export interface FieldRow {
  /** As the provider spells it. */
  readonly field: string;
  /** On served answers, on refusals, or on both unless given. */
  readonly on?: 'served' | 'refused';
  /** What it says; the field is left out where there is nothing to say. */
  readonly says: Saying;
}

/** A figure of a limit that counts the request. */
export interface FigureSaying {
  /**
   * The limit's name; or several, whose amounts are added up and of whose times the longest counts; or `first` for
   * whichever limit comes first among those that count the request.
   */
  readonly of: string | readonly string[];
  readonly figure: Figure;
  readonly as: Format;
}

export type Figure = 'limit' | 'remaining' | 'used' | 'usedShare' | 'resetMs' | 'windowMs';

export type Saying =
  | FigureSaying
  /** The wait that the answer names. */
  | { readonly waitAs: Format }
  /** Always the same. */
  | { readonly text: string }
  /** Anything else, with a clause on what it is for the provider's page. */
  | { readonly tell: (standing: Standing) => string | null; readonly about: string };

export const FIRST = 'first';

/** The value of a field, or null when it is left out. */
export function writeField({ on, says }: FieldRow, standing: Standing): string | null {
  if (on !== undefined && (on === 'refused') !== (standing.refused !== null)) return null;
  if ('text' in says) return says.text;
  if ('tell' in says) return says.tell(standing);
  if ('waitAs' in says) return standing.waitMs === null ? null : says.waitAs.write(standing.waitMs, standing);
  const value = figureOf(says, standing.limits);
  return value === null ? null : says.as.write(value, standing);
}

/** By hand rather than by lists of lists: it runs a dozen times for every answer. */
function figureOf({ of, figure }: FigureSaying, limits: readonly LimitStanding[]): number | null {
  const isTime = figure === 'resetMs' || figure === 'windowMs';
  let found: number | null = null;
  for (const limit of limits) {
    const value = isMeant(of, limit.name) ? figureOfOne(limit, figure) : null;
    if (value !== null) found = found === null ? value : isTime ? Math.max(found, value) : found + value;
    if (of === FIRST) break;
  }
  return found;
}

function isMeant(of: string | readonly string[], name: string): boolean {
  return typeof of === 'string' ? of === FIRST || of === name : of.includes(name);
}

function figureOfOne(limit: LimitStanding, figure: Figure): number | null {
  switch (figure) {
    case 'used':
      return limit.limit - limit.remaining;
    case 'usedShare':
      return (limit.limit - limit.remaining) / limit.limit;
    default:
      return limit[figure];
  }
}
