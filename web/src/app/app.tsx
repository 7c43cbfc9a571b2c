import type { JSX } from 'preact';
import { isEmbedded } from '../state/embedded.js';
import type { PageId } from '../state/page-id.js';
import { page } from '../state/store.js';
import { lazy } from '../ui/lazy.js';
import { CurrentPage } from './current-page.js';
import { Header } from './header.js';
import { HelpDialog } from './help.js';
import { Notices } from './notices.js';
import { Panel } from './panel.js';

const Embedded = lazy(async () => (await import('./embedded.js')).Embedded);

export function App(): JSX.Element {
  return isEmbedded ? <Embedded /> : <Whole />;
}

function Whole(): JSX.Element {
  return (
    <>
      <Header />
      <div class="body">
        <Panel />
        <div class="content">
          <Notices />
          <CurrentPage />
          <footer>
            <p>
              Computed in this tab by the same code as the command and the library. Nothing leaves it, and the link
              holds {LINK_HOLDS[page.value] ?? 'everything you see'}.
            </p>
            <KeepIt />
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

/** The build writes the file beside the page; in itself it needs no copy. */
function KeepIt(): JSX.Element {
  if (import.meta.env.HOLDOFF_IS_ONE_FILE) {
    return <p>This is holdoff {import.meta.env.HOLDOFF_VERSION} as one file: it needs no network and no server.</p>;
  }
  return (
    <p>
      To keep it, take{' '}
      <a href="./holdoff.html" download="holdoff.html">
        the whole page as one file
      </a>
      , which opens from disk.
    </p>
  );
}
