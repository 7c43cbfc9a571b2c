import { signal } from '@preact/signals';
import type { JSX } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import { lazy } from '../ui/lazy.js';

const isOpen = signal(false);

const HelpText = lazy(async () => (await import('./help-text.js')).HelpText);

export function HelpButton(): JSX.Element {
  return (
    <button
      type="button"
      class="tool"
      aria-haspopup="dialog"
      aria-keyshortcuts="?"
      onClick={() => {
        isOpen.value = true;
      }}
    >
      ?<span class="unseen"> Help</span>
    </button>
  );
}

/** How values are written, what each field means, and which keys do something. Opened by `?` outside of fields. */
export function HelpDialog(): JSX.Element {
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(() => {
    const onKey = (event: KeyboardEvent): void => {
      const { target } = event;
      const isTyping = target instanceof HTMLElement && target.closest('input, textarea, select') !== null;
      if (event.key === '?' && !isTyping && !event.ctrlKey && !event.metaKey && !event.altKey) isOpen.value = true;
    };
    addEventListener('keydown', onKey);
    return () => removeEventListener('keydown', onKey);
  }, []);
  useEffect(() => {
    if (isOpen.value) dialog.current?.showModal();
    else dialog.current?.close();
  }, [isOpen.value]);
  return (
    <dialog
      ref={dialog}
      aria-labelledby="help-title"
      onClose={() => {
        isOpen.value = false;
      }}
    >
      <header>
        <h2 id="help-title">Help</h2>
        <form method="dialog">
          <button type="submit" class="button">
            Close
          </button>
        </form>
      </header>
      {isOpen.value ? <HelpText /> : null}
    </dialog>
  );
}
