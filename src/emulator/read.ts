// Reading what people wrote: each reader gives the value, or says what is wrong with it and goes on, so that one look
// finds everything.

import type { InputIssue } from '../core/errors.js';
import { InputError } from '../core/errors.js';
import { parseDuration } from '../core/grammar/duration.js';
import { parseShare } from '../core/grammar/share.js';
import { isPlain } from '../core/policy/paths.js';
import { unknownKey } from '../core/policy/read-quotas.js';
import { nearest } from '../core/text/nearest.js';

export type Read<T> = (value: unknown, field: string, issues: InputIssue[]) => T;

/** A number within bounds, both included. */
export function number(low: number, high: number): Read<number> {
  return (value, field, issues) => {
    if (typeof value === 'number' && value >= low && value <= high) return value;
    return refuse(issues, field, value, `a number from ${low} to ${high}`);
  };
}

export function whole(low: number, high: number): Read<number> {
  return (value, field, issues) => {
    if (Number.isInteger(value) && (value as number) >= low && (value as number) <= high) return value as number;
    return refuse(issues, field, value, `a whole number from ${low} to ${high}`);
  };
}

/** Milliseconds, or a text such as 1.5s. */
export const duration: Read<number> = (value, field, issues) => caught(() => parseDuration(value, field), issues);

/** The chance or part of something: 0.5, 50%, 1/2. */
export const share: Read<number> = (value, field, issues) => caught(() => parseShare(value, field).value, issues);

export const text: Read<string> = (value, field, issues) =>
  typeof value === 'string' ? value : refuse(issues, field, value, 'a text in double quotes');

export const flag: Read<boolean> = (value, field, issues) =>
  typeof value === 'boolean' ? value : refuse(issues, field, value, 'true or false');

export function oneOf<const T extends string>(known: readonly T[]): Read<T> {
  return (value, field, issues) => {
    if ((known as readonly unknown[]).includes(value)) return value as T;
    const close = nearest(String(value), known);
    return refuse(issues, field, value, known.join(', '), close);
  };
}

export function list<T>(each: Read<T>, most = 10_000): Read<T[]> {
  return (value, field, issues) => {
    if (!Array.isArray(value) || value.length > most) return refuse(issues, field, value, `a list of up to ${most}`);
    return value.map((item, index) => each(item, `${field}[${index}]`, issues));
  };
}

/** Any names with values of one kind. */
export function record<T>(each: Read<T>): Read<Record<string, T>> {
  return (value, field, issues) => {
    if (!isPlain(value)) return refuse(issues, field, value, 'an object');
    return Object.fromEntries(
      Object.entries(value).map(([name, item]) => [name, each(item, `${field}.${name}`, issues)]),
    );
  };
}

/** The readers of an object's fields. Those in `required` must be there; no others may. */
export function object<T>(
  fields: { readonly [K in keyof T]-?: Read<Exclude<T[K], undefined>> },
  required: readonly (keyof T & string)[] = [],
): Read<T> {
  const known = Object.keys(fields);
  return (value, field, issues) => {
    if (!isPlain(value)) return refuse(issues, field, value, `an object with ${known.join(', ')}`);
    const at = (name: string): string => (field === '' ? name : `${field}.${name}`);
    const read: Record<string, unknown> = {};
    for (const [name, item] of Object.entries(value)) {
      if (!known.includes(name)) issues.push(unknownKey(at(name), name, known));
      else if (item !== undefined) read[name] = fields[name as keyof T](item, at(name), issues);
    }
    for (const name of required) {
      // The reader itself knows best what is missing.
      if (value[name] === undefined) fields[name](undefined as never, at(name), issues);
    }
    return read as T;
  };
}

function caught<T>(parse: () => T, issues: InputIssue[]): T {
  try {
    return parse();
  } catch (error) {
    if (!(error instanceof InputError)) throw error;
    issues.push(error.issue);
    return undefined as T;
  }
}

/** What is given back is never used: the issue stops whoever asked. */
export function refuse<T>(
  issues: InputIssue[],
  field: string,
  value: unknown,
  allowed: string,
  close: string | null = null,
): T {
  issues.push({ field, value, allowed, ...(close === null ? {} : { hint: `did you mean ${close}?` }) });
  return undefined as T;
}
