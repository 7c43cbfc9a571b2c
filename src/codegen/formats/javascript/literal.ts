// One value in JavaScript source.

import { type Code, isCode } from '../code.js';
import { split } from '../split-arguments.js';
import { skipJavaScript } from './skip.js';

const NUMBER = /^[+-]?(?:\d[\d_]*(?:\.\d*)?|\.\d+)(?:e[+-]?\d+)?$/i;
const TEXT = /^(?:"([^"\\]*)"|'([^'\\]*)'|`([^`\\$]*)`)$/;
const ENDLESS = /^(?:Number\.POSITIVE_INFINITY|Infinity)$/;
const DEEPEST = 16;

/**
 * Numbers and products of them such as `30 * 1000`, texts, booleans, null, lists and objects; anything else is
 * {@link Code}. What is `undefined` in an object is left out, as if it did not stand there.
 */
export function readLiteral(source: string, depth = 0): unknown {
  const text = source.trim();
  if (text === 'true' || text === 'false') return text === 'true';
  if (text === 'null') return null;
  if (text === 'undefined') return undefined;
  if (ENDLESS.test(text)) return Infinity;
  const factors = text.split('*').map((factor) => factor.trim());
  if (factors.length <= 4 && factors.every((factor) => NUMBER.test(factor))) {
    return factors.reduce((product, factor) => product * Number(factor.replaceAll('_', '')), 1);
  }
  const quoted = TEXT.exec(text);
  if (quoted !== null) return quoted[1] ?? quoted[2] ?? quoted[3] ?? '';
  const [first, last] = [text[0], text.at(-1)];
  if (depth < DEEPEST && first === '[' && last === ']') {
    return split(text.slice(1, -1), skipJavaScript).map((item) => readLiteral(item, depth + 1));
  }
  if (depth < DEEPEST && first === '{' && last === '}') return readObject(text.slice(1, -1), depth);
  return { code: text } satisfies Code;
}

const PAIR = /^\s*(?:([\w$]{1,100})|"([^"\\]{1,100})"|'([^'\\]{1,100})')\s*:/;

/** What is no pair, such as a method or another object spread out, is code under its own text. */
function readObject(inside: string, depth: number): Record<string, unknown> {
  const entries = split(inside, skipJavaScript).flatMap((part): [string, unknown][] => {
    const pair = PAIR.exec(part);
    if (pair === null) return [[part.trim().split(/[\s(]/)[0] as string, { code: part.trim() }]];
    const value = readLiteral(part.slice(pair[0].length), depth + 1);
    return value === undefined ? [] : [[(pair[1] ?? pair[2] ?? pair[3]) as string, value]];
  });
  // Not by assignment: a key named __proto__ must stay one.
  return Object.fromEntries(entries);
}

/** Whether a value is an object of literals rather than code. */
export function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value) && !isCode(value);
}
