// What stands behind sidekiq_options, in any of the spellings that Ruby has for a hash. Runs nothing.

import { InputError } from '../../../core/errors.js';
import type { Plain } from '../../../core/policy/paths.js';
import { closingAt, split } from '../split-arguments.js';

const LONGEST = 2000;
const ALLOWED = 'names with literal values, such as retry: 5';

/**
 * The values by name, as they are written; none where there are no options. `code` is the source with blanks for its texts
 * and comments. Throws {@link InputError} for options that stand elsewhere, since they may say how often to retry.
 */
export function readOptions(source: string, code: string): Plain {
  const at = code.search(/\bsidekiq_options\b/);
  if (at === -1) return {};
  const start = at + 'sidekiq_options'.length;
  const rest = source.slice(start, start + LONGEST);
  const isOpen = /^\s{0,20}[({]/.test(rest);
  const text = isOpen ? unwrapped(rest) : rest.slice(0, statementLength(code.slice(start, start + LONGEST)));
  const pairs = split(text).map((part): [string, string] => {
    const [, name, symbol, , quoted, value] = PAIR.exec(part.trim()) ?? [];
    if (value === undefined) throw new InputError({ field: 'sidekiq_options', value: part.trim(), allowed: ALLOWED });
    return [(name ?? symbol ?? quoted) as string, value.trim()];
  });
  // Not by assignment: an option named __proto__ must stay one.
  return Object.fromEntries(pairs);
}

/** `retry: 5`, `:retry => 5`, `'retry' => 5` or `"retry": 5`. */
const PAIR = /^(?:(\w{1,60}):(?!:)|:(\w{1,60})\s{0,10}=>|(["'])(\w{1,60})\3\s{0,10}(?:=>|:))([\s\S]+)$/;

/** What stands in the brackets at its start. */
function unwrapped(text: string): string {
  const inside = text.trimStart();
  if (!'({'.includes(inside.charAt(0) || ' ')) return text;
  const end = closingAt(inside, 1);
  return unwrapped(inside.slice(1, end === -1 ? undefined : end));
}

/** A line that ends with a comma goes on in the next. */
function statementLength(code: string): number {
  let end = 0;
  for (const line of code.split('\n')) {
    end += line.length + 1;
    if (!/[,\\]\s{0,500}$/.test(line)) break;
  }
  return end - 1;
}
