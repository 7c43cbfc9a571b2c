import type { JSX } from 'preact';
import { goTo, linkTo } from '../state/address.js';
import { PAGE_IDS } from '../state/page-id.js';
import { page } from '../state/store.js';
import { ExamplesMenu } from './examples-menu.js';
import { ExportMenu } from './export-menu.js';
import { HelpButton } from './help.js';
import { PAGE_TITLES } from './pages.js';
import { ShareButton } from './share-button.js';
import { ThemeButton } from './theme.js';

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
      <div class="tools">
        <ExamplesMenu />
        <ShareButton />
        <ExportMenu />
        <ThemeButton />
        <HelpButton />
      </div>
    </header>
  );
}
