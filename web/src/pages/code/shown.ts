// Which language and which config are shown: as the link says, else as chosen the last time, else the first.

import { computed, effect, type ReadonlySignal, untracked } from '@preact/signals';
import { FORMATS } from '../../../../src/codegen/formats/index.js';
import { TARGETS } from '../../../../src/codegen/targets/index.js';
import { nearest } from '../../../../src/core/text/nearest.js';
import type { ChoiceKey } from '../../state/choices.js';
import { choices, notices, page } from '../../state/store.js';

const TARGET_IDS = TARGETS.map(({ id }) => id);
const FORMAT_IDS = FORMATS.map(({ id }) => id);

export const shownTarget = shown('target', TARGET_IDS);
export const shownFormat = shown('format', FORMAT_IDS);

export function chooseTarget(id: string): void {
  choose('target', id);
}

export function chooseFormat(id: string): void {
  choose('format', id);
}

function choose(key: ChoiceKey, id: string): void {
  choices.value = { ...choices.peek(), [key]: id };
  try {
    localStorage.setItem(`holdoff-${key}`, id);
  } catch {
    // Storage may be forbidden; the link still holds it.
  }
}

function shown(key: ChoiceKey, ids: readonly string[]): ReadonlySignal<string> {
  // Whoever opens the link sees the same, whatever they chose the last time: so it is said, and rightly.
  effect(() => {
    const id = choices.value[key];
    if (page.value !== 'code' || (id !== undefined && ids.includes(id))) return;
    untracked(() => {
      if (id !== undefined) notices.value = [...notices.value, { id: key, text: unknownText(key, id, ids) }];
      choices.value = { ...choices.value, [key]: usual(key, ids) };
    });
  });
  return computed(() => {
    const id = choices.value[key];
    return id !== undefined && ids.includes(id) ? id : usual(key, ids);
  });
}

function usual(key: ChoiceKey, ids: readonly string[]): string {
  const id = remembered(key);
  return id !== null && ids.includes(id) ? id : (ids[0] as string);
}

function remembered(key: ChoiceKey): string | null {
  try {
    return localStorage.getItem(`holdoff-${key}`);
  } catch {
    return null;
  }
}

function unknownText(key: ChoiceKey, id: string, ids: readonly string[]): string {
  const close = nearest(id, ids);
  const meant = close === null ? `There are ${ids.join(', ')}.` : `Did you mean ${close}?`;
  return `There is no ${key} “${id}”. ${meant}`;
}
