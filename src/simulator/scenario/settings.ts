// Changing a scenario by name: what `--set` and the form of the page do, and what its variants are.

import { valueOrIssues } from '../../core/collect-issues.js';
import { InputError, type InputIssue, PolicyError } from '../../core/errors.js';
import { parseCount } from '../../core/grammar/count.js';
import { parseDuration } from '../../core/grammar/duration.js';
import { parseRate } from '../../core/grammar/rate.js';
import { parseShare } from '../../core/grammar/share.js';
import type { FlagValues } from '../../core/policy/flag.js';
import { writeDuration } from '../../core/policy/written.js';
import { nearest } from '../../core/text/nearest.js';
import { parseScenario } from './parse-scenario.js';
import type { Control, Scenario, ScenarioInput, Variant } from './scenario.js';

/** Values by the names of the controls of a scenario. */
export type Settings = Readonly<Record<string, unknown>>;

/** The scenario with controls set by name. Throws {@link PolicyError} for an unknown key or a value that is not allowed. */
export function withSettings(input: ScenarioInput, settings: Settings): ScenarioInput {
  const controls = input.controls ?? [];
  const issues: InputIssue[] = [];
  let changed = input;
  for (const [key, value] of Object.entries(settings)) {
    const read = valueOrIssues(issues, () => readSetting(controls, key, value));
    if (read !== undefined) for (const path of read.paths) changed = withValue(changed, path, read.value);
  }
  if (issues.length > 0) throw new PolicyError(issues);
  return changed;
}

/** Every variant as a scenario of its own; the scenario itself where it has none. */
export function variantsOf(input: ScenarioInput): { readonly name: string; readonly scenario: Scenario }[] {
  const variants: readonly Variant[] = input.variants ?? [];
  if (variants.length === 0) return [{ name: input.id ?? 'own', scenario: parseScenario(input) }];
  return variants.map(({ name, set }) => {
    const { variants: _, ...rest } = input;
    const changed = Object.entries(set).reduce<ScenarioInput>((at, [path, value]) => withValue(at, path, value), rest);
    return { name, scenario: parseScenario(changed) };
  });
}

/** A copy with the value at a dotted path; a part that is a number is an index. */
export function withValue<T>(target: T, path: string, value: unknown): T {
  const [first, ...rest] = path.split('.') as [string, ...string[]];
  const at = target as Readonly<Record<string, unknown>>;
  const inner = rest.length === 0 ? value : withValue(at?.[first] ?? {}, rest.join('.'), value);
  if (Array.isArray(target)) return target.map((item, index) => (String(index) === first ? inner : item)) as T;
  return { ...at, [first]: inner } as T;
}

function readSetting(controls: readonly Control[], key: string, given: unknown) {
  const control = controls.find((known) => known.key === key);
  const keys = controls.map((known) => known.key);
  if (control === undefined) {
    const close = nearest(key, keys);
    const allowed = keys.length === 0 ? 'nothing: this scenario has no settings' : `one of ${keys.join(', ')}`;
    const issue: InputIssue = { field: '--set', value: key, allowed };
    throw new InputError(close === null ? issue : { ...issue, hint: `did you mean ${close}?` });
  }
  return { paths: control.paths, value: readValue(control, given) };
}

function readValue(control: Control, given: unknown): unknown {
  const { key, kind, min = 0, max = Infinity, choices = [] } = control;
  const refuse = (allowed: string): never => {
    throw new InputError({ field: key, value: given, allowed });
  };
  if (kind === 'choice') {
    return choices.includes(String(given)) ? given : refuse(choices.join(', '));
  }
  const value = readNumber(kind, given, key);
  if (kind === 'count' && !Number.isInteger(value)) refuse('a whole number');
  return value >= min && value <= max ? value : refuse(rangeOf(kind, min, max));
}

function readNumber(kind: Control['kind'], given: unknown, key: string): number {
  switch (kind) {
    case 'duration':
      return parseDuration(given, key);
    case 'share':
      return parseShare(given, key).value;
    case 'rate': {
      if (typeof given === 'number' || !String(given).includes('/')) return parseCount(given, key);
      const { amount, windowMs } = parseRate(given, key);
      return (amount * 1000) / windowMs;
    }
    default:
      return parseCount(given, key);
  }
}

function rangeOf(kind: Control['kind'], min: number, max: number): string {
  const words: Partial<Record<Control['kind'], string>> = {
    rate: 'a rate per second',
    duration: 'a duration',
    share: 'a share',
  };
  const [least, most] = [min, max].map((edge) => (kind === 'duration' ? writeDuration(edge) : String(edge)));
  return `${words[kind] ?? 'a number'} ${max === Infinity ? `of at least ${least}` : `from ${least} to ${most}`}`;
}

/** `--set key=value`, once or more often, as settings. Throws {@link InputError} for what has no `=`, and a key given twice. */
export function settingsOf(given: FlagValues[string]): Record<string, string> {
  const texts = Array.isArray(given) ? given : typeof given === 'string' ? [given] : [];
  const settings = new Map<string, string>();
  for (const text of texts) {
    const at = text.indexOf('=');
    const key = text.slice(0, Math.max(0, at)).trim();
    if (key === '') throw new InputError({ field: '--set', value: text, allowed: 'key=value, such as clients=200' });
    if (settings.has(key)) throw new InputError({ field: '--set', value: text, allowed: `${key} once` });
    settings.set(key, text.slice(at + 1).trim());
  }
  return Object.fromEntries(settings);
}
