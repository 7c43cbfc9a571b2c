import { useSignal } from '@preact/signals';
import type { JSX } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import { copyText } from '../export/clipboard.js';
import { download } from '../export/download.js';
import type { ExportItem } from '../export/export-item.js';
import type { PageId } from '../state/page-id.js';
import { page } from '../state/store.js';
import { NOT_LOADED } from '../ui/lazy.js';
import type { SheetProps } from './menu-button.js';
import { loadedPages } from './pages.js';

/** Everything that the page can hand over. */
export function ExportSheet({ close }: SheetProps): JSX.Element {
  const items = useSignal<readonly ExportItem[]>([]);
  const told = useSignal('');
  const list = useRef<HTMLUListElement>(null);
  useEffect(() => {
    exportsOf(page.peek()).then(
      (found) => {
        items.value = found;
        if (found.length === 0) told.value = 'There is nothing to export yet.';
      },
      () => {
        told.value = NOT_LOADED;
      },
    );
  }, [items, told]);
  useEffect(() => list.current?.querySelector('button')?.focus(), [items.value]);
  const take = async (item: ExportItem): Promise<void> => {
    if (item.file === undefined) {
      told.value = await copyText(item.content()).then(
        () => 'Copied',
        () => 'The browser does not let this page copy.',
      );
      return;
    }
    try {
      download(item.file.name, item.file.type, await item.content());
      close();
    } catch {
      told.value = 'The browser could not make this file.';
    }
  };
  return (
    <>
      <ul ref={list} class="menu">
        {rowsOf(items.value).map(({ title, row }) => (
          <li key={row[0]?.id} class={title === null ? undefined : 'picture'}>
            {title === null ? null : <span aria-hidden="true">{title}</span>}
            {row.map((item) => (
              <button key={item.id} type="button" onClick={() => void take(item)}>
                <Label item={item} />
              </button>
            ))}
          </li>
        ))}
      </ul>
      <p class="note" role="status">
        {told.value}
      </p>
    </>
  );
}

async function exportsOf(id: PageId): Promise<ExportItem[]> {
  const loaded = loadedPages.peek()[id];
  return typeof loaded === 'object' ? loaded.exports() : [];
}

interface Row {
  /** Of the picture; null for what is none. */
  readonly title: string | null;
  readonly row: ExportItem[];
}

/** The files of one picture stand in one row. */
function rowsOf(items: readonly ExportItem[]): Row[] {
  const rows: Row[] = [];
  for (const item of items) {
    const title = item.file === undefined ? null : (item.picture?.title ?? null);
    const last = rows.at(-1);
    if (title !== null && last?.title === title) last.row.push(item);
    else rows.push({ title, row: [item] });
  }
  return rows;
}

/** All of it for those who only hear it; the title of the picture stands at the row already. */
function Label({ item }: { item: ExportItem }): JSX.Element {
  const picture = item.file === undefined ? undefined : item.picture;
  if (picture === undefined) return <>{item.label}</>;
  return (
    <>
      <span class="unseen">“{picture.title}” as </span>
      {picture.format}
    </>
  );
}
