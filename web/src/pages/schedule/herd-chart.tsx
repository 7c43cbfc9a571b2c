import type { JSX } from 'preact';
import { formatShare } from '../../../../src/core/text/format-share.js';
import { formatWait } from '../../../../src/core/text/format-time.js';
import { XAxis, YAxis } from '../../charts/axes.js';
import { Chart, type Plot } from '../../charts/chart.js';
import { Key } from '../../charts/key.js';
import { areaPath, linePath, type Place } from '../../charts/path.js';
import { linearScale } from '../../charts/scale.js';
import { SHARE_TICKS, timeTicks } from '../../charts/ticks.js';
import type { Herd } from './herd.js';

/** A fleet whose clients all failed at once: when it comes back, with jitter and without. */
export function HerdChart({ herd, jitter }: { herd: Herd; jitter: string }): JSX.Element {
  const { own, spread } = herd;
  const name = own ? jitter : 'full jitter';
  return (
    <Chart
      title="When a whole fleet comes back"
      description={describe(herd, name)}
      height={13}
      gutter={3.25}
      class="herd"
      legend={
        <p>
          <Key mark="spike">
            without jitter <b>100 %</b> in the same instant, {herd.waves === 1 ? 'once' : `${herd.waves} times`}
          </Key>
          <Key mark="band">
            {own ? name : `${name} instead`}: at most <b>{formatShare(spread.peakShare)}</b> within{' '}
            {formatWait(herd.instantMs)}
          </Key>
        </p>
      }
      draw={(plot) => <Drawing plot={plot} herd={herd} />}
    />
  );
}

function Drawing({ plot, herd }: { plot: Plot; herd: Herd }): JSX.Element {
  const { endMs, spikesAtMs, spread } = herd;
  const x = linearScale(0, endMs, plot.left, plot.right);
  const y = linearScale(0, 1, plot.bottom, plot.top);
  const line = spread.points.map(({ tMs, share }): Place => [x(Math.max(0, tMs)), y(Math.min(1, share))]);
  const ground = line.map(([at]): Place => [at, plot.bottom]);
  const count = Math.floor((plot.right - plot.left) / (4.5 * plot.rem));
  return (
    <>
      <YAxis plot={plot} scale={y} ticks={SHARE_TICKS.filter(({ value }) => value !== 0.25 && value !== 0.75)} />
      <XAxis plot={plot} scale={x} ticks={timeTicks(endMs, count)} title="since all of it failed at once" />
      {spikesAtMs.map((atMs, index) => (
        <line key={index} class="spike" x1={x(atMs)} x2={x(atMs)} y1={plot.bottom} y2={y(1)} />
      ))}
      <path class="area strong" d={areaPath(line, ground)} />
      <path class="line a" d={linePath(line)} />
    </>
  );
}

function describe(herd: Herd, name: string): string {
  const times = herd.spikesAtMs.slice(0, 6).map((ms) => formatWait(ms));
  const { peakShare, peakOfWave } = herd.spread;
  const last = peakOfWave.at(-1) ?? 0;
  return `All clients of a fleet fail in the same instant and go on failing. Without jitter all of them retry together, after ${times.join(', ')}. With ${name} at most ${formatShare(peakShare)} of them retry within the same ${formatWait(herd.instantMs)}, and in wave ${herd.waves} at most ${formatShare(last)}.`;
}
