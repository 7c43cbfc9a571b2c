// The initialisers of retry options in C# source, as far as their values are literals. Runs nothing.

import { InputError } from '../../../core/errors.js';
import type { Plain } from '../../../core/policy/paths.js';
import { split } from '../split-arguments.js';
import { writeTimeSpan } from './time-span.js';

const OPENING = /\bnew\s{1,20}(\w{0,60}RetryStrategyOptions)(?:<[^<>{}]{0,200}>)?\s{0,20}(?:\(\s{0,20}\)\s{0,20})?\{/g;
const LONGEST = 20_000;

/** Other defaults than those of Polly itself: Microsoft.Extensions.Http.Resilience. */
const HTTP_DEFAULTS = { BackoffType: 'Exponential', UseJitter: true };

/** The options of each strategy, under the names and in the forms that JSON has. Each is read only when it is called. */
export function csharpOptions(source: string): (() => Plain)[] {
  const code = source.replace(/\/\/[^\n]*/g, '').replace(/\/\*[\s\S]*?(?:\*\/|$)/g, '');
  return Array.from(code.matchAll(OPENING), (match) => {
    const start = match.index + match[0].length;
    const defaults = match[1]?.startsWith('Http') ? HTTP_DEFAULTS : {};
    return () => ({ ...defaults, ...initialised(code.slice(start, closingAt(code, start))) });
  });
}

/** `Name = value` pairs. */
function initialised(body: string): Plain {
  const entries = split(body).flatMap((part) => {
    const pair = /^\s*(\w{1,60})\s*=(?![=>])\s*([\s\S]*)$/.exec(part);
    return pair === null
      ? []
      : [[pair[1] as string, readValue(pair[1] as string, (pair[2] as string).trim())] as const];
  });
  return Object.fromEntries(entries);
}

const UNITS: Readonly<Record<string, number>> = {
  Milliseconds: 1,
  Seconds: 1000,
  Minutes: 60_000,
  Hours: 3_600_000,
  Days: 86_400_000,
};
const OURS = ['MaxRetryAttempts', 'Delay', 'MaxDelay', 'BackoffType', 'UseJitter'];

function readValue(name: string, code: string): unknown {
  const span = /^TimeSpan\.From(Milliseconds|Seconds|Minutes|Hours|Days)\(\s*(\d+(?:\.\d+)?)\s*\)$/.exec(code);
  if (span !== null) return writeTimeSpan(Number(span[2]) * (UNITS[span[1] as string] as number));
  if (code === 'TimeSpan.Zero') return writeTimeSpan(0);
  const type = /^DelayBackoffType\.(\w{1,20})$/.exec(code);
  if (type !== null) return type[1];
  if (code === 'true' || code === 'false') return code === 'true';
  if (/^\d{1,9}$/.test(code)) return Number(code);
  if (!OURS.includes(name)) return code;
  throw new InputError({ field: name, value: code, allowed: 'a literal such as 4, TimeSpan.FromSeconds(2) or true' });
}

/** Where the brace that was opened before `start` is closed; as far as it is looked where it never is. */
function closingAt(code: string, start: number): number {
  const end = Math.min(code.length, start + LONGEST);
  let depth = 1;
  for (let at = start; at < end; at++) {
    if (code[at] === '{') depth++;
    else if (code[at] === '}') depth--;
    if (depth === 0) return at;
  }
  return end;
}
