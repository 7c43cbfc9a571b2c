import { batch, computed, effect, signal } from '@preact/signals';
import type { LinkState } from '../link.js';
import { baselineOf, isGroupOn, variantKey } from './baseline.js';
import type { Choices } from './choices.js';
import { type Draft, EMPTY_DRAFT, policyPart, withoutValues, withPreset, withValue } from './draft.js';
import { POLICY_FIELDS } from './fields.js';
import type { Notice } from './notice.js';
import type { PageId } from './page-id.js';
import { policyOfPreset, presetById, presetGroups } from './presets.js';
import { type Inputs, readDraft, usableInputs } from './read-draft.js';

/** The page that is shown. */
export const page = signal<PageId>('schedule');
/** The form, shared by every page. */
export const draft = signal<Draft>(EMPTY_DRAFT);
/** A second policy to compare with; null for none. Load and deadline are shared. */
export const pinned = signal<Draft | null>(null);
/** What pages show of several things. */
export const choices = signal<Choices>({});
/** What a link said that could not be used. */
export const notices = signal<readonly Notice[]>([]);

const presetPolicy = computed(() => policyOfPreset(draft.value.preset));
const variant = computed(() => variantKey(draft.value));
const baseline = computed(() => {
  variant.value;
  return baselineOf(draft.peek(), presetPolicy.value);
});
const reading = computed(() => readDraft(draft.value, presetPolicy.value));

/** What is wrong, by key. */
export const issues = computed(() => reading.value.issues);
/** The last inputs that were right. Null only until a preset that the link names has come. */
export const inputs = signal<Inputs | null>(null);
/** Whether the inputs are older than the form. */
export const isStale = computed(() => reading.value.inputs === null);
/** The preset beneath the form. */
export const preset = computed(() => presetById(draft.value.preset));

/** Whether the preset that a draft names has not come yet. */
function isAwaited({ preset: id }: Draft): boolean {
  return id !== null && presetGroups.value === null;
}

effect(() => {
  if (isAwaited(draft.value)) return;
  const read = reading.value.inputs;
  if (read !== null) inputs.value = read;
  else if (inputs.peek() === null) inputs.value = usableInputs(draft.value, presetPolicy.value);
});

/** Everything at once, as a link has it. What was computed before has nothing to do with it and goes. */
export function takeState(state: LinkState, told: readonly Notice[]): void {
  batch(() => {
    page.value = state.page;
    draft.value = state.draft;
    pinned.value = state.pinned;
    choices.value = state.choices;
    notices.value = told;
    const policy = policyOfPreset(state.draft.preset);
    inputs.value = isAwaited(state.draft)
      ? null
      : (readDraft(state.draft, policy).inputs ?? usableInputs(state.draft, policy));
  });
}

/** The second policy, read; null without one, and while its preset has not come. */
export const pinnedPolicy = computed(() => {
  const other = pinned.value;
  if (other === null || isAwaited(other)) return null;
  return usableInputs(other, policyOfPreset(other.preset)).policy;
});

/** The text of a field as it stands in the form. */
export function textOf(key: string): string {
  return draft.value.values[key] ?? baseline.value(key);
}

/** The text that holds when the form says nothing of a field. */
export function baselineText(key: string): string {
  return baseline.value(key);
}

export function setText(key: string, text: string): void {
  draft.value = withValue(draft.value, key, text, baseline.value(key));
}

/** Several fields at once, so that nothing is computed from half of them. */
export function setTexts(texts: Readonly<Record<string, string>>): void {
  batch(() => {
    for (const [key, text] of Object.entries(texts)) setText(key, text);
  });
}

export function choosePreset(id: string | null): void {
  draft.value = withPreset(draft.value, id);
}

export function groupIsOn(group: string): boolean {
  return isGroupOn(draft.value, presetPolicy.value, group);
}

/** Switches a group on, by its first field, or off. `opener` is what that field then says. */
export function switchGroup(group: string, opener: string | null): void {
  const keys = POLICY_FIELDS.filter((each) => each.group === group).map(({ key }) => key);
  const without = withoutValues(draft.value, (key) => key === group || keys.includes(key));
  const first = keys[0] ?? '';
  if (opener !== null) draft.value = { ...without, values: { ...without.values, [first]: opener } };
  else if (isGroupOn(without, presetPolicy.value, group)) {
    draft.value = { ...without, values: { ...without.values, [group]: 'none' } };
  } else draft.value = without;
}

/** Keeps the present policy as the second one. */
export function pinPolicy(): void {
  pinned.value = policyPart(draft.value);
}

export function unpin(): void {
  pinned.value = null;
}

/** Makes the second policy the one that is edited, and the other way round. */
export function swapPinned(): void {
  const other = pinned.value;
  if (other === null) return;
  const own = policyPart(draft.value);
  const rest = withPreset(draft.value, other.preset);
  batch(() => {
    draft.value = { preset: other.preset, values: { ...rest.values, ...other.values } };
    pinned.value = own;
  });
}
