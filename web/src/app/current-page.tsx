import type { JSX } from 'preact';
import { useEffect } from 'preact/hooks';
import { page } from '../state/store.js';
import { Results } from '../ui/results.js';
import { loadedPages, loadPage, PAGE_TITLES } from './pages.js';

/** The page that the address names, as soon as its file is there. */
export function CurrentPage(): JSX.Element {
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
