import { batch, effect, untracked } from '@preact/signals';
import { nearest } from '../../../src/core/text/nearest.js';
import { exampleNotice, readLink, writeLink } from '../link.js';
import type { Draft } from './draft.js';
import type { Example } from './examples.js';
import type { PageId } from './page-id.js';
import { loadPresets, presetGroups } from './presets.js';
import { START_STATE } from './start.js';
import { choices, draft, notices, page, pinned, takeState } from './store.js';

/** Browsers refuse a page that rewrites its address too often, so it is done when typing pauses. */
const PAUSE_MS = 350;

let timer: ReturnType<typeof setTimeout> | null = null;

/** Keeps the address and the state the same from now on. Call once. */
export function followAddress(): void {
  takeAddress();
  addEventListener('popstate', takeAddress);
  // A link pasted over this one changes only the hash.
  addEventListener('hashchange', takeAddress);
  effect(() => {
    const link = currentLink();
    if (link === location.hash) return;
    if (timer !== null) clearTimeout(timer);
    timer = setTimeout(saveNow, PAUSE_MS);
  });
}

/** Writes the address at once; a link that is about to be copied must not lag behind. */
export function saveNow(): void {
  if (timer !== null) clearTimeout(timer);
  timer = null;
  write('replaceState');
}

/** Changes so much that Back should undo it: another page, a preset, an example. */
export function asOneStep(change: () => void): void {
  saveNow();
  batch(change);
  write('pushState');
}

export function goTo(id: PageId): void {
  if (id === page.peek()) return;
  asOneStep(() => {
    page.value = id;
  });
  scrollTo({ top: 0 });
}

/** The link to another page with the same state. */
export function linkTo(id: PageId): string {
  return writeLink({ page: id, draft: draft.value, pinned: pinned.value, choices: choices.value });
}

/** Starts from an example, and says what to look at. */
export function takeExample(example: Example): void {
  asOneStep(() => takeState(example.state, [exampleNotice(example)]));
  for (const named of [draft.peek(), pinned.peek()]) if (named !== null) checkPreset(named);
  scrollTo({ top: 0 });
}

export function startOver(): void {
  asOneStep(() => takeState({ ...START_STATE, page: page.peek() }, []));
}

function currentLink(): string {
  return linkTo(page.value);
}

function write(how: 'replaceState' | 'pushState'): void {
  const link = currentLink();
  if (link === location.hash) return;
  try {
    history[how](null, '', link);
  } catch {
    // Refused for being called too often: the next change writes it.
  }
}

function takeAddress(): void {
  if (timer !== null) clearTimeout(timer);
  timer = null;
  if (location.hash === untracked(currentLink)) return;
  const read = readLink(location.hash) ?? { state: START_STATE, notices: [] };
  takeState(read.state, read.notices);
  for (const named of [draft.peek(), pinned.peek()]) if (named !== null) checkPreset(named);
}

/** A preset is fetched when a link names it. One that there is not makes way for the defaults. */
function checkPreset({ preset }: Draft): void {
  if (preset === null) return;
  const drop = (text: string): void => {
    batch(() => {
      if (draft.peek().preset === preset) draft.value = { ...draft.peek(), preset: null };
      const other = pinned.peek();
      if (other?.preset === preset) pinned.value = { ...other, preset: null };
      notices.value = [...notices.peek(), { id: `preset-${preset}`, text }];
    });
  };
  loadPresets().then(
    () => {
      const known = presetGroups.peek()?.flatMap(({ presets }) => presets.map(({ id }) => id)) ?? [];
      if (!known.includes(preset)) drop(unknownPreset(preset, known));
    },
    () => drop(`The presets could not be loaded, so “${preset}” was left out.`),
  );
}

function unknownPreset(id: string, known: readonly string[]): string {
  const close = nearest(id, known);
  const meant = close === null ? '' : ` Did you mean ${close}?`;
  return `There is no preset “${id}”; the defaults hold in its place.${meant}`;
}
