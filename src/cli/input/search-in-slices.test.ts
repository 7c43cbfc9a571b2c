import { describe, expect, it } from 'vitest';
import type { Io } from '../io.js';
import { searchInSlices } from './search-in-slices.js';

function* search(onStep: (step: number) => void): Generator<string, string | null, void> {
  for (let step = 1; step <= 3; step++) {
    onStep(step);
    yield `known after ${step}`;
  }
  return 'the end';
}

describe('a search in slices', () => {
  it.each([
    [null, { found: 'the end', isInterrupted: false }],
    [2, { found: 'known after 2', isInterrupted: true }],
  ])('with Ctrl-C during step %s', async (at, expected) => {
    let interrupt = (): void => undefined;
    let isListening = false;
    const io = {
      onInterrupt: (given: () => void) => {
        interrupt = given;
        isListening = true;
        return () => {
          isListening = false;
        };
      },
    } as unknown as Io;
    const run = search((step) => {
      if (step === at) interrupt();
    });
    expect(await searchInSlices(run, io)).toEqual(expected);
    expect(isListening).toBe(false);
  });
});
