import { expect, it } from 'vitest';
import { UsageError } from '../failure.js';
import { parseData } from './parse-data.js';
import { parseJson } from './parse-json.js';

it('refuses a name that stands twice in one object, in every file of JSON, with its line', () => {
  const text = '{"maxAttempts": 3,\n "maxAttempts": 5}';
  const message = 'p: line 2: the name "maxAttempts" stands twice in one object';
  expect(() => parseJson(text, 'p')).toThrow(new UsageError('invalid-json', message));
  for (const path of ['p.json', '-']) expect(() => parseData(text, path, 'p')).toThrow(message);
});
