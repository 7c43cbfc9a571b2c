// The steps that are read from a document.

import { describe, expect, it } from 'vitest';
import { stepsOf } from './shown-steps.js';

describe('the steps of a document', () => {
  it('are the named files and the commands with their output, in the order of the document', () => {
    const document = [
      '```js a.mjs\nconsole.log(1);\n```',
      '```js\nnot(saved);\n```',
      '```console\n$ holdoff emulate x &\nis at y\n$ node a.mjs\n1\n```',
    ].join('\n\n');
    expect(stepsOf(document)).toEqual([
      { kind: 'file', name: 'a.mjs', content: 'console.log(1);\n' },
      { kind: 'command', command: 'holdoff emulate x', output: 'is at y\n', isInBackground: true },
      { kind: 'command', command: 'node a.mjs', output: '1\n', isInBackground: false },
    ]);
  });

  it('are refused when a console shows what no command has printed', () => {
    expect(() => stepsOf('```console\nholdoff plan\n```')).toThrow('a console begins with "$ "');
  });
});
