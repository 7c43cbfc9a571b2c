import { describe, expect, it } from 'vitest';
import { hereDocument } from './here-document.js';

describe('hereDocument', () => {
  it.each([
    ['retry-after: 7', 'END'],
    ['THE END', 'END'],
    ['retry-after: 7\nEND\nrm -rf ~', 'END_1'],
    ['END\r\nEND_1\r\nls', 'END_2'],
    ['a\rEND\rls', 'END_1'],
    ['  END\t', 'END_1'],
  ])('%j is ended by %s alone', (text, delimiter) => {
    expect(hereDocument(text)).toBe(`<<'${delimiter}'\n${text}\n${delimiter}`);
  });
});
