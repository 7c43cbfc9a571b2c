// No input makes a regular expression of ours run long: each is shown by recheck to take time in proportion to the text,
// or its text is known to be short. Judging takes seconds, so what was found linear is kept in linear.json, and only a new
// literal is judged. `JUDGE_ANEW=1 npx vitest run test/threats/regular-expressions` judges all and writes that list.

import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { beforeAll, describe, expect, it } from 'vitest';
import { isBounded, literalsIn, literalsOf, madeWhile, timeOf } from './regular-expressions.js';

const tools = fileURLToPath(new URL('../release/tools/node_modules/recheck', import.meta.url));
const list = new URL('linear.json', import.meta.url);
const isAnew = process.env.JUDGE_ANEW !== undefined;
const kept: readonly string[] = isAnew ? [] : JSON.parse(readFileSync(list, 'utf8'));

const FIGURES = [...literalsOf(['web/src/ui'])].find(([, [file]]) => file?.endsWith('figures.ts'))?.[0] ?? 'figures.ts';
/** Square time, over a text of at most so many characters: at worst as many steps as one pass over a megabyte takes. */
const LONGEST = 1000;
const SHORT: Readonly<Record<string, { readonly most: number; readonly text: string }>> = {
  '/\\B(?=(?:\\d{3})+$)/g': { most: 400, text: 'the digits of one of our numbers' },
  '/0+$/': { most: 400, text: 'the digits of one of our numbers' },
  '/\\.?0+$/': { most: 400, text: 'the digits of one of our numbers' },
  '/, raw\\(k\\) =.*$/': { most: 400, text: 'a formula of ours, with the numbers of a policy' },
  '/(\\w{1,100})[ \\t]*(?::[ \\t]*\\w{1,100}[ \\t]*)?=[ \\t]*$/': { most: 201, text: 'a slice of 201 characters' },
  [FIGURES]: { most: 1000, text: 'a sentence of ours, with the numbers of a result' },
};

/** Runs all that puts regular expressions together. */
async function makeAll(): Promise<void> {
  const { FORMATS } = await import('../../src/codegen/formats/index.js');
  for (const { id, syntax, importPolicy } of FORMATS) {
    if (syntax !== 'text') continue;
    const example = readFileSync(
      new URL(`../../src/codegen/formats/${id}/fixtures/example.txt`, import.meta.url),
      'utf8',
    );
    for (const source of [example, ...(MORE[id] ?? [])]) {
      try {
        importPolicy(source);
      } catch {
        // One of several must be named, which is after all of them were found.
      }
    }
  }
  const { generate } = await import('../../src/codegen/targets/generate.js');
  const { parsePolicy } = await import('../../src/core/policy/parse-policy.js');
  generate('go', parsePolicy({}), { version: '1.2.3', name: 'Patiently' });
  await import('../../src/cli/render/ascii.js');
  await import('../../src/core/headers/logged-error.js');
}
/** What the examples of the formats do not reach. */
const MORE: Readonly<Record<string, readonly string[]>> = {
  sidekiq: ['10 * (count + 1)', '[10, 60].fetch(count, 60)', '7'].map(
    (block) => `class A\n  include Sidekiq::Job\n  sidekiq_retry_in { |count, error| ${block} }\nend\n`,
  ),
};

describe('the regular expressions of what is shipped', () => {
  const isMade = (literal: string) => literal.startsWith('RegExp(');
  const literals = literalsOf(['src', 'web/src']);
  let made: Map<string, Set<string>>;
  beforeAll(async () => {
    made = await madeWhile(makeAll);
  });

  it('are found', () => {
    expect(literals.size).toBeGreaterThan(200);
    expect(literalsIn('const a = /x+/g; b(/[/]"/); c(/* /no/ */ "/no/", 4 / 2 / 1, new RegExp(`y`));')).toEqual([
      '/x+/g',
      '/[/]"/',
      'RegExp(`y`)',
    ]);
  });

  it('take linear time, or work on short texts', async () => {
    const known = new Set([...kept, ...Object.keys(SHORT)]);
    const all = new Map([...literals].filter(([literal]) => !isMade(literal)));
    for (const [place, patterns] of made) for (const pattern of patterns) all.set(pattern, [place]);
    const unknown = [...all].filter(([literal]) => !known.has(literal));
    if (unknown.length > 0 && !existsSync(tools)) {
      console.log(`not judged without recheck (npm ci in test/release/tools): ${unknown.length} regular expressions`);
      expect(process.env.CI).toBeUndefined();
      return;
    }
    const linear: string[] = [];
    const slow: string[] = [];
    for (const [literal, files] of unknown) {
      const time = isBounded(literal) ? 'linear' : await timeOf(literal);
      if (time === 'linear') linear.push(literal);
      else slow.push(`${time}: ${literal} in ${files.join(', ')}`);
    }
    if (isAnew) writeFileSync(list, `${JSON.stringify(linear.toSorted(), null, 2)}\n`);
    expect(slow).toEqual([]);
  }, 300_000);

  it('that are put together when the program runs are judged as they come out', () => {
    const placesIn = (file: string) => [...made.keys()].filter((place) => place.startsWith(`${file}:`)).length;
    const sources = new Map<string, number>();
    for (const [literal, files] of literals) {
      if (isMade(literal)) for (const file of files) sources.set(file, (sources.get(file) ?? 0) + 1);
    }
    expect(sources.size).toBeGreaterThan(3);
    const unseen = [...sources].filter(([file, count]) => placesIn(file) < count).map(([file]) => file);
    expect(unseen, 'let makeAll() of this test reach every RegExp() there').toEqual([]);
  });

  it('that take longer are still there, and their texts are short', () => {
    for (const [literal, { most }] of Object.entries(SHORT)) {
      expect([...literals.keys()]).toContain(literal);
      expect(most).toBeLessThanOrEqual(LONGEST);
    }
  });
});

it.runIf(existsSync(tools))('recheck tells square and exponential time', async () => {
  expect(await timeOf('/\\s+$/')).toContain('polynomial');
  expect(await timeOf('/^(?:a|a)+$/')).toContain('exponential');
  expect(await timeOf('/^\\s*a/')).toBe('linear');
});

it.each<[literal: string, bounded: boolean]>([
  ['/a{1,3}b?[*+]\\*/g', true],
  ['/a{2,}/', false],
  ['/a+/', false],
  ['/[a]*/', false],
])('%s repeats within bounds: %s', (literal, bounded) => expect(isBounded(literal)).toBe(bounded));
