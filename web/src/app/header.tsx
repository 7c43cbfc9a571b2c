import type { JSX } from 'preact';
import { goTo, linkTo } from '../state/address.js';
import { PAGE_IDS } from '../state/page-id.js';
import { page } from '../state/store.js';
import { lazy } from '../ui/lazy.js';
import { HelpButton } from './help.js';
import { MenuButton } from './menu-button.js';
import { PAGE_TITLES } from './pages.js';
import { isJustCopied, shareLink } from './share.js';
import { ThemeButton } from './theme.js';

// What is on a sheet comes when it is first opened.
const ExamplesSheet = lazy(async () => (await import('./examples-sheet.js')).ExamplesSheet);
const ExportSheet = lazy(async () => (await import('./export-sheet.js')).ExportSheet);
const ShareSheet = lazy(async () => (await import('./share-sheet.js')).ShareSheet);

export function Header(): JSX.Element {
  return (
    <header class="top">
      <button type="button" class="skip" onClick={() => document.getElementById('results')?.focus()}>
        Skip to the results
      </button>
      <p class="brand">holdoff</p>
      <nav aria-label="Pages">
        {PAGE_IDS.map((id) => (
          <a
            key={id}
            href={linkTo(id)}
            aria-current={page.value === id ? 'page' : undefined}
            onClick={(event) => {
              // With a modifier the browser opens it in another tab, as with any link.
              if (event.metaKey || event.ctrlKey || event.shiftKey || event.button !== 0) return;
              event.preventDefault();
              goTo(id);
            }}
          >
            {PAGE_TITLES[id]}
          </a>
        ))}
      </nav>
      <p class="tagline">How long to wait on a 429, and how many to keep in flight</p>
      <div class="tools">
        <MenuButton name="Examples" sheet={ExamplesSheet}>
          Examples
        </MenuButton>
        <ShareButton />
        <MenuButton name="Export" sheet={ExportSheet}>
          Export
        </MenuButton>
        <ThemeButton />
        <HelpButton />
      </div>
    </header>
  );
}

/** Copies the link as soon as it is pressed: that is what most people want of it. */
function ShareButton(): JSX.Element {
  return (
    <>
      <MenuButton name="Share" sheet={ShareSheet} onOpen={shareLink}>
        {isJustCopied.value ? 'Copied' : 'Share'}
      </MenuButton>
      <span class="unseen" role="status">
        {isJustCopied.value ? 'Link copied.' : ''}
      </span>
    </>
  );
}
