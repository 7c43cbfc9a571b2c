import { describe, expect, it } from 'vitest';
import { valuesAt } from './body-path.js';
import { BodyView } from './body-view.js';

describe('a place in a body', () => {
  const body = { a: { b: [{ c: 1 }, { c: 2 }], d: 'x' }, e: { one: { f: 3 }, two: { f: 4 } } };
  it.each([
    ['a.b[].c', [1, 2]],
    ['a.d', ['x']],
    ['a.d[]', ['x']],
    ['e.*.f', [3, 4]],
    ['a.b.c', []],
    ['a.x.c', []],
    ['constructor', []],
    ['a.constructor.name', []],
  ])('%s', (path, values) => {
    expect(valuesAt(body, path)).toEqual(values);
  });

  it('never gives more than a hundred values', () => {
    expect(valuesAt({ a: Array.from({ length: 1000 }, () => ({ b: 1 })) }, 'a[].b').length).toBe(100);
  });
});

describe('a body', () => {
  const inner = { error: { code: 429, message: 'Resource has been exhausted' } };
  it.each([
    ['an object', inner],
    ['a text of JSON', JSON.stringify(inner)],
    ['a list, as streams have it', [inner]],
    ['JSON in the message of JSON', { error: { message: JSON.stringify(inner, null, 2), code: 500 } }],
    [
      'JSON in JSON in JSON',
      JSON.stringify({ message: JSON.stringify({ error: { message: JSON.stringify([inner]) } }) }),
    ],
  ])('is looked into when it is %s', (_, body) => {
    const view = new BodyView(body);
    expect(view.at('error.code')).toContain(429);
    expect(view.text).toContain('Resource has been exhausted');
  });

  it('that is no JSON is its own message', () => {
    expect(new BodyView('<html>Retry later</html>').text).toBe('<html>Retry later</html>');
    expect(new BodyView('{"broken').text).toBe('{"broken');
    expect(new BodyView('  "text"').text).toBe('  "text"');
  });

  it.each([
    ['a stream', new ReadableStream()],
    ['a number', 7],
    ['nothing', undefined],
    ['null', null],
    ['bytes', new Uint8Array([123])],
    [
      'a class of its own',
      new (class {
        error = inner.error;
      })(),
    ],
  ])('that is %s says nothing', (_, body) => {
    const view = new BodyView(body);
    expect([view.roots, view.text, view.at('error.code')]).toEqual([[], '', []]);
  });

  it('is looked at within bounds', () => {
    const long = JSON.stringify({ error: { message: 'x'.repeat(70_000) } });
    expect(new BodyView(long).roots).toEqual([]);
    expect(new BodyView(long).text.length).toBe(65_536);
    let nested: unknown = inner;
    for (let depth = 0; depth < 12; depth++) nested = { message: JSON.stringify(nested) };
    expect(new BodyView(nested).roots.length).toBeLessThanOrEqual(10);
    expect(() => new BodyView(`${'['.repeat(60_000)}`)).not.toThrow();
    expect(() => new BodyView(`${'['.repeat(30_000)}${']'.repeat(30_000)}`)).not.toThrow();
  });
});
