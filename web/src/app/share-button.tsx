import { useSignal } from '@preact/signals';
import type { JSX } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import { copyText } from '../export/clipboard.js';
import { LONG_LINK } from '../link.js';
import { saveNow } from '../state/address.js';
import { Popover } from '../ui/popover.js';

const TOLD_MS = 2000;

/** Copies the link to what is shown. Where that is refused, the link is shown to be copied by hand. */
export function ShareButton(): JSX.Element {
  const state = useSignal<'idle' | 'copied' | 'by-hand'>('idle');
  const link = useSignal('');
  const field = useRef<HTMLInputElement>(null);
  const timer = useRef<ReturnType<typeof setTimeout> | undefined>(undefined);
  useEffect(() => {
    if (state.value === 'by-hand') field.current?.select();
  }, [state.value]);
  const share = (): void => {
    saveNow();
    link.value = location.href;
    clearTimeout(timer.current);
    copyText(location.href).then(
      () => {
        state.value = 'copied';
        timer.current = setTimeout(() => {
          state.value = 'idle';
        }, TOLD_MS);
      },
      () => {
        state.value = 'by-hand';
      },
    );
  };
  const isLong = link.value.length > LONG_LINK;
  return (
    <span class="anchor">
      <button type="button" class="tool" onClick={share}>
        {state.value === 'copied' ? 'Copied' : 'Share'}
      </button>
      <span class="unseen" role="status">
        {state.value === 'copied'
          ? `Link copied.${isLong ? ` It is ${link.value.length} characters long, and some programs cut links.` : ''}`
          : ''}
      </span>
      {state.value === 'by-hand' ? (
        <Popover
          label="Link to this page"
          onClose={() => {
            state.value = 'idle';
          }}
        >
          <p class="note">The browser does not let this page copy. Here is the link:</p>
          <input ref={field} type="text" readOnly aria-label="Link to this page" value={link.value} />
        </Popover>
      ) : null}
    </span>
  );
}
