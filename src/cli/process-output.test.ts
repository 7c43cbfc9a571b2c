import { EventEmitter } from 'node:events';
import { describe, expect, it } from 'vitest';
import { outputOf } from './process-output.js';

const fault = (code: string) => Object.assign(new Error(`${code}: of the system\u001b, write`), { code });

/** A stream that fails at each write: as an event, or there and then. */
function failing(code: string, throws: boolean) {
  const stream = new EventEmitter();
  const write = (): void => {
    if (throws) throw fault(code);
    stream.emit('error', fault(code));
  };
  return Object.assign(stream, { write });
}

function reasons(code: string, throws: boolean): string[] {
  const told: string[] = [];
  const output = outputOf(failing(code, throws), (reason) => told.push(reason));
  output.write('a');
  output.write('b');
  return told;
}

describe.each([
  ['as an event', false],
  ['there and then', true],
])('an output that fails %s', (_, throws) => {
  it.each([
    ['ENOSPC', 'no space is left on the device'],
    ['EIO', 'the device reports a fault'],
    ['EWHAT', 'EWHAT: of the system\\u{1b}, write'],
  ])('for %s says so once, and never throws', (code, reason) => {
    expect(reasons(code, throws)).toEqual([reason]);
  });

  it('because its reader has seen enough is no fault', () => {
    expect(reasons('EPIPE', throws)).toEqual([]);
  });
});

it('an output passes on what is written, and what is known of the terminal', () => {
  const written: string[] = [];
  const stream = Object.assign(new EventEmitter(), {
    isTTY: true,
    columns: 80,
    write: (text: string) => written.push(text),
  });
  const output = outputOf(stream, () => {});
  output.write('a');
  expect(written).toEqual(['a']);
  expect(output).toMatchObject({ isTerminal: true, columns: 80 });
});
