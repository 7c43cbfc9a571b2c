import { say } from '../../text/say.js';
import type { Sentence } from '../../text/sentence.js';
import type { PlanContext } from './context.js';
import { COST } from './cost.js';
import { FLOW } from './flow.js';
import { LIMITS } from './limits.js';
import { RESILIENCE } from './resilience.js';
import { WARNINGS } from './warnings.js';

const SAYINGS = { ...COST, ...LIMITS, ...FLOW, ...RESILIENCE, ...WARNINGS };

export type PlanSentenceId = keyof typeof SAYINGS;

/** Every id a plan's sentence can have, in the order they are told. Stable: texts may change, ids do not. */
export const PLAN_SENTENCE_IDS = Object.keys(SAYINGS) as readonly PlanSentenceId[];

/** What the plan says in words. */
export function planSentences(context: PlanContext): Sentence[] {
  return say(SAYINGS, context);
}
