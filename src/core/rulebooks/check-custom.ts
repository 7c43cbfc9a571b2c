// What is wrong with a configuration of limits by hand, all of it at once.

import { InputError, type InputIssue } from '../errors.js';
import { checkLimiter } from '../limiters/check-limiter.js';
import { nearest } from '../text/nearest.js';
import { checkCapacity } from './check-capacity.js';
import { CUSTOM_FIELDS, CUSTOM_HINTS, type CustomLimit, type CustomRules } from './custom.js';

const KEYS = ['limits', 'fields', 'hint', 'status'];
const LIMIT_KEYS = ['name', 'limiter', 'cost', 'per'];
const COSTS = ['request', 'inputTokens', 'outputTokens', 'tokens'];
const PERS = ['account', 'model', 'resource', 'route'];
/** A String of RFC 9651 can hold it, and a terminal can show it. */
const NAME = /^[ -~]{1,64}$/;

export function issuesOfCustom(rules: CustomRules): InputIssue[] {
  if (typeof rules !== 'object' || rules === null) {
    return [{ field: 'custom', value: rules, allowed: 'an object with limits' }];
  }
  const { limits, fields, hint, status } = rules;
  const issues = [
    ...unknownKeys(rules, KEYS, ''),
    ...choice(fields, CUSTOM_FIELDS, 'fields'),
    ...choice(hint, CUSTOM_HINTS, 'hint'),
  ];
  if (status !== undefined && !(Number.isInteger(status) && status >= 200 && status <= 599)) {
    issues.push({ field: 'status', value: status, allowed: 'a status from 200 to 599' });
  }
  if (!Array.isArray(limits) || limits.length === 0 || limits.length > 50) {
    return [...issues, { field: 'limits', value: limits, allowed: 'a list of 1 to 50 limits' }];
  }
  const names = limits.map((limit) => limit?.name);
  return [
    ...issues,
    ...limits.flatMap((limit, index) => limitIssues(limit, `limits[${index}]`, names.indexOf(limit?.name) < index)),
  ];
}

function limitIssues(limit: CustomLimit, at: string, isRepeated: boolean): InputIssue[] {
  if (typeof limit !== 'object' || limit === null)
    return [{ field: at, value: limit, allowed: 'an object with name and limiter' }];
  const issues = [
    ...unknownKeys(limit, LIMIT_KEYS, `${at}.`),
    ...choice(limit.cost, COSTS, `${at}.cost`),
    ...choice(limit.per, PERS, `${at}.per`),
  ];
  if (typeof limit.name !== 'string' || !NAME.test(limit.name)) {
    issues.push({ field: `${at}.name`, value: limit.name, allowed: 'a name of 1 to 64 printable ASCII characters' });
  } else if (isRepeated)
    issues.push({ field: `${at}.name`, value: limit.name, allowed: 'a name that no other limit has' });
  if (typeof limit.limiter !== 'object' || limit.limiter === null) {
    return [
      ...issues,
      { field: `${at}.limiter`, value: limit.limiter, allowed: 'an object with kind, amount and windowMs' },
    ];
  }
  try {
    checkLimiter(limit.limiter, `${at}.limiter`);
    checkCapacity(limit.limiter, `${at}.limiter`);
  } catch (error) {
    if (!(error instanceof InputError)) throw error;
    issues.push(error.issue);
  }
  return issues;
}

function unknownKeys(value: object, known: readonly string[], prefix: string): InputIssue[] {
  return Object.keys(value).flatMap((key) => {
    if (known.includes(key)) return [];
    const close = nearest(key, known);
    const hint = close === null ? {} : { hint: `did you mean ${close}?` };
    return [
      {
        field: `${prefix}${key}`,
        value: (value as Record<string, unknown>)[key],
        allowed: `only ${known.join(', ')}`,
        ...hint,
      },
    ];
  });
}

function choice(value: unknown, known: readonly string[], field: string): InputIssue[] {
  if (value === undefined || known.includes(value as string)) return [];
  const close = nearest(String(value), known);
  const hint = close === null ? {} : { hint: `did you mean ${close}?` };
  return [{ field, value, allowed: known.join(', '), ...hint }];
}
