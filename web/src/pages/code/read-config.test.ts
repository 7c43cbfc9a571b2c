import { describe, expect, it } from 'vitest';
import { readConfig, UnreadableConfig } from './read-config.js';

describe('a pasted config', () => {
  it.each<[string, string, unknown]>([
    ['JSON', '{"a": [1]}', { a: [1] }],
    ['YAML', 'a:\n  - 1s\n', { a: ['1s'] }],
    ['several YAML documents', 'a: 1\n---\nb: 2\n', [{ a: 1 }, { b: 2 }]],
    ['an object literal as people have it in code', "{ attempts: 3, type: 'x' }", { attempts: 3, type: 'x' }],
    ['merged keys', 'x: &x { a: 1 }\ny: { <<: *x, b: 2 }', { x: { a: 1 }, y: { a: 1, b: 2 } }],
  ])('is read as %s', async (_, text, value) => {
    expect(await readConfig(text)).toEqual(value);
  });

  it('keeps __proto__ a plain key', async () => {
    const value = (await readConfig('__proto__: { polluted: 1 }')) as object;
    expect(Object.keys(value)).toEqual(['__proto__']);
    expect((value as Record<string, unknown>).polluted).toBeUndefined();
  });

  const bomb = Array.from(
    { length: 26 },
    (_, at) => `k${at}: &k${at} [${at === 0 ? 'x' : `*k${at - 1}, *k${at - 1}`}]`,
  );
  it.each<[string, string, RegExp]>([
    ['a bracket that is left open', 'a: [1\nb', /^This is neither JSON nor YAML: .* at line 2, column 1\.$/],
    ['a key twice', 'a: 1\na: 2', /^This is neither JSON nor YAML: the key "a" stands twice in one map\.$/],
    ['a name twice', '{"a": 1,\n"a": 2}', /^Line 2: the name "a" stands twice in one object\.$/],
    ['a few lines for billions of nodes', bomb.join('\n'), /Excessive alias count/],
    ['brackets without end', '['.repeat(50_000), /neither JSON nor YAML/],
  ])('with %s is refused in a sentence', async (_, text, said) => {
    const refused = readConfig(text);
    await expect(refused).rejects.toThrow(UnreadableConfig);
    await expect(refused).rejects.toThrow(said);
  });
});
