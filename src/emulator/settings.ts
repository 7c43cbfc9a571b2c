// The options of an emulator with everything filled in and looked up.

import { InputError } from '../core/errors.js';
import { type Condition, type RuleBook, ruleBookOf, scaled } from '../core/rulebooks/index.js';
import { nearest } from '../core/text/nearest.js';
import { type EmulatorClock, systemClock } from './clock.js';
import type { Acceleration, ConditionSwitch, EmulatorOptions, EmulatorScript } from './options.js';
import { guarded } from './own-rules.js';
import { readScript } from './read-options.js';

export interface Settings {
  readonly book: RuleBook;
  readonly clock: EmulatorClock;
  readonly script: EmulatorScript;
  readonly conditions: readonly SwitchedCondition[];
  readonly acceleration: { readonly limit: Acceleration; readonly condition: Condition } | null;
}

export interface SwitchedCondition {
  readonly condition: Condition;
  readonly settings: ConditionSwitch;
}

/** Throws `PolicyError` or {@link InputError} for options that cannot be used. */
export function settingsOf({ rules, clock = systemClock, ...given }: EmulatorOptions): Settings {
  const script = readScript(given);
  const { limits, amountFactor, windowFactor } = script;
  const book = scaled(typeof rules === 'string' ? ruleBookOf(rules, 'rules') : guarded(rules), {
    limits,
    amountFactor,
    windowFactor,
  });
  const conditions = (script.conditions ?? []).map((settings, index) => {
    const condition = conditionOf(book, settings.condition, `conditions[${index}].condition`);
    return { condition, settings };
  });
  const acceleration =
    script.acceleration === undefined
      ? null
      : { limit: script.acceleration, condition: conditionOf(book, 'acceleration', 'acceleration') };
  return { book, clock, script, conditions, acceleration };
}

/** By its id, or the first of a kind. Throws {@link InputError} that names those there are. */
export function conditionOf({ conditions, title }: RuleBook, wanted: string, field: string): Condition {
  const found = conditions.find(({ id }) => id === wanted) ?? conditions.find(({ kind }) => kind === wanted);
  if (found !== undefined) return found;
  const known = [...new Set([...conditions.map(({ id }) => id), ...conditions.map(({ kind }) => kind)])];
  const close = nearest(wanted, known);
  const allowed = `a condition of ${title}: ${known.join(', ')}`;
  throw new InputError({
    field,
    value: wanted,
    allowed,
    ...(close === null ? {} : { hint: `did you mean ${close}?` }),
  });
}
