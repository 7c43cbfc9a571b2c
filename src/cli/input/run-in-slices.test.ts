import { describe, expect, it } from 'vitest';
import { scenarioOf, variantsOf } from '../../simulator/index.js';
import type { Io } from '../io.js';
import { runInSlices } from './run-in-slices.js';

/** A terminal whose clock goes on by so much at each look, and somebody who may press Ctrl-C at such a look. */
function terminal({ stepMs, interruptAtLook = Infinity }: { stepMs: number; interruptAtLook?: number }) {
  let looks = 0;
  let listener: (() => void) | null = null;
  const written: string[] = [];
  const io = {
    err: { write: (text: string) => written.push(text), isTerminal: true, columns: 80 },
    now: () => {
      looks++;
      if (looks >= interruptAtLook) listener?.();
      return looks * stepMs;
    },
    onInterrupt: (given: () => void) => {
      listener = given;
      return () => {
        listener = null;
      };
    },
  } as unknown as Io;
  return { io, written, isListening: () => listener !== null };
}

const variants = variantsOf(scenarioOf('metastable'));

describe('runs in slices', () => {
  it('show a bar, say beforehand that it takes long, and leave the line clean', async () => {
    const { io, written, isListening } = terminal({ stepMs: 600 });
    const { results, isInterrupted } = await runInSlices(variants, 2, 1, io);
    expect([results[0]?.result.runs, isInterrupted, isListening()]).toEqual([2, false, false]);
    const text = written.join('');
    expect(text).toMatch(/\r\[#+\.+\] \d+ %/);
    expect(text.match(/This takes about \d+ s more; Ctrl-C prints what there is by then\.\n/g)).toHaveLength(1);
    expect(text).toMatch(/\r {32}\r$/);
  });

  it('stop at Ctrl-C with what there is: of the first run a part, of later ones only whole runs', async () => {
    const early = await runInSlices(variants, 5, 1, terminal({ stepMs: 1, interruptAtLook: 3 }).io);
    expect(early.isInterrupted).toBe(true);
    expect(early.results[0]?.result.runs).toBe(1);
    expect(early.results[0]?.result.first.endedAtMs).toBeLessThan(250_000);
    const late = await runInSlices(variants, 5, 1, terminal({ stepMs: 1, interruptAtLook: 12 }).io);
    expect(late.isInterrupted).toBe(true);
    expect(late.results[0]?.result.first.endedAtMs).toBeGreaterThan(249_000);
    expect(late.results[0]?.result.runs).toBeLessThan(5);
  });
});
