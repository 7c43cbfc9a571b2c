import type { ComponentChildren, JSX } from 'preact';

/**
 * The results of a page. They stay, dimmed, while something in the form is wrong or newer ones are on their way: what
 * vanishes at every slip cannot be compared.
 */
export function Results(props: {
  readonly title: string;
  readonly isStale: boolean;
  readonly isPending: boolean;
  readonly fault: string | null;
  /** Said in place of the usual note, where a part of the page is stale and is dimmed by the page itself. */
  readonly staleNote?: string | null;
  readonly children: ComponentChildren;
}): JSX.Element {
  const { title, isStale, isPending, fault, children } = props;
  const note = props.staleNote ?? (isStale ? STALE : '');
  return (
    <main id="results" tabIndex={-1}>
      <h1 class="unseen">{title}</h1>
      {fault === null ? null : (
        <p class="fault" role="alert">
          {fault}
        </p>
      )}
      <p class={`stale-note${note === '' ? '' : ' shown'}`} role="status">
        {note}
      </p>
      <div class={`results${isStale ? ' stale' : isPending ? ' pending' : ''}`}>{children}</div>
    </main>
  );
}

const STALE = 'From the last input that was right; a field needs your attention.';
