// The options of a package in JavaScript or TypeScript source, as far as they are literals. Runs nothing.

import { InputError } from '../../../core/errors.js';
import type { Plain } from '../../../core/policy/paths.js';
import { isCode } from '../code.js';
import { closingAt, split, withoutTexts } from '../split-arguments.js';
import { isObject, readLiteral } from './literal.js';
import { skipJavaScript } from './skip.js';

export interface OptionsShape {
  /** The calls that take the options, as a regular expression from the first letter to before the parenthesis. */
  readonly calls: string;
  /** Which argument of a call the options are. */
  at(callee: string): number;
  /** Keys of which options have at least one. */
  readonly keys: readonly string[];
  /** Ends the message where there are no options. */
  readonly allowed: string;
}

export interface FoundOptions {
  /** What the result is assigned to; empty where it is nothing. */
  readonly name: string;
  /** The options; empty where the call has none. Throws {@link InputError} where they are no literal. */
  options(): Plain;
}

/** The options of each such call, else the text itself where it is an object. Throws {@link InputError} for neither. */
export function findOptions(source: unknown, shape: OptionsShape): FoundOptions[] {
  const text = String(source);
  const calls = callsIn(text, shape);
  const telling = calls.filter(
    ({ values }) => isCode(values) || shape.keys.some((key) => key in ((values ?? {}) as Plain)),
  );
  const found = telling.length > 0 ? telling : calls;
  if (found.length > 0) return found.map(({ name, values }) => ({ name, options: () => literal(values, shape) }));
  const own = readLiteral(bare(text));
  if (!isObject(own) || !shape.keys.some((key) => key in own)) {
    throw new InputError({ field: shape.keys[0] as string, value: undefined, allowed: shape.allowed });
  }
  return [{ name: '', options: () => own }];
}

function literal(values: unknown, { allowed }: OptionsShape): Plain {
  if (values === undefined) return {};
  if (isObject(values)) return values;
  throw new InputError({ field: 'options', value: isCode(values) ? values.code : values, allowed });
}

/** The object of `export default {…};`, `const options = {…}` and the like. */
function bare(text: string): string {
  const prefix = /^\s*(?:export\s+default|module\.exports\s*=|(?:export\s+)?(?:const|let|var)\s+[\w$]{1,100}\s*=)/;
  return text.replace(prefix, '').trim().replace(/;$/, '');
}

interface Call {
  readonly name: string;
  readonly values: unknown;
}

function callsIn(source: string, shape: OptionsShape): Call[] {
  const code = withoutTexts(source, skipJavaScript);
  const declared = declarations(code);
  const pattern = new RegExp(
    `(?<![\\w$.])(?:new[ \\t]{1,20})?((?:[\\w$]{1,100}\\.){0,4}(?:${shape.calls}))${TYPES}[ \\t]{0,20}\\(`,
    'g',
  );
  return Array.from(code.matchAll(pattern), (match) => {
    const callee = match[1] as string;
    const start = match.index + match[0].length;
    const end = closingAt(source, start, skipJavaScript);
    if (end === -1) {
      const hint = 'is the text cut off?';
      throw new InputError({ field: callee, value: 'a call that never ends', allowed: 'the whole call', hint });
    }
    const argument = split(source.slice(start, end), skipJavaScript)[shape.at(callee)]?.trim();
    const opened = argument === undefined ? undefined : declared.get(argument);
    const text =
      opened === undefined ? argument : source.slice(opened - 1, closingAt(source, opened, skipJavaScript) + 1);
    return { name: nameOf(code, match.index), values: text === undefined ? undefined : readLiteral(text) };
  });
}

/** What TypeScript may have between a name and its parenthesis. */
const TYPES = '(?:<[^()]{0,200}>)?';

/** Where the objects begin, behind their brace, that names were declared to be. */
function declarations(code: string): Map<string, number> {
  const pattern = /\b(?:const|let|var)[ \t]{1,20}([\w$]{1,100})[ \t]{0,20}(?::[^=\n]{0,100})?=[ \t]{0,20}\{/g;
  return new Map(Array.from(code.matchAll(pattern), (match) => [match[1] as string, match.index + match[0].length]));
}

function nameOf(code: string, start: number): string {
  const before = code.slice(Math.max(0, start - 200), start);
  return (
    /([\w$]{1,100})[ \t]{0,20}(?::[ \t]{0,20}[\w.]{1,60}[ \t]{0,20})?=\s{0,20}(?:await\s{1,20})?$/.exec(before)?.[1] ??
    ''
  );
}
