import { signal } from '@preact/signals';
import { copyText } from '../export/clipboard.js';
import { saveNow } from '../state/address.js';

/** How long the button says that the link has been copied. */
const TOLD_MS = 2000;

/** What became of the link that was shared last; `by-hand` where the browser does not let the page copy. */
export const shared = signal<'copying' | 'copied' | 'by-hand'>('copying');

/** Whether that has only just been copied. */
export const isJustCopied = signal(false);

let timer: ReturnType<typeof setTimeout> | undefined;

/** Copies the link to what is shown at this moment. */
export function shareLink(): void {
  saveNow();
  clearTimeout(timer);
  shared.value = 'copying';
  copyText(location.href).then(
    () => {
      shared.value = 'copied';
      isJustCopied.value = true;
      timer = setTimeout(() => {
        isJustCopied.value = false;
      }, TOLD_MS);
    },
    () => {
      shared.value = 'by-hand';
    },
  );
}
