import { render } from 'preact';
import './styles/tokens.css';
import './styles/base.css';
import './styles/shell.css';
import './styles/sheets.css';
import './styles/form.css';
import './styles/results.css';
import './styles/answer.css';
import './styles/tables.css';
import './styles/words.css';
import './styles/charts.css';
import './styles/print.css';
import { App } from './app/app.js';
import { loadPage } from './app/pages.js';
import { keepForOffline } from './offline.js';
import { followAddress } from './state/address.js';
import { isEmbedded } from './state/embedded.js';
import { PAGE_IDS } from './state/page-id.js';
import { loadPresets } from './state/presets.js';
import { page } from './state/store.js';

followAddress();
void loadPage(page.peek());
render(<App />, document.getElementById('app') as HTMLElement);

// What the first result does not need, but the next click may.
const whenIdle = globalThis.requestIdleCallback ?? ((then: () => void) => setTimeout(then, 500));
whenIdle(() => {
  if (isEmbedded) return;
  for (const id of PAGE_IDS) void loadPage(id);
  loadPresets().catch(() => {
    // Asked for again as soon as the list is opened.
  });
  keepForOffline();
});
