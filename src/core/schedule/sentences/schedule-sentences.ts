import { say } from '../../text/say.js';
import type { Sentence } from '../../text/sentence.js';
import type { ScheduleContext } from './context.js';
import { DEADLINE } from './deadline.js';
import { WAITS } from './waits.js';
import { WARNINGS } from './warnings.js';

const SAYINGS = { ...WAITS, ...DEADLINE, ...WARNINGS };

export type ScheduleSentenceId = keyof typeof SAYINGS;

/** Every id a schedule's sentence can have, in the order they are told. Stable: texts may change, ids do not. */
export const SCHEDULE_SENTENCE_IDS = Object.keys(SAYINGS) as readonly ScheduleSentenceId[];

/** What the schedule says in words. */
export function scheduleSentences(context: ScheduleContext): Sentence[] {
  return say(SAYINGS, context);
}
