import { useSignal } from '@preact/signals';
import type { JSX } from 'preact';
import { useCallback, useEffect, useRef } from 'preact/hooks';
import { copyText } from '../export/clipboard.js';
import { download } from '../export/download.js';
import type { ExportItem } from '../export/export-item.js';
import type { PageId } from '../state/page-id.js';
import { page } from '../state/store.js';
import { NOT_LOADED } from '../ui/lazy.js';
import { Popover } from '../ui/popover.js';
import { loadedPages } from './pages.js';

/** Everything that the page can hand over. */
export function ExportMenu(): JSX.Element {
  const items = useSignal<readonly ExportItem[] | null>(null);
  const told = useSignal('');
  const list = useRef<HTMLUListElement>(null);
  const close = useCallback(() => {
    items.value = null;
    told.value = '';
  }, [items, told]);
  useEffect(() => {
    if (items.value !== null) list.current?.querySelector('button')?.focus();
  }, [items.value]);
  const open = (): void => {
    exportsOf(page.peek()).then(
      (found) => {
        items.value = found;
      },
      () => {
        items.value = [];
        told.value = NOT_LOADED;
      },
    );
  };
  const take = (item: ExportItem): void => {
    if (item.file !== undefined) {
      download(item.file.name, item.file.type, item.content());
      close();
      return;
    }
    copyText(item.content()).then(
      () => {
        told.value = 'Copied';
      },
      () => {
        told.value = 'The browser does not let this page copy.';
      },
    );
  };
  return (
    <span class="anchor">
      <button
        type="button"
        class="tool"
        aria-expanded={items.value !== null}
        onClick={() => {
          if (items.value !== null) close();
          else open();
        }}
      >
        Export
      </button>
      {items.value === null ? null : (
        <Popover label="Export" onClose={close}>
          <ul ref={list} class="menu">
            {items.value.map((item) => (
              <li key={item.id}>
                <button type="button" onClick={() => take(item)}>
                  {item.label}
                </button>
              </li>
            ))}
          </ul>
          <p class="note" role="status">
            {items.value.length === 0 && told.value === '' ? 'There is nothing to export yet.' : told.value}
          </p>
        </Popover>
      )}
    </span>
  );
}

async function exportsOf(id: PageId): Promise<ExportItem[]> {
  const loaded = loadedPages.peek()[id];
  return typeof loaded === 'object' ? loaded.exports() : [];
}
