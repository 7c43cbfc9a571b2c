import { useSignal } from '@preact/signals';
import type { JSX } from 'preact';
import { useCallback, useEffect, useRef } from 'preact/hooks';
import { takeExample } from '../state/address.js';
import { EXAMPLES, exampleLink } from '../state/examples.js';
import { Popover } from '../ui/popover.js';

/** Situations to start from, each a link. */
export function ExamplesMenu(): JSX.Element {
  const isOpen = useSignal(false);
  const list = useRef<HTMLUListElement>(null);
  const close = useCallback(() => {
    isOpen.value = false;
  }, [isOpen]);
  useEffect(() => {
    if (isOpen.value) list.current?.querySelector('a')?.focus();
  }, [isOpen.value]);
  return (
    <span class="anchor">
      <button
        type="button"
        class="tool"
        aria-expanded={isOpen.value}
        onClick={() => {
          isOpen.value = !isOpen.value;
        }}
      >
        Examples
      </button>
      {isOpen.value ? (
        <Popover label="Examples" onClose={close}>
          <ul ref={list} class="menu">
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
                </a>
              </li>
            ))}
          </ul>
        </Popover>
      ) : null}
    </span>
  );
}
