// What the page is asked to run: a scenario with settings, in one variant or two beside each other.

import { digitsOf } from '../../../../src/core/grammar/digits.js';
import type { Policy, PolicyInput } from '../../../../src/core/policy/policy.js';
import { writeDuration } from '../../../../src/core/policy/written.js';
import { nearest } from '../../../../src/core/text/nearest.js';
import {
  type Control,
  parseScenario,
  SCENARIOS,
  type Scenario,
  type ScenarioInput,
  variantsOf,
  withSettings,
} from '../../../../src/simulator/index.js';
import type { Choices } from '../../state/choices.js';
import type { Inputs } from '../../state/read-draft.js';
import { messageOf } from '../../state/read-draft.js';
import { readOrTell } from '../../state/read-or-tell.js';
import { settingsOfLoad } from './page-load.js';
import { readSettings } from './settings-text.js';

/** One way in which a scenario can be run. */
export interface Way {
  /** As a link has it. */
  readonly id: string;
  readonly name: string;
}

/** The policy of the form, and the one that is pinned beside it. */
export const YOURS = 'yours';
export const PINNED = 'pinned';
/** Nothing beside the first. */
export const NONE = 'nothing';

export interface Side extends Way {
  readonly scenario: Scenario;
}

export interface Asked {
  readonly input: ScenarioInput;
  readonly ways: readonly Way[];
  /** One or two; none where a setting is wrong. */
  readonly sides: readonly Side[];
  readonly seed: number;
  /** What differs from the scenario as it is written. */
  readonly settings: Readonly<Record<string, string>>;
  /** The text of each control as it holds without a setting. */
  readonly baseline: Readonly<Record<string, string>>;
  /** What is wrong, by key of the control; the rest under the empty key. */
  readonly issues: ReadonlyMap<string, string>;
}

export const USUAL_SCENARIO = 'thundering-herd';
const OWN_SCENARIO = 'bring-your-own';

/** Whether it is run as its story and notice tell it. What is always one's own is told of any settings. */
export function isAsPublished({ input, sides, settings, baseline }: Asked): boolean {
  if (isOwn(input)) return true;
  return (
    Object.entries(settings).every(([key, text]) => text === baseline[key]) &&
    sides.every(({ id }) => id !== YOURS && id !== PINNED)
  );
}

function isOwn({ id }: Pick<ScenarioInput, 'id'>): boolean {
  return id === OWN_SCENARIO;
}

/** Reads the choices of a link. Never throws: what is wrong is among the issues. */
export function askedOf(choices: Choices, inputs: Inputs, pinned: Policy | null): Asked {
  const input =
    SCENARIOS.find(({ id }) => id === (choices.scenario ?? USUAL_SCENARIO)) ?? (SCENARIOS[0] as ScenarioInput);
  const issues = new Map<string, string>();
  const fromLoad = isOwn(input) ? settingsOfLoad(inputs.load) : {};
  const said = readSettings(choices.set ?? '');
  const baseline = { ...writtenOf(input), ...fromLoad };
  const ways = waysOf(input, pinned !== null);
  const settings = { ...fromLoad, ...said };
  const sides = readOrTell(
    () => {
      const set = withSettings(input, settings);
      return idsOf(choices, ways, input).map((id) => sideOf(set, id, ways, { yours: inputs.policy, pinned }));
    },
    // An unknown setting has no field of its own.
    (issue) => issues.set(issue.field === '--set' ? '' : issue.field, messageOf(issue)),
  );
  return { input, ways, sides: issues.size > 0 ? [] : (sides ?? []), seed: inputs.seed, settings, baseline, issues };
}

/** What a link names that there is not, in words. */
export function unknownChoices(choices: Choices, pinned: boolean): string[] {
  const { scenario } = choices;
  const ids = SCENARIOS.map(({ id }) => id as string);
  if (scenario !== undefined && !ids.includes(scenario)) {
    const close = nearest(scenario, ids);
    return [
      `There is no scenario “${scenario}”. ${close === null ? `There are ${ids.join(', ')}.` : `Did you mean ${close}?`}`,
    ];
  }
  const input = SCENARIOS.find(({ id }) => id === (scenario ?? USUAL_SCENARIO)) as ScenarioInput;
  const known = [...waysOf(input, pinned).map(({ id }) => id), NONE];
  return [choices['side-a'], choices['side-b']]
    .filter((id): id is string => id !== undefined && !known.includes(id))
    .map((id) => `${input.id} is not run as “${id}” here. There are ${known.slice(0, -1).join(', ')}.`);
}

function waysOf(input: ScenarioInput, hasPinned: boolean): Way[] {
  const variants = input.variants ?? [];
  const own: Way[] = [{ id: YOURS, name: 'your policy' }, ...(hasPinned ? [{ id: PINNED, name: 'your B' }] : [])];
  if (isOwn(input)) return own;
  const named =
    variants.length === 0
      ? [{ id: input.id as string, name: input.id as string }]
      : variants.map(({ name }) => ({ id: name, name }));
  // Where variants change something else than the policy, another policy is one for each of them.
  const isOnlyPolicy = variants.every(({ set }) => Object.keys(set).every((path) => path.startsWith('policy')));
  return isOnlyPolicy ? [...named, ...own] : named;
}

/** The sides as chosen, else the first way and the last of the scenario's own. */
export function idsOf(choices: Choices, ways: readonly Way[], input: ScenarioInput): string[] {
  const named = isOwn(input) ? ways : ways.filter(({ id }) => id !== YOURS && id !== PINNED);
  const isKnown = (id: string | undefined): id is string => ways.some((way) => way.id === id);
  const a = isKnown(choices['side-a']) ? choices['side-a'] : (named[0]?.id as string);
  const b = choices['side-b'];
  const usual = named.at(-1)?.id as string;
  const other = b === NONE ? null : isKnown(b) ? b : usual === a ? null : usual;
  return other === null || other === a ? [a] : [a, other];
}

function sideOf(
  input: ScenarioInput,
  id: string,
  ways: readonly Way[],
  policies: { readonly yours: Policy; readonly pinned: Policy | null },
): Side {
  const way = ways.find((each) => each.id === id) as Way;
  if (id === YOURS || id === PINNED) {
    const policy = (id === PINNED ? policies.pinned : policies.yours) as PolicyInput;
    return { ...way, scenario: parseScenario({ ...input, policy, variants: [] }) };
  }
  const variants = variantsOf(input);
  const variant = variants.find(({ name }) => name === id) ?? (variants[0] as (typeof variants)[number]);
  return { ...way, scenario: variant.scenario };
}

/** Controls as the scenario writes them. */
function writtenOf(input: ScenarioInput): Record<string, string> {
  const scenario = parseScenario(input);
  return Object.fromEntries(
    scenario.controls.map((control) => [control.key, writeControl(control, at(scenario, control.paths[0] ?? ''))]),
  );
}

function writeControl({ kind }: Control, value: unknown): string {
  if (typeof value !== 'number') return String(value ?? '');
  return kind === 'duration' ? writeDuration(value) : digitsOf(value);
}

/** Unlike a policy's paths these go through lists. */
function at(target: unknown, path: string): unknown {
  return path.split('.').reduce((value, key) => (value as Record<string, unknown> | undefined)?.[key], target);
}
