// The documented defaults of real clients, as policies. Most people want `presetOf(id).policy`.

import { InputError } from '../errors.js';
import { nearest } from '../text/nearest.js';
import { AWS_PRESETS } from './aws.js';
import { CLOUD_PRESETS } from './cloud.js';
import { HTTP_CLIENT_PRESETS } from './http-clients.js';
import { INFRASTRUCTURE_PRESETS } from './infrastructure.js';
import { LIBRARY_PRESETS } from './libraries.js';
import { LLM_PRESETS } from './llm.js';
import type { Preset, PresetGroup } from './preset.js';

export type { Preset, PresetGroup } from './preset.js';

export const PRESET_GROUPS: readonly PresetGroup[] = [
  { id: 'llm', title: 'Language models', presets: LLM_PRESETS },
  { id: 'aws', title: 'AWS SDKs', presets: AWS_PRESETS },
  { id: 'cloud', title: 'Other SDKs', presets: CLOUD_PRESETS },
  { id: 'http-clients', title: 'HTTP clients', presets: HTTP_CLIENT_PRESETS },
  { id: 'libraries', title: 'Retry libraries', presets: LIBRARY_PRESETS },
  { id: 'infrastructure', title: 'Infrastructure and job queues', presets: INFRASTRUCTURE_PRESETS },
];

/** All presets, in the order of their groups. */
export const PRESETS: readonly Preset[] = PRESET_GROUPS.flatMap((group) => group.presets);

const IDS = PRESETS.map((preset) => preset.id);

/**
 * The preset with this id. `field` is what the message calls the place where it was typed.
 * Throws {@link InputError} naming the nearest id.
 */
export function presetOf(id: string, field = 'preset'): Preset {
  const preset = PRESETS.find((known) => known.id === id);
  if (preset !== undefined) return preset;
  const close = nearest(String(id), IDS);
  const issue = { field, value: id, allowed: `one of ${IDS.join(', ')}` };
  throw new InputError(close === null ? issue : { ...issue, hint: `did you mean ${close}?` });
}
