import type { ComponentChildren, JSX } from 'preact';

/** What a mark in a picture means. */
export function Key({
  mark,
  children,
}: {
  mark: 'band' | 'mean' | 'dot' | 'other' | 'spike';
  children: ComponentChildren;
}): JSX.Element {
  return (
    <span>
      <span class={`key ${mark}`} aria-hidden="true" /> {children}
    </span>
  );
}
