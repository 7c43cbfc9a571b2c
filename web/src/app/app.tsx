import type { JSX } from 'preact';
import { useEffect } from 'preact/hooks';
import type { PageId } from '../state/page-id.js';
import { page } from '../state/store.js';
import { Results } from '../ui/results.js';
import { Header } from './header.js';
import { HelpDialog } from './help.js';
import { Notices } from './notices.js';
import { loadedPages, loadPage, PAGE_TITLES } from './pages.js';
import { Panel } from './panel.js';

export function App(): JSX.Element {
  return (
    <>
      <Header />
      <div class="body">
        <Panel />
        <div class="content">
          <Notices />
          <CurrentPage />
          <footer>
            Computed in this tab by the same code as the command and the library. Nothing leaves it, and the link holds{' '}
            {LINK_HOLDS[page.value] ?? 'everything you see'}.
          </footer>
        </div>
      </div>
      <HelpDialog />
    </>
  );
}

const LINK_HOLDS: Readonly<Partial<Record<PageId, string>>> = {
  headers: 'nothing of what you paste',
  code: 'everything but what you paste and what is typed for the usage lines',
  lab: 'everything but how you stepped in',
};

function CurrentPage(): JSX.Element {
  const id = page.value;
  const title = PAGE_TITLES[id];
  useEffect(() => {
    document.title = `${title} · holdoff`;
    void loadPage(id);
  }, [id, title]);
  const loaded = loadedPages.value[id];
  if (typeof loaded === 'object') return <loaded.Content />;
  return <Results title={title} isStale={false} isPending={false} fault={loaded ?? null} children={null} />;
}
