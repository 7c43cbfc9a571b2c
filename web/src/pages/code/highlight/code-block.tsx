import type { JSX } from 'preact';
import { useMemo } from 'preact/hooks';
import { highlighted } from './highlighter.js';

/** Code in colours, a line a line: it scrolls rather than wraps. */
export function CodeBlock(props: { readonly label: string; readonly code: string; readonly language: string }) {
  const { label, code, language } = props;
  const pieces = highlighted(code, language);
  const isPlain = pieces.length === 1;
  const drawn = useMemo(() => pieces.map(pieceNode), [code, language, isPlain]);
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls has to be reachable
    <section class="code" aria-label={label} tabIndex={0}>
      <pre>
        <code>{drawn}</code>
      </pre>
    </section>
  );
}

function pieceNode({ text, kind }: { text: string; kind: string | null }, index: number): JSX.Element | string {
  return kind === null ? (
    text
  ) : (
    <span key={index} class={`code-${kind}`}>
      {text}
    </span>
  );
}
