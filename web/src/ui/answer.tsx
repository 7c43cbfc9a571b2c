import type { ComponentChildren, JSX } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import { cutAtFigures } from './figures.js';

/** A screen reader is told the answer when it has settled, not at every key. */
const SETTLED_MS = 900;
/** Figures of more characters may be broken: on a phone they are wider than the line. */
const LONG_FIGURE = 16;

/** The answer in one sentence, large, its figures standing out; what follows from it beneath. */
export function Answer({ text, children }: { text: string; children?: ComponentChildren }): JSX.Element {
  return (
    <div class="answer">
      <p class="sentence">
        {cutAtFigures(text).map((piece, index) =>
          piece.isFigure ? (
            <strong key={index} class={piece.text.length > LONG_FIGURE ? 'long' : undefined}>
              {piece.text}
            </strong>
          ) : (
            piece.text
          ),
        )}
      </p>
      {children}
      <Announcement text={text} />
    </div>
  );
}

function Announcement({ text }: { text: string }): JSX.Element {
  const region = useRef<HTMLParagraphElement>(null);
  const isFirst = useRef(true);
  useEffect(() => {
    // What stands there when the page opens is read anyway.
    if (isFirst.current) {
      isFirst.current = false;
      return;
    }
    const timer = setTimeout(() => {
      if (region.current !== null) region.current.textContent = text;
    }, SETTLED_MS);
    return () => clearTimeout(timer);
  }, [text]);
  return <p ref={region} class="unseen" role="status" />;
}
