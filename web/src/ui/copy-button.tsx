import { useSignal } from '@preact/signals';
import type { JSX } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import { copyText } from '../export/clipboard.js';

/** How long it says that it has been copied. */
const TOLD_MS = 2000;

/** Copies a text, and says so only when it has been. */
export function CopyButton(props: {
  readonly label: string;
  /** What is copied, in words, for those who cannot see where the button stands. */
  readonly what: string;
  readonly text: () => string;
}): JSX.Element {
  const state = useSignal<'idle' | 'copied' | 'failed'>('idle');
  const timer = useRef<ReturnType<typeof setTimeout> | undefined>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);
  const tell = (next: 'copied' | 'failed'): void => {
    state.value = next;
    clearTimeout(timer.current);
    timer.current = setTimeout(() => {
      state.value = 'idle';
    }, TOLD_MS);
  };
  return (
    <button
      type="button"
      class="link copy"
      onClick={() => {
        copyText(props.text()).then(
          () => tell('copied'),
          () => tell('failed'),
        );
      }}
    >
      <span aria-hidden="true">{LABELS[state.value] ?? props.label}</span>
      <span class="unseen">
        {props.label} {props.what}
      </span>
      <span class="unseen" role="status">
        {state.value === 'copied' ? `${props.what} copied` : state.value === 'failed' ? 'could not copy' : ''}
      </span>
    </button>
  );
}

const LABELS = { idle: null, copied: 'Copied', failed: 'Could not copy' } as const;
