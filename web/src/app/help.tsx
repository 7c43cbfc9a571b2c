import { signal } from '@preact/signals';
import type { JSX } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import { LOAD_FIELDS } from '../../../src/core/capacity/load-fields.js';
import { POLICY_FIELDS } from '../state/fields.js';

const isOpen = signal(false);

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
      {isOpen.value ? <HelpText /> : null}
    </dialog>
  );
}

function HelpText(): JSX.Element {
  return (
    <>
      <header>
        <h2 id="help-title">Help</h2>
        <form method="dialog">
          <button type="submit" class="button">
            Close
          </button>
        </form>
      </header>
      <h3>Writing values</h3>
      <dl class="terms">
        <Term name="durations">
          250ms, 1.5s, 2m, 1h30m, 1d; a bare number is milliseconds; none where there may be none
        </Term>
        <Term name="counts">50, 1,000, 200k, 1.5M</Term>
        <Term name="shares">0.5, 50%, or counts such as 37/50, which also say how sure the share is</Term>
        <Term name="rates">20/min, 5/s, 300/h, 1000/5m</Term>
        <Term name="limits">name=amount/window@cost+burst, such as search=30/min@1+10</Term>
      </dl>
      <h3>Keys</h3>
      <dl class="terms">
        <Term name="?">this help, unless a field has the focus</Term>
        <Term name="← →">on the deadline in the picture: a step; with Page up and Page down ten</Term>
        <Term name="↑ ↓">in a field that holds a number: the next round value</Term>
        <Term name="Esc">closes what is open</Term>
      </dl>
      <h3>Fields</h3>
      <dl class="terms">
        {POLICY_FIELDS.map(({ key, field }) => (
          <Term key={key} name={key}>
            {field.about}
          </Term>
        ))}
        {LOAD_FIELDS.map(({ flag, about }) =>
          flag === null || flag === 'deadline' ? null : (
            <Term key={flag} name={flag}>
              {about}
            </Term>
          ),
        )}
      </dl>
    </>
  );
}

function Term({ name, children }: { name: string; children: string }): JSX.Element {
  return (
    <div>
      <dt>
        <code>{name}</code>
      </dt>
      <dd>{children}</dd>
    </div>
  );
}
