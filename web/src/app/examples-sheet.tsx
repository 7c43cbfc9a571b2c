import type { JSX } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import { takeExample } from '../state/address.js';
import { EXAMPLES, exampleLink } from '../state/examples.js';
import type { SheetProps } from './menu-button.js';

/** Situations to start from, each a link. */
export function ExamplesSheet({ close }: SheetProps): JSX.Element {
  const list = useRef<HTMLUListElement>(null);
  useEffect(() => list.current?.querySelector('a')?.focus(), []);
  return (
    <ul ref={list} class="menu examples">
      {EXAMPLES.map((example) => (
        <li key={example.id}>
          <a
            href={exampleLink(example)}
            onClick={(event) => {
              if (event.metaKey || event.ctrlKey || event.shiftKey || event.button !== 0) return;
              event.preventDefault();
              takeExample(example);
              close();
            }}
          >
            {example.title}
            <span class="note">{example.about}</span>
          </a>
        </li>
      ))}
    </ul>
  );
}
