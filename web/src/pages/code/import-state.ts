// What is pasted stays in this tab: none of it is part of the draft, of the link, or of anything that is stored.

import { computed, effect, signal } from '@preact/signals';
import { formatOf, type ImportedPolicy } from '../../../../src/codegen/formats/index.js';
import { describeIssue, InputError, PolicyError } from '../../../../src/core/errors.js';
import { formatNumber } from '../../../../src/core/text/format-number.js';
import { messageOf } from '../../state/read-draft.js';
import { NOT_LOADED } from '../../ui/lazy.js';
import { MOST_CHARACTERS, readConfig, UnreadableConfig } from './read-config.js';
import { shownFormat } from './shown.js';

export const pastedConfig = signal('');
/** Which of several policies is meant, as the config names it; empty where there is one. */
export const wantedName = signal('');
/** Why the text that was last pasted was not taken at all; null when it was. */
export const refusedConfig = signal<string | null>(null);

export interface ImportReading {
  readonly imported: ImportedPolicy | null;
  /** What is wrong with the config, as a sentence. */
  readonly issue: string | null;
  /** What is wrong with the name of the wanted policy. */
  readonly nameIssue: string | null;
}

const NOTHING: ImportReading = { imported: null, issue: null, nameIssue: null };

/** What the text holds, as formats of that syntax take it; null while there is none. */
interface Source {
  readonly syntax: 'data' | 'text';
  readonly value: unknown;
  /** Why there is no value. */
  readonly issue: string | null;
}

const source = signal<Source | null>(null);

export const importReading = computed((): ImportReading => {
  const known = source.value;
  // What was read for a format of the other syntax is about to be read anew.
  if (known === null || known.syntax !== formatOf(shownFormat.value).syntax) return NOTHING;
  if (known.issue !== null) return { ...NOTHING, issue: known.issue };
  return importFrom(shownFormat.value, known.value, wantedName.value.trim());
});

export function setConfig(text: string): void {
  const isTooLong = text.length > MOST_CHARACTERS;
  refusedConfig.value = isTooLong ? refusalOf(text.length) : null;
  if (!isTooLong) pastedConfig.value = text;
}

function refusalOf(length: number): string {
  return `This text was not taken: it has ${formatNumber(length)} characters; give at most ${formatNumber(MOST_CHARACTERS)}.`;
}

// Reading data may have to wait for a reader; only the latest text counts.
let latest = 0;
effect(() => {
  const text = pastedConfig.value;
  const { syntax } = formatOf(shownFormat.value);
  const own = ++latest;
  const take = (value: unknown, issue: string | null): void => {
    if (own === latest) source.value = { syntax, value, issue };
  };
  if (text.trim() === '') source.value = null;
  else if (syntax === 'text') take(text, null);
  else {
    readConfig(text).then(
      (value) => take(value, null),
      (error: unknown) => take(null, error instanceof UnreadableConfig ? error.message : NOT_LOADED),
    );
  }
});

function importFrom(format: string, value: unknown, name: string): ImportReading {
  try {
    return { ...NOTHING, imported: formatOf(format).importPolicy(value, name === '' ? {} : { name }) };
  } catch (error) {
    if (error instanceof PolicyError)
      return { ...NOTHING, issue: sentence(error.issues.map(describeIssue).join('. ')) };
    if (!(error instanceof InputError)) throw error;
    if (error.issue.field === 'method') return { ...NOTHING, nameIssue: messageOf(error.issue) };
    return { ...NOTHING, issue: sentence(describeIssue(error.issue)) };
  }
}

function sentence(text: string): string {
  return `${text}.`;
}
