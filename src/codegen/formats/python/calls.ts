// The keyword arguments of calls in Python source, as far as they are literals. Runs nothing.

import { InputError } from '../../../core/errors.js';
import type { Plain } from '../../../core/policy/paths.js';
import { closingAt, split, withoutTexts } from '../split-arguments.js';
import { readLiteral } from './literal.js';

/** One call. */
export interface PythonCall {
  /** What stands before its parenthesis, such as `app.task`. */
  readonly callee: string;
  /** The function that it decorates, or the name that it is assigned to; empty where there is neither. */
  readonly name: string;
  /** Values by keyword; what is no literal is `{ code }`. Positional arguments come by their index. */
  readonly values: Plain;
}

/** The calls of these functions, by the last part of their name, in order. Throws {@link InputError} for one that never ends. */
export function pythonCalls(source: string, functions: readonly string[]): PythonCall[] {
  const calls: PythonCall[] = [];
  const pattern = new RegExp(`(^|[^\\w.])((?:\\w{1,100}\\.){0,8}(?:${functions.join('|')}))[ \\t]{0,20}\\(`, 'gm');
  for (const match of withoutTexts(source).matchAll(pattern)) {
    const start = match.index + match[0].length;
    const end = closingAt(source, start);
    if (end === -1) {
      const hint = 'is the text cut off?';
      throw new InputError({
        field: match[2] as string,
        value: 'a call that never ends',
        allowed: 'the whole call',
        hint,
      });
    }
    const values = readArguments(source.slice(start, end));
    calls.push({ callee: match[2] as string, name: nameOf(source, match.index, end), values });
  }
  return calls;
}

/** Reads `a=1, b=(2, 3)`. */
export function readArguments(text: string): Plain {
  const values = new Map<string, unknown>();
  for (const [index, part] of split(text).entries()) {
    const match = /^\s*(\w{1,100})\s*=(?!=)([\s\S]*)$/.exec(part);
    const key = match === null ? String(index) : (match[1] as string);
    values.set(key, readLiteral((match === null ? part : (match[2] as string)).trim()));
  }
  // Not by assignment: a keyword named __proto__ must stay one.
  return Object.fromEntries(values);
}

function nameOf(source: string, start: number, end: number): string {
  const decorated =
    /^\)[ \t]*(?:#[^\n]{0,500})?\r?\n(?:[ \t]*@[^\n]{0,500}\n){0,10}[ \t]*(?:async[ \t]+)?(?:def|class)[ \t]+(\w{1,100})/.exec(
      source.slice(end, end + 6000),
    );
  if (decorated !== null) return decorated[1] as string;
  const before = source.slice(Math.max(0, start - 200), start + 1);
  return /(\w{1,100})[ \t]*(?::[ \t]*\w{1,100}[ \t]*)?=[ \t]*$/.exec(before)?.[1] ?? '';
}
