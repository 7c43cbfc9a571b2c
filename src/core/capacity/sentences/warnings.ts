import { limitLabel } from '../../text/limit-label.js';
import { joinAnd, type Sayings } from '../../text/say.js';
import { LOAD_FIELDS } from '../load-fields.js';
import { neverFits } from '../never-fits.js';
import type { PlanContext } from './context.js';

/** What cannot be, and what was given but changes nothing. */
export const WARNINGS = {
  'warning-never-fits': ({ load }) => {
    const never = neverFits(load.limits);
    if (never === null) return null;
    return `${never}. Make each attempt smaller, or give the burst that the server allows. The figures here are what the rate alone would allow.`;
  },
  'warning-cost-unused': ({ load }) => {
    const used = new Set(load.limits.map(({ name }) => name));
    const unused = Object.keys(load.costs).filter((name) => !namesakes(name).some((other) => used.has(other)));
    if (unused.length === 0) return null;
    const names = joinAnd([...new Set(unused.map((name) => limitLabel(namesakes(name)[0] as string)))]);
    return `A cost was given for ${names}, but no limit counts that, so it has no effect.`;
  },
} satisfies Sayings<PlanContext>;

/** One cost flag serves several limits; it is used when any of them is there. */
function namesakes(name: string): readonly string[] {
  return LOAD_FIELDS.find((field) => field.costOf?.includes(name))?.costOf ?? [name];
}
