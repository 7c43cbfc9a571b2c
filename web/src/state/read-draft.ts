import type { Load } from '../../../src/core/capacity/load.js';
import { loadFromFlags } from '../../../src/core/capacity/load-flags.js';
import { describeIssue, type InputIssue } from '../../../src/core/errors.js';
import { parseLimit } from '../../../src/core/grammar/limit.js';
import { seedFromFlags } from '../../../src/core/policy/flags.js';
import { parsePolicy } from '../../../src/core/policy/parse-policy.js';
import { type Plain, setAt } from '../../../src/core/policy/paths.js';
import type { Policy } from '../../../src/core/policy/policy.js';
import { readWritten } from '../../../src/core/policy/written.js';
import { beneath } from './baseline.js';
import { type Draft, isPolicyKey, withoutValues } from './draft.js';
import { GROUP_KEYS, LIST_KEYS, loadField, POLICY_FIELDS, policyField } from './fields.js';
import { readOrTell } from './read-or-tell.js';

/** What a page computes with. */
export interface Inputs {
  readonly policy: Policy;
  /** Its deadline is the policy's where the load has none of its own, as on the command line. */
  readonly load: Load;
  readonly seed: number;
}

/** A draft read: inputs when all of it is right, and what is wrong with each field otherwise. */
export interface Reading {
  readonly inputs: Inputs | null;
  /** One message by key. */
  readonly issues: ReadonlyMap<string, string>;
}

/** Reads every field of a draft. `preset` is the preset's policy as written, or null. Never throws. */
export function readDraft(draft: Draft, preset: Plain | null): Reading {
  const issues = new Map<string, string>();
  const policy = collect(issues, () => readPolicy(draft, preset, issues));
  const load = collect(issues, () => loadFromFlags(loadFlags(draft)));
  const seed = collect(issues, () => seedFromFlags({ seed: draft.values.seed }));
  if (policy === null || load === null || seed === null || issues.size > 0) return { inputs: null, issues };
  return { inputs: { policy, load: { ...load, deadlineMs: load.deadlineMs ?? policy.deadlineMs }, seed }, issues };
}

/** The inputs of the part of a draft that can be used, for want of earlier ones: a link may be cut short. */
export function usableInputs(draft: Draft, preset: Plain | null): Inputs {
  let usable = draft;
  for (let tries = 0; tries < 3; tries++) {
    const { inputs, issues } = readDraft(usable, preset);
    if (inputs !== null) return inputs;
    // A field that is missing cannot be dropped, so neither can what asks for it stay.
    usable = withoutValues(
      usable,
      (key) => issues.has(key) || (issues.has(costKey(key)) && loadField(key) !== undefined),
    );
  }
  // Where preset and values contradict each other, the load may still be right.
  const load = readDraft({ preset: null, values: withoutValues(usable, isPolicyKey).values }, null).inputs;
  return load ?? (readDraft({ preset: null, values: {} }, null).inputs as Inputs);
}

/** The cost that a shorthand limit needs beside it. */
function costKey(key: string): string {
  const name = loadField(key)?.limit?.name ?? '';
  return COST_KEYS[name] ?? '';
}

const COST_KEYS: Readonly<Record<string, string>> = {
  tokens: 'tokens',
  tokensPerDay: 'tokens',
  inputTokens: 'input-tokens',
  outputTokens: 'output-tokens',
  images: 'images',
};

function readPolicy({ values }: Draft, preset: Plain | null, issues: Map<string, string>): Policy | null {
  const input: Plain = {};
  for (const [key, text] of Object.entries(values)) {
    const known = policyField(key);
    if (GROUP_KEYS.includes(key)) input[key] = null;
    if (known === undefined) continue;
    const { field } = known;
    collect(issues, () => {
      setAt(input, field.path, field.kind === 'quotas' ? lines(text).map(readQuota) : readWritten(field, text, key));
    });
  }
  return issues.size > 0 ? null : parsePolicy(beneath(input, preset));
}

function readQuota(text: string): Plain {
  const { name, amount, windowMs, burst } = parseLimit(text, 'quota');
  return { name, amount, windowMs, burst };
}

/** Empty fields of a load say nothing. */
function loadFlags({ values }: Draft): Record<string, string | readonly string[]> {
  const given = Object.entries(values).filter(([key, text]) => loadField(key) !== undefined && text.trim() !== '');
  return Object.fromEntries(given.map(([key, text]) => [key, LIST_KEYS.includes(key) ? lines(text) : text]));
}

export function lines(text: string): string[] {
  return text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '');
}

function collect<T>(issues: Map<string, string>, read: () => T): T | null {
  return readOrTell(read, (issue) => {
    const key = keyOf(issue);
    // The first thing wrong with a field is enough.
    if (!issues.has(key)) issues.set(key, messageOf(issue));
  });
}

/** The key of the field that an issue is about: named by flag, by path or by key. */
function keyOf({ field }: InputIssue): string {
  const name = field.replace(/^--/, '').split('[', 1)[0] as string;
  return POLICY_FIELDS.find((each) => each.field.path === name)?.key ?? name;
}

/** The sentence without the field's name, beneath which it stands. */
export function messageOf(issue: InputIssue): string {
  const text = describeIssue({ ...issue, field: '' }).slice(2);
  return text.charAt(0).toUpperCase() + text.slice(1);
}
