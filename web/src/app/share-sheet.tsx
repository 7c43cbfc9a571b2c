import type { JSX } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import { LONG_LINK } from '../link.js';
import { page } from '../state/store.js';
import { CopyButton } from '../ui/copy-button.js';
import { embedCode, isOnlyHere } from './embed-code.js';
import type { SheetProps } from './menu-button.js';
import { shared } from './share.js';

/** The link that has been copied, to be seen or to be copied by hand; and the code that puts the same into another page. */
export function ShareSheet(_: SheetProps): JSX.Element {
  const field = useRef<HTMLInputElement>(null);
  const { href } = location;
  const isByHand = shared.value === 'by-hand';
  useEffect(() => {
    if (isByHand) field.current?.select();
  }, [isByHand]);
  return (
    <div class="share">
      <p class="note">{SAID[shared.value]}</p>
      <input ref={field} type="text" readOnly aria-label="Link to this page" value={href} />
      {href.length > LONG_LINK ? (
        <p class="note">It is {href.length} characters long, and some programs cut links.</p>
      ) : null}
      {page.value === 'headers' ? (
        <p class="note">What was pasted is in no link.</p>
      ) : (
        <p class="actions">
          <CopyButton
            label="Copy embed code"
            what="for another page"
            text={() => embedCode(location, document.title)}
          />
        </p>
      )}
      {isOnlyHere(location) ? <p class="note">This address leads here on this computer only.</p> : null}
    </div>
  );
}

const SAID = {
  copying: '',
  copied: 'The link is copied.',
  'by-hand': 'The browser does not let this page copy. Here is the link:',
} as const;
