import type { ComponentChildren, JSX } from 'preact';
import { useId, useLayoutEffect, useRef, useState } from 'preact/hooks';

/** The room that a chart has, in pixels. */
export interface Plot {
  readonly width: number;
  readonly height: number;
  /** The box within the axes. */
  readonly left: number;
  readonly right: number;
  readonly top: number;
  readonly bottom: number;
  /** What one rem is: strokes and marks grow with the reader's text. */
  readonly rem: number;
}

interface ChartProps {
  readonly title: string;
  /** What the picture shows, for those who cannot see it. */
  readonly description: string;
  /** Marks and what they mean; stands under the title. */
  readonly legend: ComponentChildren;
  /** In rem. */
  readonly height?: number;
  /** Room for the labels of the vertical axis, in rem. */
  readonly gutter?: number;
  readonly class?: string;
  /** Where the pointer is, in pixels; null when it has left. */
  readonly onPoint?: (x: number | null, plot: Plot) => void;
  draw(plot: Plot): ComponentChildren;
  /** Controls laid over the picture. */
  overlay?(plot: Plot): ComponentChildren;
}

/** A picture with title and legend. Drawn at its real size, so that its text is as large as all other text. */
export function Chart(props: ChartProps): JSX.Element {
  const { title, description, legend, height = 16, gutter = 3, draw, overlay, onPoint } = props;
  const id = useId();
  const frame = useRef<HTMLDivElement>(null);
  const size = useSize(frame);
  const plot = size === null ? null : plotOf(size, height, gutter);
  return (
    <figure class={`chart ${props.class ?? ''}`} aria-labelledby={`${id}-title`}>
      <figcaption>
        <h2 id={`${id}-title`}>{title}</h2>
        <div class="legend">{legend}</div>
      </figcaption>
      <div
        ref={frame}
        class="frame"
        style={{ blockSize: `${height}rem` }}
        onPointerMove={(event) => {
          if (plot !== null) onPoint?.(event.clientX - event.currentTarget.getBoundingClientRect().left, plot);
        }}
        onPointerLeave={() => {
          if (plot !== null) onPoint?.(null, plot);
        }}
      >
        {plot === null ? null : (
          <>
            <svg
              role="img"
              aria-label={title}
              aria-describedby={`${id}-text`}
              width={plot.width}
              height={plot.height}
              viewBox={`0 0 ${plot.width} ${plot.height}`}
            >
              <desc id={`${id}-text`}>{description}</desc>
              {draw(plot)}
            </svg>
            {overlay?.(plot)}
          </>
        )}
      </div>
    </figure>
  );
}

interface Size {
  readonly width: number;
  readonly rem: number;
}

function useSize(frame: { readonly current: HTMLDivElement | null }): Size | null {
  const [size, setSize] = useState<Size | null>(null);
  useLayoutEffect(() => {
    const element = frame.current;
    if (element === null) return;
    const measure = (): void => {
      const rem = Number.parseFloat(getComputedStyle(document.documentElement).fontSize);
      const width = Math.floor(element.clientWidth);
      setSize((before) => (before?.width === width && before.rem === rem ? before : { width, rem }));
    };
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    return () => observer.disconnect();
  }, []);
  return size;
}

function plotOf({ width, rem }: Size, height: number, gutter: number): Plot {
  return {
    width,
    height: height * rem,
    left: gutter * rem,
    right: width - rem * 0.75,
    top: rem * 0.75,
    bottom: (height - 2.5) * rem,
    rem,
  };
}
