// Providers as data. Most people want `ruleBookOf(id)`, with `scaled` for other figures.

import { InputError } from '../errors.js';
import { nearest } from '../text/nearest.js';
import { RULE_BOOKS } from './books/all.js';
import type { RuleBook } from './rule-book.js';

export {
  type Answer,
  conditionAnswer,
  type HeaderPair,
  refusalAnswer,
  refusalStatus,
  servedHeaders,
} from './answer.js';
export { RULE_BOOKS } from './books/all.js';
export { CUSTOM_FIELDS, CUSTOM_HINTS, type CustomLimit, type CustomRules, customRuleBook } from './custom.js';
export { type Demand, demandOf, NO_USAGE, type Usage } from './demand.js';
export { type Admission, type Counter, Enforcer } from './enforcer.js';
export { Rotation } from './rotation.js';
export type { Condition, ConditionKind, LimitRule, RuleBook } from './rule-book.js';
export { type LimitFigures, limitNames, type Scaling, scaled } from './scale.js';
export type { LimitStanding, Refused, Standing } from './standing.js';

/** The rule book with this id. Throws {@link InputError} naming the nearest one. */
export function ruleBookOf(id: string, field = 'provider'): RuleBook {
  const book = RULE_BOOKS.find((known) => known.id === id);
  if (book !== undefined) return book;
  const ids = RULE_BOOKS.map((known) => known.id);
  const close = nearest(String(id), ids);
  const issue = { field, value: id, allowed: `one of ${ids.join(', ')}` };
  throw new InputError(close === null ? issue : { ...issue, hint: `did you mean ${close}?` });
}
