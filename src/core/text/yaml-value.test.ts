import { describe, expect, it } from 'vitest';
import * as yaml from 'yaml';
import { YamlFault, yamlValue } from './yaml-value.js';

const read = (text: string): unknown => yamlValue(text, yaml);

describe('the value of a text in YAML', () => {
  it.each<[string, string, unknown]>([
    ['one document', 'a: [1, x]', { a: [1, 'x'] }],
    ['several', 'a: 1\n---\nb: 2', [{ a: 1 }, { b: 2 }]],
    ['the same key in two maps', 'a: { k: 1 }\nb: { k: 1 }', { a: { k: 1 }, b: { k: 1 } }],
    [
      'two merges into one map',
      'x: &x { a: 1 }\ny: &y { b: 2 }\nz: { <<: *x, <<: *y }',
      expect.objectContaining({ z: { a: 1, b: 2 } }),
    ],
  ])('%s', (_, text, value) => expect(read(text)).toEqual(value));

  it.each<[string, string, string]>([
    ['a key twice', 'a: 1\nb: 2\na: 3', 'the key "a" stands twice in one map'],
    ['a number and its text', '1: x\n"1": y', 'the key "1" stands twice in one map'],
    ['twice further in', 'a: [{ b: 1, b: 2 }]', 'the key "b" stands twice in one map'],
    ['nothing', '', 'there is nothing here'],
  ])('%s is refused', (_, text, said) => expect(() => read(text)).toThrow(new YamlFault(said)));

  it('is read without the search of the reader, which compares all keys of a map with all', () => {
    const asked: unknown[] = [];
    const parseAllDocuments: typeof yaml.parseAllDocuments = (text, options) => {
      asked.push(options?.uniqueKeys);
      return yaml.parseAllDocuments(text, options);
    };
    yamlValue('a: 1', { ...yaml, parseAllDocuments });
    expect(asked).toEqual([false]);
  });
});
