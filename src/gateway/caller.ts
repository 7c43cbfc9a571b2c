// What callers say of themselves: who they are, and how long they wait.

import { InputError } from '../core/errors.js';
import { parseDuration } from '../core/grammar/duration.js';
import { fieldOf, OUR_PREFIX } from './fields.js';

export interface Caller {
  /** Callers of different names get turns alike. */
  readonly name: string;
  /** How long the caller waits for the end of the answer, in ms; null where it does not say. */
  readonly deadlineMs: number | null;
  /** How long it waits for the beginning, as an SDK tells; null where it does not say. */
  readonly timeoutMs: number | null;
}

/** Names the caller; longer ones are cut. */
const CALLER_FIELD = `${OUR_PREFIX}caller`;
/** A duration, such as `30s`; a bare number is ms. */
const DEADLINE_FIELD = `${OUR_PREFIX}deadline`;

const LONGEST_NAME = 200;

/**
 * Who calls: by the field, else by the program that it says it is; requests of one connection tell nothing, since a
 * program has as many connections as it has requests. Throws {@link InputError} for a deadline that is none.
 */
export function callerOf(rawHeaders: readonly string[]): Caller {
  const name = fieldOf(rawHeaders, CALLER_FIELD) ?? fieldOf(rawHeaders, 'user-agent') ?? '';
  return { name: name.slice(0, LONGEST_NAME), deadlineMs: deadlineOf(rawHeaders), timeoutMs: timeoutOf(rawHeaders) };
}

function deadlineOf(rawHeaders: readonly string[]): number | null {
  const text = fieldOf(rawHeaders, DEADLINE_FIELD);
  if (text === null) return null;
  const deadlineMs = parseDuration(text, DEADLINE_FIELD);
  if (deadlineMs > 0) return deadlineMs;
  throw new InputError({ field: DEADLINE_FIELD, value: text, allowed: 'a duration above 0, such as 30s' });
}

/** The SDKs of OpenAI and Anthropic say after how many whole seconds without an answer they will hang up. */
function timeoutOf(rawHeaders: readonly string[]): number | null {
  const seconds = fieldOf(rawHeaders, 'x-stainless-timeout');
  return seconds !== null && /^[1-9]\d{0,8}$/.test(seconds) ? Number(seconds) * 1000 : null;
}
