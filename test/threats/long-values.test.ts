// A value of a hundred thousand characters, wherever a value can stand: read or refused, and in no time. Whoever goes over
// it once for each of its characters takes ten seconds and more.

import { readFileSync } from 'node:fs';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { parseData } from '../../src/cli/input/parse-data.js';
import { FORMATS } from '../../src/codegen/formats/index.js';
import { LOAD_FIELDS } from '../../src/core/capacity/load-fields.js';
import { parseLoad } from '../../src/core/capacity/parse-load.js';
import { FIELDS } from '../../src/core/policy/fields.js';
import { parsePolicy } from '../../src/core/policy/parse-policy.js';
import { setAt } from '../../src/core/policy/paths.js';

const LONG = 100_000;
/** What the readers of numbers, durations, limits, lists and words begin with. */
const TEXTS = ['1', '1_', '1.', ' ', 'a', '1s', '1ms ', '-', '(', '/* ', '1,', '*', '0'].map((part) =>
  part.repeat(LONG / part.length),
);
const MOST_SECONDS = 8;

let start: NodeJS.CpuUsage;
beforeEach(() => {
  start = process.cpuUsage();
});
afterEach(() => expect(process.cpuUsage(start).user / 1e6).toBeLessThan(MOST_SECONDS));

function survives(read: () => unknown): void {
  try {
    read();
  } catch (error) {
    const { name, message } = error as Error;
    expect(name).toMatch(/^(InputError|PolicyError)$/);
    expect(message.length, 'the value is cut').toBeLessThan(5000);
  }
}

it.each(FORMATS.filter(({ syntax }) => syntax !== 'text').map((format) => [format.id, format] as const))(
  'in a config of %s',
  (id, format) => {
    const file = new URL(`../../src/codegen/formats/${id}/fixtures/example.txt`, import.meta.url);
    const example = parseData(readFileSync(file, 'utf8'), 'example', 'example');
    const places = leavesOf(example);
    expect(places.length).toBeGreaterThan(0);
    for (const place of places) {
      for (const text of TEXTS) survives(() => format.importPolicy(withLeaf(example, place, text), {}));
    }
  },
);

it.each(FIELDS.map(({ path }) => path))('in the field %s of a policy', (path) => {
  for (const text of TEXTS) {
    const policy = {};
    setAt(policy, path, text);
    survives(() => parsePolicy(policy));
  }
});

it.each(LOAD_FIELDS.map(({ path }) => path))('in the field %s of a load', (path) => {
  for (const text of TEXTS) survives(() => parseLoad({ [String(path)]: text }));
});

/** The paths of all that is no object, at most one for each name: a list repeats what it holds. */
function leavesOf(value: unknown, path: readonly string[] = []): (readonly string[])[] {
  if (typeof value !== 'object' || value === null) return [path];
  const leaves = Object.entries(value).flatMap(([key, each]) => leavesOf(each, [...path, key]));
  return [...new Map(leaves.map((leaf) => [leaf.at(-1), leaf])).values()];
}

function withLeaf(value: unknown, [key, ...rest]: readonly string[], leaf: string): unknown {
  if (key === undefined) return leaf;
  const changed = withLeaf((value as Record<string, unknown>)[key], rest, leaf);
  return Array.isArray(value)
    ? value.map((each, at) => (String(at) === key ? changed : each))
    : { ...(value as object), [key]: changed };
}
