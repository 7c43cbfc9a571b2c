import { describe, expect, it } from 'vitest';
import { leadLinksHere } from './links.js';

describe('leadLinksHere', () => {
  it.each<[name: string, value: string, theirs: string, expected: string]>([
    ['Location', 'https://api.github.com/repositories/1', 'https://api.github.com', 'http://here:1/repositories/1'],
    ['location', 'https://api.github.com', 'https://api.github.com', 'http://here:1'],
    ['Location', '/repositories/1', 'https://api.github.com', '/repositories/1'],
    [
      'Location',
      'https://api.github.com.evil.example/',
      'https://api.github.com',
      'https://api.github.com.evil.example/',
    ],
    ['Location', 'https://api.github.com:444/', 'https://api.github.com', 'https://api.github.com:444/'],
    [
      'Location',
      'https://o.example/?to=https://a.example/',
      'https://a.example',
      'https://o.example/?to=https://a.example/',
    ],
    ['Location', 'https://a.example/v1/x', 'https://a.example/v1', 'http://here:1/x'],
    ['Location', 'https://a.example/v10/x', 'https://a.example/v1', 'https://a.example/v10/x'],
    ['Location', 'https://a.example/v2/x', 'https://a.example/v1', 'https://a.example/v2/x'],
    [
      'Link',
      '<https://a.example/i?page=2>; rel="next", <https://a.example/i?page=9>; rel="last", <https://b.example/>; rel="x"',
      'https://a.example',
      '<http://here:1/i?page=2>; rel="next", <http://here:1/i?page=9>; rel="last", <https://b.example/>; rel="x"',
    ],
    ['X-Other', 'https://a.example/', 'https://a.example', 'https://a.example/'],
  ])('%s: %s, of %s', (name, value, theirs, expected) => {
    const fields = ['A', 'b', name, value];
    leadLinksHere(fields, theirs, 'http://here:1');
    expect(fields).toEqual(['A', 'b', name, expected]);
  });
});
