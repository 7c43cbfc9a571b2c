import type { FlagValues } from '../core/policy/flag.js';
import type { CommandFlag } from './command.js';
import { UsageError } from './failure.js';

/** In which form an answer is printed. */
export type OutputForm = 'text' | 'json' | 'csv' | 'markdown' | 'sentence';

/** The flags that every command takes. */
export const OUTPUT_FLAGS: readonly CommandFlag[] = [
  { name: 'json', value: null, about: 'One JSON document; errors too, on standard error.' },
  { name: 'csv', value: null, about: 'The table as CSV, in full precision.' },
  { name: 'markdown', value: null, about: 'The tables as Markdown.' },
  { name: 'quiet', short: 'q', value: null, about: 'Only the sentence that answers.' },
  { name: 'explain', value: null, about: 'Also each value in effect, and where it came from.' },
  { name: 'no-color', value: null, about: 'No colour; NO_COLOR and FORCE_COLOR are heeded as well.' },
  { name: 'help', short: 'h', value: null, about: 'This help.' },
];

const FORMS: readonly (readonly [flag: string, form: OutputForm])[] = [
  ['json', 'json'],
  ['csv', 'csv'],
  ['markdown', 'markdown'],
  ['quiet', 'sentence'],
];

/** The form that the flags ask for; text unless one does. Throws `UsageError` for two at once. */
export function outputForm(flags: FlagValues): OutputForm {
  const [first, second] = FORMS.filter(([flag]) => flags[flag] !== undefined);
  const form = first?.[1] ?? 'text';
  if (second !== undefined) {
    throw new UsageError('usage', `--${first?.[0]} and --${second[0]}: give one of them, since there is one output`);
  }
  if (flags.explain !== undefined && form !== 'text' && form !== 'json') {
    throw new UsageError('usage', `--explain and --${first?.[0]}: give --explain by itself or with --json`);
  }
  return form;
}

/** Whether errors are wanted as JSON. Asked before the arguments are understood, since that is what may fail. */
export function wantsJson(argv: readonly string[]): boolean {
  return argv.includes('--json');
}
