// The wait= of a retry: one strategy, or several that are added.

import { InputError } from '../../../core/errors.js';
import type { Plain } from '../../../core/policy/paths.js';
import { isCode } from '../code.js';
import { toNanosecond } from '../durations.js';
import { Fields } from '../fields.js';
import { pythonCalls } from '../python/calls.js';
import { closingAt, split } from '../split-arguments.js';
import type { TenacityWait } from './settings.js';

const ALLOWED = 'a strategy of tenacity with literal values, such as wait_exponential(multiplier=1, max=60)';
/** MAX_WAIT of tenacity, in seconds: as good as none. */
const NO_MAX_S = 4e18;

/** Throws {@link InputError} for code that is no strategy of tenacity's own. */
export function readWaits(code: string): TenacityWait[] {
  const parts = terms(code);
  return parts.flatMap((part) => {
    const combined = /^(?:\w{1,60}\.){0,4}wait_combine\(([\s\S]*)\)$/.exec(part)?.[1];
    return combined === undefined ? readWait(part) : split(combined).flatMap(readWaits);
  });
}

/** The terms of a sum, outside of all brackets. */
function terms(code: string): string[] {
  const found: string[] = [];
  let from = 0;
  for (let at = 0; at < code.length; at++) {
    if ('([{'.includes(code[at] as string)) {
      const end = closingAt(code, at + 1);
      if (end === -1) return [code];
      at = end;
    } else if (code[at] === '+') {
      found.push(code.slice(from, at));
      from = at + 1;
    }
  }
  return [...found, code.slice(from)].map((term) => term.trim());
}

/** The positional arguments of each, by the names that they also have. */
const STRATEGIES: Readonly<Record<string, readonly string[]>> = {
  wait_none: [],
  wait_fixed: ['wait'],
  wait_random: ['min', 'max'],
  wait_incrementing: ['start', 'increment', 'max'],
  wait_exponential: ['multiplier', 'max', 'exp_base', 'min'],
  wait_random_exponential: ['multiplier', 'max', 'exp_base', 'min'],
  wait_full_jitter: ['multiplier', 'max', 'exp_base', 'min'],
  wait_exponential_jitter: ['initial', 'max', 'exp_base', 'jitter', 'min', 'multiplier'],
};

function readWait(code: string): TenacityWait {
  const chain = /^(?:\w{1,60}\.){0,4}wait_chain\(([\s\S]*)\)$/.exec(code)?.[1];
  if (chain !== undefined) return { kind: 'chain', waits: chained(chain) };
  const name = /^(?:\w{1,60}\.){0,4}(wait_\w{1,40})\(/.exec(code)?.[1] ?? '';
  // What follows the call, such as if … else …, may make another wait of it.
  const isWhole = closingAt(code, code.indexOf('(') + 1) === code.length - 1;
  const call = isWhole && Object.hasOwn(STRATEGIES, name) ? pythonCalls(code, [name])[0] : undefined;
  if (call === undefined) throw new InputError({ field: 'wait', value: code, allowed: ALLOWED });
  return ofCall(name, byName(call.values, STRATEGIES[name] as readonly string[]));
}

/** The strategies of a chain, which may be lists behind a star. */
function chained(inside: string): TenacityWait[] {
  const waits = split(inside).flatMap((part) => {
    const lists = /^\s*\*([\s\S]*)$/.exec(part)?.[1];
    return lists === undefined ? [readWait(part.trim())] : terms(lists).flatMap(listed);
  });
  if (waits.length > 0) return waits;
  throw new InputError({ field: 'wait', value: 'wait_chain()', allowed: 'at least one strategy within it' });
}

/** `[a, b]`, or `[a for _ in range(3)]`. */
function listed(code: string): TenacityWait[] {
  const list = /^[[(]([\s\S]*)[\])]$/.exec(code)?.[1]?.trim();
  if (list === undefined) throw new InputError({ field: 'wait', value: code, allowed: ALLOWED });
  const times = TIMES.exec(list);
  if (times !== null) return Array<TenacityWait>(Number(times[1])).fill(readWait(list.slice(0, times.index + 1)));
  return split(list).map((each) => readWait(each.trim()));
}

const TIMES = /\)\s{1,20}for\s{1,20}\w{1,60}\s{1,20}in\s{1,20}range\((\d{1,3})\)$/;

function byName(values: Plain, names: readonly string[]): Fields {
  const entries = Object.entries(values).map(([key, value]) => [
    /^\d+$/.test(key) ? (names[Number(key)] ?? key) : key,
    timed(value),
  ]);
  return new Fields(Object.fromEntries(entries), 'wait');
}

const UNITS: Readonly<Record<string, number>> = { milliseconds: 0.001, seconds: 1, minutes: 60, hours: 3600 };

/** timedelta(seconds=30) in seconds. */
function timed(value: unknown): unknown {
  const delta = isCode(value) ? /^(?:datetime\.)?timedelta\((\w{1,20})=(\d+(?:\.\d+)?)\)$/.exec(value.code) : null;
  const unit = delta !== null && Object.hasOwn(UNITS, delta[1] as string) ? UNITS[delta[1] as string] : undefined;
  return unit === undefined ? value : Number(delta?.[2]) * unit;
}

function ofCall(name: string, fields: Fields): TenacityWait {
  const seconds = (key: string): number | undefined => fields.number([key], { min: 0 });
  const ms = (key: string, fallback: number): number => toNanosecond((seconds(key) ?? fallback) * 1000);
  const limit = (): number | null => {
    const max = seconds('max') ?? NO_MAX_S;
    return max >= NO_MAX_S ? null : toNanosecond(max * 1000);
  };
  if (name === 'wait_none') return { kind: 'uniform', minMs: 0, maxMs: 0 };
  if (name === 'wait_fixed') {
    const waitMs = ms('wait', 0);
    return { kind: 'uniform', minMs: waitMs, maxMs: waitMs };
  }
  if (name === 'wait_random') return { kind: 'uniform', minMs: ms('min', 0), maxMs: ms('max', 1) };
  if (name === 'wait_incrementing') {
    return { kind: 'incrementing', startMs: ms('start', 0), stepMs: ms('increment', 100), maxMs: limit() };
  }
  const base = fields.value('initial') === undefined ? 'multiplier' : 'initial';
  const growth = { baseMs: ms(base, 1), factor: seconds('exp_base') ?? 2, maxMs: limit(), minMs: ms('min', 0) };
  if (name === 'wait_exponential_jitter') return { kind: 'exponential-jitter', ...growth, jitterMs: ms('jitter', 1) };
  return { kind: name === 'wait_exponential' ? 'exponential' : 'random-exponential', ...growth };
}
