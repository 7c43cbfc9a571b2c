import { InputError, PolicyError } from '../../core/errors.js';
import { FIELDS } from '../../core/policy/fields.js';
import type { FlagValues } from '../../core/policy/flag.js';
import { policyFromFlags, seedFromFlags } from '../../core/policy/flags.js';
import type { PolicyLayer } from '../../core/policy/layers.js';
import type { Plain } from '../../core/policy/paths.js';
import type { PolicyInput } from '../../core/policy/policy.js';
import { readField } from '../../core/policy/read-field.js';
import { nearest } from '../../core/text/nearest.js';
import {
  type Scenario,
  type ScenarioInput,
  scenarioOf,
  settingsOf,
  variantsOf,
  withSettings,
} from '../../simulator/index.js';
import type { Io } from '../io.js';
import { readPolicyFile } from './policy-file.js';

/** What `holdoff simulate` was asked to run: one scenario, in some variants beside each other. */
export interface ScenarioRuns {
  readonly input: ScenarioInput;
  readonly variants: readonly NamedScenario[];
  readonly runs: number;
  readonly seed: number;
  readonly settings: Readonly<Record<string, string>>;
  /** Nothing was changed: what the scenario says of itself holds. */
  readonly isUsual: boolean;
}

export interface NamedScenario {
  readonly name: string;
  readonly scenario: Scenario;
}

/** Flags of a policy that take a value. */
const VALUED = [...FIELDS.flatMap(({ flag }) => flag ?? []), 'retries'];
const POLICY_FLAG_NAMES = [...VALUED, 'no-retry-after'];

/** Reads operand and flags. Throws `UsageError`, {@link InputError} or `PolicyError` for what cannot be run. */
export async function readScenarioRuns(flags: FlagValues, io: Io): Promise<ScenarioRuns> {
  const settings = settingsOf(flags.set);
  const input = changedBy('--set', scenarioOf(String(flags.SCENARIO), 'SCENARIO'), settings);
  const layers = await policyLayers(flags, io, input);
  const variants = flags.compare === undefined ? ownVariants(input, flags, layers) : compared(input, flags, layers);
  const seed = flags.seed === undefined ? (input.seed ?? 1) : seedFromFlags(flags);
  const runs = readField(RUNS, flags.runs ?? input.runs ?? 1, '--runs') as number;
  const isUsual = Object.keys(settings).length === 0 && flags.compare === undefined && !isPolicyGiven(flags);
  return { input, variants, runs, seed, settings, isUsual };
}

const RUNS = { path: 'runs', kind: 'integer', default: 1, min: 1, max: 10_000, about: '' } as const;

/** What lies under the flags: a file or a preset is a whole policy; without one, flags change that of the scenario. */
async function policyLayers(flags: FlagValues, io: Io, input: ScenarioInput): Promise<PolicyLayer[]> {
  const file = typeof flags.policy === 'string' ? await readPolicyFile(io, flags.policy) : null;
  const presetId = flags.preset ?? file?.preset;
  const layers: PolicyLayer[] = file === null ? [] : [{ kind: 'file', name: file.name, input: file.policy }];
  if (presetId !== undefined) {
    const { presetOf } = await import('../../core/presets/index.js');
    const preset = presetOf(presetId as string, flags.preset === undefined ? `${file?.name}: preset` : '--preset');
    layers.push({ kind: 'preset', name: `preset ${preset.id}`, input: preset.policy as Plain });
  }
  if (layers.length > 0) return layers;
  return [{ kind: 'preset', name: `scenario ${input.id}`, input: (input.policy ?? {}) as Plain }];
}

function isPolicyGiven(flags: FlagValues): boolean {
  return flags.policy !== undefined || flags.preset !== undefined || hasPolicyFlag(flags);
}

/** The scenario's variants; where the policy is given from outside, only those that differ in something else. */
function ownVariants(input: ScenarioInput, flags: FlagValues, layers: readonly PolicyLayer[]): NamedScenario[] {
  if (!isPolicyGiven(flags)) return variantsOf(input);
  const isElsewhere = (path: string): boolean => !path.startsWith('policy');
  const kept = (input.variants ?? []).filter(({ set }) => Object.keys(set).every(isElsewhere));
  return variantsOf({ ...input, policy: policyOf(flags, layers), variants: kept });
}

/** `--compare key=a,b,c`: each value of a policy flag or of a setting, beside each other. */
function compared(input: ScenarioInput, flags: FlagValues, layers: readonly PolicyLayer[]): NamedScenario[] {
  const text = String(flags.compare);
  const at = text.indexOf('=');
  const key = text.slice(0, Math.max(0, at)).trim();
  const values = text
    .slice(at + 1)
    .split(',')
    .map((value) => value.trim());
  const controls = (input.controls ?? []).map((control) => control.key);
  const isKnown = controls.includes(key) || VALUED.includes(key);
  const isTwice = new Set(values).size < values.length;
  if (at < 1 || values.includes('') || values.length > 10 || isTwice || !isKnown) {
    const keys = [...controls, ...VALUED];
    const allowed = `key=VALUE,VALUE with up to ten different values, such as jitter=none,full; the keys are ${keys.join(', ')}`;
    const close = isKnown || key === '' ? null : nearest(key, keys);
    const hint = close === null ? {} : { hint: `did you mean ${close}=?` };
    throw new InputError({ field: '--compare', value: text, allowed, ...hint });
  }
  // Where the scenario itself has variants of these names, they know best what else belongs to each.
  const own = hasPolicyFlag(flags) ? [] : variantsOf(input).filter(({ name }) => values.includes(name));
  if (key === 'jitter' && own.length === values.length)
    return values.map((name) => own.find((each) => each.name === name) as NamedScenario);
  return values.flatMap((value) => {
    const isSetting = controls.includes(key);
    const policy = policyOf(isSetting ? flags : { ...flags, [key]: value }, layers);
    const changed = changedBy('--compare', { ...input, policy, variants: [] }, isSetting ? { [key]: value } : {});
    return variantsOf(changed).map(({ scenario }) => ({ name: `${key} ${value}`, scenario }));
  });
}

function policyOf(flags: FlagValues, layers: readonly PolicyLayer[]): PolicyInput {
  return policyFromFlags(flags, layers).policy as PolicyInput;
}

function hasPolicyFlag(flags: FlagValues): boolean {
  return POLICY_FLAG_NAMES.some((name) => flags[name] !== undefined);
}

/** {@link withSettings}, where messages name the flag that brought the value. */
function changedBy(flag: string, input: ScenarioInput, settings: Readonly<Record<string, string>>): ScenarioInput {
  try {
    return withSettings(input, settings);
  } catch (error) {
    if (!(error instanceof PolicyError)) throw error;
    const named = error.issues.map((issue) => ({
      ...issue,
      field: issue.field === '--set' ? issue.field : `${flag} ${issue.field}`,
    }));
    throw new PolicyError(named);
  }
}
