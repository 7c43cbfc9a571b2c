import type { ComponentChildren, JSX } from 'preact';
import { useId } from 'preact/hooks';

/** A part of a page under its heading; `aside` stands at the heading's right. */
export function Section(props: {
  readonly title: string;
  readonly aside?: ComponentChildren;
  readonly children: ComponentChildren;
}): JSX.Element {
  const id = useId();
  return (
    <section class="part" aria-labelledby={id}>
      <header>
        <h2 id={id}>{props.title}</h2>
        {props.aside}
      </header>
      {props.children}
    </section>
  );
}
