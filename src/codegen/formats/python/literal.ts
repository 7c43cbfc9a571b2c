// One value in Python source.

import type { Code } from '../code.js';
import { split } from '../split-arguments.js';

const NUMBER = /^[+-]?(?:\d[\d_]*(?:\.\d*)?|\.\d+)(?:e[+-]?\d+)?$/i;
const TEXT = /^[rRuUbB]{0,2}(?:"([^"\\]*)"|'([^'\\]*)')$/;
const WRAPPED = /^(?:frozenset|set|list|tuple)?\(([\s\S]*)\)$/;

const DEEPEST = 8;

/** Numbers, texts, True, False, None, and tuples, lists and sets of them; anything else is {@link Code}. */
export function readLiteral(text: string, depth = 0): unknown {
  if (text === 'True' || text === 'False') return text === 'True';
  if (text === 'None') return null;
  if (NUMBER.test(text)) return Number(text.replaceAll('_', ''));
  const quoted = TEXT.exec(text);
  if (quoted !== null) return quoted[1] ?? quoted[2] ?? '';
  const list = /^[[{]([\s\S]*)[\]}]$/.exec(text);
  const inside = list?.[1] ?? WRAPPED.exec(text)?.[1];
  if (inside === undefined || depth >= DEEPEST) return { code: text } satisfies Code;
  const items = split(inside).map((item) => readLiteral(item.trim(), depth + 1));
  // Parentheses round one value are no tuple; round a list they belong to frozenset([…]).
  const isTuple = list !== null || inside.trimEnd().endsWith(',') || items.length !== 1;
  return isTuple ? items : items[0];
}
