import { describe, expect, it } from 'vitest';
import { toAscii } from './ascii.js';
import { renderBands } from './bands.js';
import { renderCurve } from './curve.js';
import { createStyle } from './style.js';

const view = { width: 48, unicode: true, style: createStyle(false) };

describe('bands', () => {
  const bands = [
    { label: '1', minMs: 0, meanMs: 500, maxMs: 1000, sampleMs: 900 },
    { label: '2', minMs: 1000, meanMs: 1500, maxMs: 2000, sampleMs: 1100 },
    { label: '10', minMs: 4000, meanMs: 4000, maxMs: 4000, sampleMs: 4000 },
  ];

  it('share one scale, from 0 to the longest wait', () => {
    expect(renderBands(bands, view)).toMatchInlineSnapshot(`
      "waits:  ─ possible  ┃ mean  ● this sample
       1 ─────┃────●─
       2            ─●───┃──────
      10                                             ┃
         0 s                                    4.00 s"
    `);
  });

  it('have a stand-in of one character for each mark in ASCII', () => {
    const text = renderBands(bands, view);
    expect(toAscii(text)).toMatch(/^[\x20-\x7e\n]*$/);
    expect(
      toAscii(text)
        .split('\n')
        .map((line) => line.length),
    ).toEqual(text.split('\n').map((line) => line.length));
  });

  it('are left out when there is nothing to see', () => {
    expect(renderBands([{ label: '1', minMs: 0, meanMs: 0, maxMs: 0, sampleMs: 0 }], view)).toBe('');
    expect(renderBands([], view)).toBe('');
  });
});

describe('a curve', () => {
  const curve = {
    title: 'resolved by',
    shareAt: (ms: number) => ms / 10_000,
    endMs: 10_000,
    mark: { atMs: 5000, label: 'deadline' },
  };

  it('fills the area beneath it, and points at the mark', () => {
    expect(renderCurve(curve, view)).toMatchInlineSnapshot(`
      "resolved by
      100 % ┤                                   ▂▃▄▅▆█
            │                            ▁▃▄▅▆▇███████
            │                     ▁▂▄▅▆▇██████████████
       50 % ┤              ▁▂▃▅▆▇█████████████████████
            │       ▁▂▃▄▆▇████████████████████████████
            │▁▂▃▄▅▇███████████████████████████████████
            └─────────────────────────────────────────
                                 ▲ deadline
             0 s                                10.0 s"
    `);
  });

  it('has no mark beyond its end', () => {
    expect(renderCurve({ ...curve, mark: { atMs: 10_001, label: 'deadline' } }, view)).not.toContain('▲');
  });

  it('puts the words of a late mark before it', () => {
    expect(renderCurve({ ...curve, mark: { atMs: 10_000, label: 'deadline' } }, view)).toContain('deadline ▲\n');
  });
});
