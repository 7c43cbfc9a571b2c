import fc from 'fast-check';
import hljs from 'highlight.js/lib/core';
import go from 'highlight.js/lib/languages/go';
import python from 'highlight.js/lib/languages/python';
import typescript from 'highlight.js/lib/languages/typescript';
import yaml from 'highlight.js/lib/languages/yaml';
import { describe, expect, it } from 'vitest';
import { piecesOf } from './pieces.js';

const GRAMMARS = { go, python, typescript, yaml };
for (const [name, grammar] of Object.entries(GRAMMARS)) hljs.registerLanguage(name, grammar);

describe('the pieces of highlighted code', () => {
  it('carry the kind that highlight.js gives them, the innermost where they are nested', () => {
    const html = 'x <span class="hljs-string">&quot;a<span class="hljs-subst">{b}</span>&quot;</span>;';
    expect(piecesOf('x "a{b}";', html)).toEqual([
      { text: 'x ', kind: null },
      { text: '"a', kind: 'string' },
      { text: '{b}', kind: 'subst' },
      { text: '"', kind: 'string' },
      { text: ';', kind: null },
    ]);
  });

  it('take the first of several classes, and the kind around a language within another', () => {
    const html = '<span class="hljs-title function_">f</span><span class="language-xml">y</span>';
    expect(piecesOf('fy', html)).toEqual([
      { text: 'f', kind: 'title' },
      { text: 'y', kind: null },
    ]);
  });

  it('are the plain code where the markup says something else', () => {
    expect(piecesOf('a', '<span class="hljs-string">b</span>')).toEqual([{ text: 'a', kind: null }]);
  });

  it.each(Object.keys(GRAMMARS))('add up to the code, markup and all, %s', (language) => {
    const nasty = fc.constantFrom('<', '>', '&', '"', "'", '</span>', '<span class="hljs-x">', '&lt;', '&#x27;', '`${');
    const words = fc.constantFrom('const ', 'def f(a):', 'return 1', '# note', '// note', '\n', '"text"', 'a: b');
    const code = fc.array(fc.oneof(nasty, words, fc.string({ maxLength: 3 })), { maxLength: 20 });
    fc.assert(
      fc.property(code, (parts) => {
        const text = parts.join('');
        const html = hljs.highlight(text, { language }).value;
        const pieces = piecesOf(text, html);
        expect(pieces.map((piece) => piece.text).join('')).toBe(text);
        // What was typed is escaped there, so that a span is always one of the highlighter's own.
        if (/<span class="hljs-[a-z]+"?/.test(html)) expect(pieces.some(({ kind }) => kind !== null)).toBe(true);
      }),
      { numRuns: 200 },
    );
  });
});
