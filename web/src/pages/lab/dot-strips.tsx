import { effect, signal, useComputed } from '@preact/signals';
import type { JSX } from 'preact';
import { useEffect, useId, useRef } from 'preact/hooks';
import { formatNumber } from '../../../../src/core/text/format-number.js';
import { formatWait } from '../../../../src/core/text/format-time.js';
import { timeTicks } from '../../charts/ticks.js';
import { Select } from './chooser.js';
import { clearStrip, paintDots, type Strip } from './paint-dots.js';
import { PointedMark } from './pointed.js';
import { FATES } from './run/dots.js';
import { beginning, dots, frame, lanes, reports, running, status } from './runner.js';
import { axisMs, isClose } from './shown-lines.js';

/** Counts changes of the colour scheme, upon which canvases are painted anew. */
const scheme = signal(0);
const changed = (): void => {
  scheme.value++;
};
matchMedia('(prefers-color-scheme: dark)').addEventListener('change', changed);
new MutationObserver(changed).observe(document.documentElement, { attributeFilter: ['data-theme'] });

/** Attempts of single calls as dots, a row for each call and a strip for each side, under the same time. */
export function DotStrips(): JSX.Element {
  const id = useId();
  const sides = running.value?.sides ?? [];
  const { stride } = lanes.value;
  const load = sides[0]?.scenario.load.kind;
  const what = load === 'open' || load === 'closed' ? 'calls in progress' : 'calls';
  const which =
    stride === 1 ? 'every call' : stride === 2 ? 'every other call' : `one of ${formatNumber(stride)} ${what}`;
  return (
    <figure class="chart lab-dots" aria-labelledby={id}>
      <figcaption>
        <h2 id={id}>Attempt by attempt: a row for {which}</h2>
        <div class="legend">
          <p>
            <span>
              <span class="lab-dot useful" aria-hidden="true" /> of use
            </span>
            <span>
              <span class="lab-dot refused" aria-hidden="true" /> turned away
            </span>
            <span>
              <span class="lab-dot in-vain" aria-hidden="true" /> failed, or too late
            </span>
            <span>
              <span class="lab-dot open" aria-hidden="true" /> no answer yet
            </span>
            <ShownPart />
          </p>
        </div>
      </figcaption>
      {sides.map(({ name }, side) => (
        <SideStrip key={side} side={side} name={name} />
      ))}
      <TimeTicks />
    </figure>
  );
}

/** Where there is a beginning that the whole run presses together. */
function ShownPart(): JSX.Element | null {
  if (beginning.value === null) return null;
  return (
    <Select
      label="show"
      value={isClose.value ? 'close' : 'all'}
      options={[
        ['all', 'the whole run'],
        ['close', `the first ${formatWait(beginning.value.axisMs)}`],
      ]}
      onChoose={(which) => {
        isClose.value = which === 'close';
      }}
    />
  );
}

function SideStrip({ side, name }: { side: number; name: string }): JSX.Element {
  const canvas = useRef<HTMLCanvasElement>(null);
  useEffect(() => (canvas.current === null ? undefined : keepPainted(canvas.current, side)), [side]);
  const counts = useComputed(() => countsOf(side));
  // In words when the run rests.
  status.value;
  reports.value;
  return (
    <div class="lab-strip">
      <p class="lab-strip-name">
        <span class={`lab-key ${side === 0 ? 'a' : 'b'}`} aria-hidden="true" /> <b>{name}</b> <span>{counts}</span>
      </p>
      <div class="lab-ground">
        <canvas ref={canvas} role="img" aria-label={`Attempts of ${name}: ${countsOf(side, true)}`} />
        <PointedMark />
      </div>
    </div>
  );
}

function countsOf(side: number, isPeeked = false): string {
  const figures = (isPeeked ? frame.peek() : frame.value)?.sides[side]?.figures;
  if (figures === undefined) return 'none yet';
  const { attempts, useful, refused, wasted } = figures;
  const parts: [number | null, string][] = [
    [attempts, 'attempts'],
    [useful, 'of use'],
    [refused, 'turned away'],
    [wasted, 'failed or too late'],
  ];
  return parts
    .filter(([count], index) => index < 2 || (count ?? 0) > 0)
    .map(([count, what]) => `${formatNumber(count)} ${what}`)
    .join(', ');
}

function TimeTicks(): JSX.Element {
  const endMs = axisMs.value;
  return (
    <div class="lab-ticks" aria-hidden="true">
      {timeTicks(endMs, 8).map(({ value, label }) => (
        <span
          key={label}
          class={value > 0.96 * endMs ? 'last' : undefined}
          style={{ insetInlineStart: `${(100 * value) / endMs}%` }}
        >
          {label}
        </span>
      ))}
    </div>
  );
}

/** Paints what comes, and all of it again when the room, the time shown or the colours change. Returns how to stop. */
function keepPainted(canvas: HTMLCanvasElement, side: number): () => void {
  const width = signal(0);
  const observer = new ResizeObserver(() => {
    width.value = canvas.clientWidth;
  });
  observer.observe(canvas);
  let painted = 0;
  let before = '';
  const dispose = effect(() => {
    const pieces = dots.value;
    const strip = stripOf(canvas, { side, width: width.value, lanes: lanes.value.lanes, axisMs: axisMs.value });
    const key = `${width.value} ${lanes.value.lanes} ${axisMs.value} ${scheme.value}`;
    if (strip === null) return;
    if (key !== before || pieces.length < painted) {
      before = key;
      painted = 0;
      resize(canvas, strip);
    }
    for (; painted < pieces.length; painted++) paintDots(strip, pieces[painted] as Float32Array);
  });
  return () => {
    observer.disconnect();
    dispose();
  };
}

function stripOf(
  canvas: HTMLCanvasElement,
  where: { side: number; width: number; lanes: number; axisMs: number },
): Strip | null {
  const context = canvas.getContext('2d');
  if (context === null || where.width === 0 || where.lanes === 0) return null;
  return { context, ...where, height: canvas.clientHeight, colours: coloursOf(canvas) };
}

/** As many pixels as the screen has. */
function resize(canvas: HTMLCanvasElement, strip: Strip): void {
  const ratio = devicePixelRatio;
  canvas.width = Math.round(strip.width * ratio);
  canvas.height = Math.round(strip.height * ratio);
  strip.context.setTransform(ratio, 0, 0, ratio, 0, 0);
  clearStrip(strip);
}

/** A canvas knows no custom properties: the colours are those of the legend's marks. */
function coloursOf(canvas: HTMLCanvasElement): string[] {
  const figure = canvas.closest('figure') as HTMLElement;
  return FATES.map((fate) => {
    const mark = figure.querySelector(`.lab-dot.${fate}`);
    return mark === null ? '' : getComputedStyle(mark).backgroundColor;
  });
}
