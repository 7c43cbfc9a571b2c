// The @retry(…) decorators and Retrying(…) objects of a Python file.

import { InputError } from '../../../core/errors.js';
import type { Plain } from '../../../core/policy/paths.js';
import { isCode } from '../code.js';
import { toNanosecond } from '../durations.js';
import { Fields } from '../fields.js';
import type { Found, Reading } from '../format.js';
import { type Loss, lossOf } from '../loss.js';
import { pythonCalls, readArguments } from '../python/calls.js';
import { closingAt } from '../split-arguments.js';
import { readWaits } from './read-waits.js';
import type { TenacitySettings } from './settings.js';

const KEYS = ['wait', 'stop', 'retry', 'reraise', 'before_sleep'];
const ALLOWED = 'a decorator such as @retry(stop=stop_after_attempt(5), wait=wait_exponential()), or its arguments';

export function findRetries(source: unknown): Found<TenacitySettings>[] {
  // A decorator without brackets has every default.
  const text = String(source).replace(BARE, '$1()');
  const calls = pythonCalls(text, ['retry', 'Retrying', 'AsyncRetrying', 'TornadoRetrying']);
  if (calls.length > 0) return calls.map(({ name, values }) => ({ name, read: () => read(values) }));
  const values = readArguments(text);
  if (!KEYS.some((key) => key in values)) throw new InputError({ field: 'retry', value: undefined, allowed: ALLOWED });
  return [{ name: '', read: () => read(values) }];
}

const BARE = /^([ \t]{0,40}@(?:\w{1,60}\.){0,4}retry)(?=[ \t]{0,20}(?:#|\r?$))/gm;

const AND = 'tenacity goes on until all that is joined by & is reached';

function read(values: Plain): Reading<TenacitySettings> {
  const fields = new Fields(values, '');
  const [wait, stop, retry] = ['wait', 'stop', 'retry'].map((key) => fields.value(key));
  const told: Loss[] = [];
  const stops = stop === undefined ? [] : readStops(stop);
  const attempts = stops.flatMap(({ name, value }) => (name === 'stop_after_attempt' ? value : []));
  const delays = stops.flatMap(({ name, value }) => (name === 'stop_after_attempt' ? [] : value * 1000));
  if (isCode(stop) && /&|\bstop_all\b/.test(stop.code))
    told.push(lossOf('maxAttempts', 'approximated', 'stops at the first', AND));
  const settings: TenacitySettings = {
    attempts: Math.max(1, Math.min(Infinity, ...attempts)),
    totalMs: delays.length === 0 ? null : toNanosecond(Math.min(...delays)),
    waits: wait === undefined || wait === null ? [] : readWaits(isCode(wait) ? wait.code : String(wait)),
    condition: isCode(retry) ? retry.code : null,
  };
  const aside = [
    'reraise',
    'before',
    'after',
    'before_sleep',
    'retry_error_callback',
    'retry_error_cls',
    'sleep',
    'name',
  ];
  return { settings, passedOver: [...told, ...fields.rest(aside)] };
}

const STOPS = 'stop_after_attempt(5), stop_before_delay(30), or several of them joined by |';

/** The conditions, in whatever way they are joined. */
function readStops(stop: unknown): { name: string; value: number }[] {
  const code = isCode(stop) ? stop.code : String(stop);
  if (/^(?:\w{1,60}\.){0,4}stop_never$/.test(code)) return [];
  const inside = /^(?:\w{1,60}\.){0,4}stop_a(?:ny|ll)\(([\s\S]*)\)$/.exec(code)?.[1]?.replaceAll(',', '|') ?? code;
  return inside.split(/[|&]/).map((part) => {
    const found = /^\(*(?:\w{1,60}\.){0,4}(stop_after_attempt|stop_after_delay|stop_before_delay)\(/.exec(part.trim());
    const start = found?.[0].length ?? 0;
    const values = readArguments(part.trim().slice(start, closingAt(part.trim(), start)));
    const value = Object.values(values)[0];
    if (found === null || typeof value !== 'number' || value < 0)
      throw new InputError({ field: 'stop', value: code, allowed: STOPS });
    return { name: found[1] as string, value };
  });
}
