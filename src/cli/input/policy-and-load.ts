import { type Load, NO_LOAD } from '../../core/capacity/load.js';
import { loadFromFlags } from '../../core/capacity/load-flags.js';
import { valueOrIssues } from '../../core/collect-issues.js';
import { type InputIssue, PolicyError } from '../../core/errors.js';
import type { FlagValues } from '../../core/policy/flag.js';
import { policyFromFlags, type SourcedPolicy, seedFromFlags } from '../../core/policy/flags.js';
import type { PolicyLayer } from '../../core/policy/layers.js';
import type { Plain } from '../../core/policy/paths.js';
import type { Preset } from '../../core/presets/index.js';
import type { Io } from '../io.js';
import { type PolicyFile, readPolicyFile } from './policy-file.js';

/** What a command computes with, put together from flags, a policy file, a preset and the defaults. */
export interface PolicyAndLoad {
  readonly sourced: SourcedPolicy;
  /** Its deadline is the policy's where the load has none of its own. */
  readonly load: Load;
  readonly seed: number;
  readonly file: PolicyFile | null;
  readonly preset: Preset | null;
}

export async function readPolicyAndLoad(flags: FlagValues, io: Io): Promise<PolicyAndLoad> {
  const file = typeof flags.policy === 'string' ? await readPolicyFile(io, flags.policy) : null;
  const preset = await readPreset(flags, file);
  const beneath = [...fileLayer(file), ...presetLayer(preset)];
  const issues: InputIssue[] = [];
  const sourced = valueOrIssues(issues, () => policyFromFlags(flags, beneath));
  const load = valueOrIssues(issues, () => loadFromFlags(flags, baseLoad(flags, file)));
  const seed = valueOrIssues(issues, () => seedFromFlags(flags));
  if (sourced === undefined || load === undefined || seed === undefined) throw new PolicyError(issues);
  return { sourced, load: { ...load, deadlineMs: load.deadlineMs ?? sourced.policy.deadlineMs }, seed, file, preset };
}

/** A response tells the limits as they are now, so those of the file make way for it; flags still beat both. */
function baseLoad(flags: FlagValues, file: PolicyFile | null): Load {
  const load = file?.load ?? NO_LOAD;
  return flags['from-headers'] === undefined ? load : { ...load, limits: [] };
}

function fileLayer(file: PolicyFile | null): PolicyLayer[] {
  return file === null ? [] : [{ kind: 'file', name: file.name, input: file.policy }];
}

/** A file may name the preset that it is laid over; the flag names another in its place. */
async function readPreset(flags: FlagValues, file: PolicyFile | null): Promise<Preset | null> {
  const id = flags.preset ?? file?.preset;
  if (id === undefined) return null;
  // Loaded only when asked for: the table is the largest part of the command.
  const { presetOf } = await import('../../core/presets/index.js');
  return presetOf(id as string, flags.preset === undefined ? `${file?.name}: preset` : '--preset');
}

function presetLayer(preset: Preset | null): PolicyLayer[] {
  return preset === null ? [] : [{ kind: 'preset', name: `preset ${preset.id}`, input: preset.policy as Plain }];
}
