// The @Retryable annotations of Java or Kotlin source, as far as their values are literals, else the keys of a Spring
// configuration. Runs nothing.

import { InputError } from '../../../core/errors.js';
import type { Plain } from '../../../core/policy/paths.js';
import { isCode } from '../code.js';
import { Fields } from '../fields.js';
import type { Found, Reading } from '../format.js';
import { type Loss, passedOver } from '../loss.js';
import { closingAt, skipSlashes, split, withoutTexts } from '../split-arguments.js';
import { findProperties } from './find-properties.js';
import type { SpringRetrySettings } from './settings.js';

const DEFAULTS = { attempts: 3, delayMs: 1000 };
const ALLOWED =
  'a method with @Retryable(maxAttempts = 4, backoff = @Backoff(delay = 500, multiplier = 2)), or …retry.max-attempts=4 and its kin';
const OPENING = /@(?:org\.springframework\.retry\.annotation\.)?Retryable\b[ \t]{0,20}(\()?/g;

export function findRetryables(source: unknown): Found<SpringRetrySettings>[] {
  const text = String(source);
  const code = withoutTexts(text, skipSlashes);
  const found = Array.from(code.matchAll(OPENING), (match): Found<SpringRetrySettings> => {
    const start = match.index + match[0].length;
    if (match[1] === undefined) return { name: methodAfter(code, start), read: () => read({}) };
    const end = closingAt(text, start, skipSlashes);
    if (end === -1)
      throw new InputError({
        field: '@Retryable',
        value: 'an annotation that never ends',
        allowed: 'the whole annotation',
      });
    return { name: methodAfter(code, end + 1), read: () => read(attributes(text.slice(start, end))) };
  });
  if (found.length === 0) found.push(...findProperties(text));
  if (found.length === 0) throw new InputError({ field: '@Retryable', value: undefined, allowed: ALLOWED });
  return found;
}

const LONGEST_HEAD = 3000;

/** The name before the first parenthesis that is not one of a further annotation. */
function methodAfter(code: string, start: number): string {
  const head = code.slice(start, start + LONGEST_HEAD).replace(/@[\w.]{1,100}(?:\([^()]{0,500}\))?/g, ' ');
  return (
    /^[^;{}()]{0,1000}?\b(?:class[ \t]{1,20}(\w{1,100})|(\w{1,100})[ \t]{0,20}\()/.exec(head)?.slice(1).find(Boolean) ??
    ''
  );
}

/** Attributes by name. A value without a name is that of `value`; what is no literal is code. */
function attributes(text: string): Plain {
  const entries = split(text, skipSlashes).map((part): [string, unknown] => {
    const pair = /^\s*(\w{1,100})\s*=(?!=)([\s\S]*)$/.exec(part);
    return [pair?.[1] ?? 'value', readValue((pair?.[2] ?? part).trim())];
  });
  // Not by assignment: an attribute named __proto__ must stay one.
  return Object.fromEntries(entries);
}

function readValue(code: string): unknown {
  if (code === 'true' || code === 'false') return code === 'true';
  const number = /^(\d[\d_]*(?:\.\d+)?)[lLdDfF]?$/.exec(code);
  if (number !== null) return Number((number[1] as string).replaceAll('_', ''));
  const product = code.split('*').map((factor) => /^\s*(\d[\d_]*)[lL]?\s*$/.exec(factor)?.[1]?.replaceAll('_', ''));
  if (product.every((factor) => factor !== undefined))
    return product.reduce((whole, factor) => whole * Number(factor), 1);
  return { code };
}

const CLASSES = ['retryFor', 'include', 'value', 'noRetryFor', 'exclude', 'exceptionExpression'];
const ASIDE = ['recover', 'interceptor', 'label', 'stateful', 'listeners', 'notRecoverable'];
const EXPRESSIONS = [
  'delayExpression',
  'maxDelayExpression',
  'multiplierExpression',
  'randomExpression',
  'maxAttemptsExpression',
];

function read(values: Plain): Reading<SpringRetrySettings> {
  const fields = new Fields(values, '');
  if ('maxRetries' in values || 'delay' in values) {
    const allowed =
      'maxAttempts and backoff of Spring Retry; maxRetries and delay are of the @Retryable of Spring Framework 7, which is another';
    throw new InputError({
      field: 'maxRetries' in values ? 'maxRetries' : 'delay',
      value: values.maxRetries ?? values.delay,
      allowed,
    });
  }
  const exceptions = CLASSES.flatMap((name) => {
    const value = fields.value(name);
    return isCode(value) ? [`${name} ${value.code.replace(/\s+/g, ' ')}`] : [];
  });
  const backoff = backoffOf(fields.value('backoff'));
  const told: Loss[] = [];
  for (const one of [fields, backoff]) {
    for (const name of EXPRESSIONS.filter((key) => one.value(key) !== undefined)) {
      told.push(passedOver(one.path(name), 'has an expression', 'it is known only when the program runs'));
    }
  }
  const number = (name: string): number | undefined => backoff.number([name], { min: 0 });
  const settings: SpringRetrySettings = {
    attempts: fields.whole(['maxAttempts'], { min: 1 }) ?? DEFAULTS.attempts,
    delayMs: backoff.whole(['delay', 'value'], { min: 0 }) ?? DEFAULTS.delayMs,
    maxDelayMs: backoff.whole(['maxDelay'], { min: 0 }) ?? 0,
    multiplier: number('multiplier') ?? 0,
    random: backoff.boolean(['random']) ?? false,
    exceptions,
  };
  return { settings, passedOver: [...told, ...fields.rest(ASIDE), ...backoff.rest()] };
}

/** The attributes of @Backoff. */
function backoffOf(value: unknown): Fields {
  const inside = isCode(value) ? /^@?(?:[\w.]{1,60}\.)?Backoff(?:\(([\s\S]*)\))?$/.exec(value.code) : null;
  if (value !== undefined && inside === null) {
    throw new InputError({
      field: 'backoff',
      value: isCode(value) ? value.code : value,
      allowed: '@Backoff(delay = 500)',
    });
  }
  return new Fields(attributes(inside?.[1] ?? ''), 'backoff');
}
