// The command that gives the same answer in a terminal. Drafts must be right.

import { LOAD_FLAGS } from '../../src/core/capacity/load-flags.js';
import { digitsOf } from '../../src/core/grammar/digits.js';
import { type Limit, parseLimit } from '../../src/core/grammar/limit.js';
import { POLICY_FLAGS } from '../../src/core/policy/flags.js';
import { type Plain, setAt } from '../../src/core/policy/paths.js';
import { readWritten, writeDuration } from '../../src/core/policy/written.js';
import { hereDocument } from './here-document.js';
import type { Draft } from './state/draft.js';
import { DRAFT_KEYS, GROUP_KEYS, LIST_KEYS, policyField } from './state/fields.js';
import { lines } from './state/read-draft.js';

const POLICY_NAMES = [...POLICY_FLAGS.map(({ name }) => name), 'seed'];
const ALL_NAMES = new Set([...POLICY_NAMES, ...LOAD_FLAGS.map(({ name }) => name)]);
/** What a schedule takes of a load; limits have one way of being said to it. */
const SCHEDULE_NAMES = new Set([...POLICY_NAMES, 'success', 'latency']);

export function planCommand(draft: Draft): string {
  return commandLine('plan', draft, ALL_NAMES, []);
}

/** `limits` are those of the draft, since shorthands such as `--rpm` are flags of a plan only. */
export function scheduleCommand(draft: Draft, limits: readonly Limit[]): string {
  const words = limits.flatMap((limit) => ['--limit', quoted(writeLimit(limit))]);
  return commandLine('schedule', draft, SCHEDULE_NAMES, words);
}

/** Name and address are those of the code; empty for what the language has anyway. */
export function generateCommand(draft: Draft, target: string, { name, url }: { name: string; url: string }): string {
  const words = [...(name === '' ? [] : ['--name', quoted(name)]), ...(url === '' ? [] : ['--url', quoted(url)])];
  return commandLine(`generate ${target}`, draft, new Set(POLICY_NAMES), words);
}

export function configCommand(draft: Draft, format: string): string {
  return commandLine(`export ${format}`, draft, new Set(POLICY_NAMES), []);
}

/** A scenario with settings; `own` is the draft of the policy that replaces the scenario's, null for none. */
export function simulateCommand(
  scenario: string,
  asked: { settings: Readonly<Record<string, string>>; seed: string; runs: number | null; own: Draft | null },
): string {
  const { settings, seed, runs, own } = asked;
  const words = [
    ...Object.entries(settings).flatMap(([key, text]) => ['--set', quoted(`${key}=${text}`)]),
    ...(seed === '1' ? [] : ['--seed', quoted(seed)]),
    ...(runs === null ? [] : ['--runs', String(runs)]),
  ];
  const { seed: _, ...values } = own?.values ?? {};
  const draft = { preset: own?.preset ?? null, values };
  // Without a preset flags would change the scenario's policy in part; a document, even an empty one, replaces all of it.
  return commandLine(`simulate ${scenario}`, draft, new Set(POLICY_NAMES), words, own !== null && own.preset === null);
}

/** What has no flag goes into a policy that is handed over on standard input. */
function commandLine(
  command: string,
  { preset, values }: Draft,
  names: Set<string>,
  more: readonly string[],
  isWhole = false,
): string {
  const words = ['holdoff', command, ...(preset === null ? [] : ['--preset', preset])];
  const policy: Plain = {};
  for (const key of DRAFT_KEYS) {
    const text = values[key];
    if (text === undefined || (text.trim() === '' && policyField(key) === undefined)) continue;
    if (key === 'retryAfter.honor' && text === 'false') words.push('--no-retry-after');
    else if (names.has(key)) {
      for (const entry of LIST_KEYS.includes(key) ? lines(text) : [text.trim()]) words.push(`--${key}`, quoted(entry));
    } else putInto(policy, key, text);
  }
  const line = [...words, ...more].join(' ');
  if (Object.keys(policy).length === 0 && !isWhole) return line;
  return `${line} --policy - ${hereDocument(JSON.stringify(policy, null, 2))}`;
}

/** Keys that are no field of a policy pass: the command has no use for them. */
function putInto(policy: Plain, key: string, text: string): void {
  const field = policyField(key)?.field;
  if (GROUP_KEYS.includes(key)) policy[key] = null;
  else if (field?.kind === 'quotas') setAt(policy, field.path, lines(text).map(quotaOf));
  else if (field !== undefined) setAt(policy, field.path, readWritten(field, text, key));
}

function quotaOf(line: string): Plain {
  const { name, amount, windowMs, burst } = parseLimit(line, 'quota');
  return { name, amount, windowMs, burst };
}

function writeLimit({ name, amount, windowMs, cost, burst }: Limit): string {
  const rate = `${name}=${digitsOf(amount)}/${writeDuration(windowMs)}`;
  return `${rate}${cost === 1 ? '' : `@${digitsOf(cost)}`}${burst === amount ? '' : `+${digitsOf(burst)}`}`;
}

/** For a POSIX shell, and only where it is needed. */
function quoted(word: string): string {
  return /^[\w.,:/@%+=-]+$/.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`;
}
