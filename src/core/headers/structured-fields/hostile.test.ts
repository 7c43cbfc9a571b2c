import { describe, expect, it } from 'vitest';
import { cpuMs } from '../../../../test/support/cpu-ms.js';
import { parseDictionary } from './parse-dictionary.js';
import { parseItem } from './parse-item.js';
import { parseList } from './parse-list.js';

const size = 1 << 20;
const fill = (part: string) => part.repeat(Math.ceil(size / part.length)).slice(0, size);
const numbered = (write: (i: number) => string, join: string) => {
  const parts: string[] = [];
  for (let i = 0, length = 0; length < size; i++, length += (parts.at(-1)?.length ?? 0) + join.length)
    parts.push(write(i));
  return parts.join(join);
};

describe('a hostile structured field of 1 MB', () => {
  it.each([
    ['digits', fill('9')],
    ['digits of a Decimal', `1.${fill('9')}`],
    ['minus signs', fill('-')],
    ['spaces', fill(' ')],
    ['spaces before a value', `${fill(' ')}1`],
    ['spaces after a value', `1${fill(' ')}x`],
    ['tabs after a value', `1${fill('\t')}x`],
    ['spaces after a semicolon', `1;${fill(' ')}`],
    ['spaces in an Inner List', `(${fill(' ')}`],
    ['commas', fill(',')],
    ['members', fill('a,')],
    ['members with whitespace', fill('a \t, ')],
    ['different keys', numbered((i) => `k${i}=${i}`, ',')],
    ['one key', fill('key=1,')],
    ['different parameters', `a;${numbered((i) => `p${i}`, ';')}`],
    ['one parameter', fill('a;a')],
    ['parentheses that open', fill('(')],
    ['Inner Lists', fill('(),')],
    ['an Inner List', `(${fill('a ')}`],
    ['Inner Lists as members', fill('a=(1 2);b, ')],
    ['a Token', fill('a')],
    ['a String', `"${fill('a')}"`],
    ['a String without an end', `"${fill('a')}`],
    ['backslashes', `"${fill('\\')}`],
    ['escaped quotes', `"${fill('\\"')}"`],
    ['quotes', fill('"')],
    ['a Byte Sequence', `:${fill('Zg')}:`],
    ['a Byte Sequence without an end', `:${fill('Zg')}`],
    ['padding', `:${fill('=')}:`],
    ['colons', fill(':')],
    ['a Display String', `%"${fill('%c3%bc')}`],
    ['a Display String of 4-byte characters', `%"${'%f0%9f%98%80'.repeat(size / 12)}"`],
    ['percent signs', `%"${fill('%')}`],
    ['escaped bytes that continue nothing', `%"${fill('%80')}`],
    ['question marks', fill('?')],
    ['at signs', fill('@')],
    ['characters outside ASCII', fill('ü')],
    ['halves of surrogate pairs', `"${fill('\ud800')}`],
    ['lines', Array.from({ length: size / 8 }, (_, i) => `k${i}=1`)],
    ['empty lines', Array.from({ length: size }, () => '')],
  ] as [string, string | string[]][])('of %s takes time in proportion to its length', (_, value) => {
    const text = typeof value === 'string' ? value : value.join(', ');
    let sum = 0;
    const onePass = () => {
      for (let i = 0; i < text.length; i++) sum += text.charCodeAt(i) & 1;
    };
    const passMs = Math.max(0.2, Math.min(cpuMs(onePass), cpuMs(onePass), cpuMs(onePass)));
    expect(sum).toBeGreaterThanOrEqual(0);
    for (const parse of [parseList, parseDictionary, parseItem]) {
      // Quadratic work would be about a million passes.
      expect(cpuMs(() => parse(value)) / passMs, parse.name).toBeLessThan(2000);
    }
  });

  it.each(['a', '(', '"', '%', 'ü', '9', ' '])('is refused with a short reason when it is %j over and over', (part) => {
    for (const { fault } of [parseItem(`${fill(part)}\u0000`), parseDictionary(`${fill(part)}\u0000`)]) {
      expect(fault).toMatch(/^[ -~]{10,100}$/);
    }
  });
});
