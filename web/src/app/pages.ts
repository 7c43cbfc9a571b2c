import { signal } from '@preact/signals';
import type { ComponentType } from 'preact';
import type { ExportItem } from '../export/export-item.js';
import type { PageId } from '../state/page-id.js';

/** What a page's own file gives. */
export interface PageModule {
  readonly Content: ComponentType;
  /** What it hands over at present; the code for it may come in a file of its own. */
  exports(): Promise<ExportItem[]>;
}

export const PAGE_TITLES: Readonly<Record<PageId, string>> = {
  schedule: 'Schedule',
  plan: 'Plan',
  headers: 'Headers',
  code: 'Code',
  lab: 'Lab',
};

/** Each page comes in a file of its own, so that the first result waits for no other. */
const LOADERS: Readonly<Record<PageId, () => Promise<PageModule>>> = {
  schedule: () => import('../pages/schedule/index.js'),
  plan: () => import('../pages/plan/index.js'),
  headers: () => import('../pages/headers/index.js'),
  code: () => import('../pages/code/index.js'),
  lab: () => import('../pages/lab/index.js'),
};

/** The pages that are here; a text in place of one that could not be loaded. */
export const loadedPages = signal<Partial<Record<PageId, PageModule | string>>>({});

/** Fetches a page, once; again if it failed before. */
export async function loadPage(id: PageId): Promise<void> {
  if (typeof loadedPages.peek()[id] === 'object') return;
  try {
    const module = await LOADERS[id]();
    loadedPages.value = { ...loadedPages.peek(), [id]: module };
  } catch {
    const text = 'This page could not be loaded. Are you offline, or is there a new version? Reload to try again.';
    loadedPages.value = { ...loadedPages.peek(), [id]: text };
  }
}
