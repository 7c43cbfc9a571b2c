import { signal } from '@preact/signals';
import type { Plain } from '../../../src/core/policy/paths.js';
import type { Preset, PresetGroup } from '../../../src/core/presets/preset.js';

/** The table of presets: null until it is there. It comes in a file of its own, since the first result needs none. */
export const presetGroups = signal<readonly PresetGroup[] | null>(null);

let loading: Promise<void> | null = null;

/** Fetches the table, once; again if it failed before. */
export function loadPresets(): Promise<void> {
  loading ??= import('../../../src/core/presets/index.js').then(
    ({ PRESET_GROUPS }) => {
      presetGroups.value = PRESET_GROUPS;
    },
    (error: unknown) => {
      loading = null;
      throw error;
    },
  );
  return loading;
}

/** The preset of this id; null for none, and while the table is not there. */
export function presetById(id: string | null): Preset | null {
  if (id === null) return null;
  return presetGroups.value?.flatMap(({ presets }) => presets).find((preset) => preset.id === id) ?? null;
}

/** A preset's policy as it is written, to be laid beneath others. */
export function policyOfPreset(id: string | null): Plain | null {
  return (presetById(id)?.policy ?? null) as Plain | null;
}
