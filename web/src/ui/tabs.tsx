import type { JSX } from 'preact';
import { useId, useRef } from 'preact/hooks';

/** One of several things of which one is shown. */
export interface Tab {
  readonly id: string;
  readonly title: string;
}

/**
 * A row of tabs over the panel of the chosen one. Tab reaches the chosen one only; arrows, Home and End choose another
 * (ARIA Authoring Practices, tabs with automatic activation).
 */
export function Tabs(props: {
  readonly label: string;
  readonly tabs: readonly Tab[];
  readonly chosen: string;
  readonly onChoose: (id: string) => void;
  readonly children: JSX.Element | readonly (JSX.Element | null)[];
}): JSX.Element {
  const { label, tabs, chosen, onChoose } = props;
  const id = useId();
  const list = useRef<HTMLDivElement>(null);
  const go = (event: KeyboardEvent): void => {
    const next = nextIndex(
      event,
      tabs.findIndex((tab) => tab.id === chosen),
      tabs.length,
    );
    const tab = next === null ? undefined : tabs[next];
    if (next === null || tab === undefined) return;
    event.preventDefault();
    onChoose(tab.id);
    (list.current?.children[next] as HTMLElement | undefined)?.focus();
  };
  return (
    <div class="tabbed">
      <div ref={list} class="tabs" role="tablist" aria-label={label} onKeyDown={go}>
        {tabs.map((tab) => (
          <button
            key={tab.id}
            type="button"
            role="tab"
            id={`${id}-${tab.id}`}
            aria-selected={tab.id === chosen}
            aria-controls={`${id}-panel`}
            tabIndex={tab.id === chosen ? 0 : -1}
            onClick={() => onChoose(tab.id)}
          >
            {tab.title}
          </button>
        ))}
      </div>
      <div class="panel-of-tab" role="tabpanel" id={`${id}-panel`} aria-labelledby={`${id}-${chosen}`}>
        {props.children}
      </div>
    </div>
  );
}

function nextIndex({ key, altKey, ctrlKey, metaKey }: KeyboardEvent, at: number, count: number): number | null {
  // With a modifier the keys are the browser's.
  if (altKey || ctrlKey || metaKey) return null;
  if (key === 'ArrowRight') return (at + 1) % count;
  if (key === 'ArrowLeft') return (at - 1 + count) % count;
  if (key === 'Home') return 0;
  return key === 'End' ? count - 1 : null;
}
