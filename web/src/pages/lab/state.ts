// What is asked of the page, from the link, the form and the controls; and the ways to ask for something else.

import { computed, effect, untracked } from '@preact/signals';
import { asOneStep } from '../../state/address.js';
import type { ChoiceKey } from '../../state/choices.js';
import { choices, inputs, notices, page, pinned, pinnedPolicy } from '../../state/store.js';
import { type Asked, askedOf, idsOf, USUAL_SCENARIO, unknownChoices } from './asked.js';
import { readSettings, writeSettings } from './settings-text.js';

/** Null until the form can be read, and while another page is shown. */
export const asked = computed((): Asked | null => {
  const known = inputs.value;
  if (page.value !== 'lab' || known === null || (pinned.value !== null && pinnedPolicy.value === null)) return null;
  return askedOf(choices.value, known, pinnedPolicy.value);
});

/** The ids of the sides, wanted even where a setting is wrong and nothing can be run. */
export function askedSides({ input, ways }: Asked): readonly string[] {
  return idsOf(choices.value, ways, input);
}

/** What would have to be run anew when it changes. */
export const askedKey = computed(() => {
  const wanted = asked.value;
  return wanted === null ? '' : JSON.stringify([wanted.seed, wanted.sides]);
});

/** Scenario and sides: whoever chooses another wants to see it. */
export const chosenKey = computed(() => {
  const wanted = asked.value;
  return wanted === null || wanted.sides.length === 0 ? '' : chosenKeyOf(wanted);
});

export function chosenKeyOf({ input, sides }: Asked): string {
  return JSON.stringify([input.id, sides.map(({ id }) => id)]);
}

export function chooseScenario(id: string): void {
  asOneStep(() =>
    choose({
      scenario: id === USUAL_SCENARIO ? undefined : id,
      set: undefined,
      'side-a': undefined,
      'side-b': undefined,
    }),
  );
}

export function chooseSide(key: 'side-a' | 'side-b', id: string): void {
  choose({ [key]: id });
}

/** The text of a control, as typed or as it holds without. */
export function settingOf(key: string): string {
  return readSettings(choices.value.set ?? '')[key] ?? asked.value?.baseline[key] ?? '';
}

export function setSetting(key: string, text: string): void {
  const { [key]: _, ...others } = readSettings(choices.peek().set ?? '');
  const said = text === asked.peek()?.baseline[key] ? others : { ...others, [key]: text };
  choose({ set: Object.keys(said).length === 0 ? undefined : writeSettings(said) });
}

export function dropSettings(): void {
  choose({ set: undefined });
}

function choose(changes: Readonly<Partial<Record<ChoiceKey, string | undefined>>>): void {
  const merged = { ...choices.peek(), ...changes };
  choices.value = Object.fromEntries(Object.entries(merged).filter(([, text]) => text !== undefined));
}

// What a link names and there is not is said once, and dropped, so that the address tells what is shown.
effect(() => {
  if (page.value !== 'lab' || inputs.value === null) return;
  const told = unknownChoices(choices.value, pinned.value !== null);
  if (told.length === 0) return;
  untracked(() => {
    notices.value = [...notices.value, ...told.map((text, index) => ({ id: `lab-${index}`, text }))];
    const isScenario = told[0]?.startsWith('There is no scenario') === true;
    choose({
      ...(isScenario ? { scenario: undefined, set: undefined } : {}),
      'side-a': undefined,
      'side-b': undefined,
    });
  });
});
