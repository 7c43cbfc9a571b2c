import fc from 'fast-check';
import { expect, it } from 'vitest';
import { readSettings, writeSettings } from './settings-text.js';

it.each<[string, Record<string, string>]>([
  ['', {}],
  ['clients=1,000;spread=1s', { clients: '1,000', spread: '1s' }],
  ['a=b=c', { a: 'b=c' }],
  ['clients', { clients: '' }],
  [';;a = 1 ;', { a: '1' }],
])('the text "%s"', (text, settings) => expect(readSettings(text)).toEqual(settings));

it('settings come back from their text', () => {
  const key = fc.stringMatching(/^[a-z][a-zA-Z]{0,9}$/);
  const text = fc.string({ maxLength: 12 }).map((each) => each.replaceAll(';', '').trim());
  fc.assert(
    fc.property(fc.dictionary(key, text), (settings) => {
      expect(readSettings(writeSettings(settings))).toEqual({ ...settings });
    }),
    { numRuns: 300 },
  );
});
