import { describeIssue, InputError, type InputIssue, PolicyError } from '../core/errors.js';
import { wrapLines } from '../core/text/wrap.js';
import { otherName } from './other-names.js';
import type { View } from './render/view.js';

/** How a run ended. `interrupted` is the shell's own code for Ctrl-C, which Node's default handling gives. */
export const EXIT = { ok: 0, failure: 1, misuse: 2, checkNotMet: 3, interrupted: 130 } as const;

/** The table of the help. */
export const EXIT_MEANINGS: readonly (readonly [code: number, meaning: string])[] = [
  [EXIT.ok, 'done'],
  [EXIT.failure, 'failed while running'],
  [EXIT.misuse, 'wrong usage, or a value that is not allowed; nothing was computed'],
  [EXIT.checkNotMet, 'a --check was not met'],
  [EXIT.interrupted, 'stopped by Ctrl-C'],
];

/** A command line or an input file that cannot be used. */
export class UsageError extends Error {
  readonly code: string;
  /** What to do about it. */
  readonly hint: string | null;

  constructor(code: string, message: string, hint: string | null = null) {
    super(message);
    this.name = 'UsageError';
    this.code = code;
    this.hint = hint;
  }
}

/** What went wrong, ready to be printed: for people as text, with `--json` as a document. */
export interface Failure {
  readonly exitCode: number;
  readonly code: string;
  readonly message: string;
  readonly hint: string | null;
  /** Where it happened, for faults of our own. */
  readonly stack: string | null;
}

/** Sorts an exception: a person's slip, which they can mend, or a fault of our own, which is told in full. */
export function failureOf(error: unknown): Failure {
  if (error instanceof UsageError) {
    return { exitCode: EXIT.misuse, code: error.code, message: error.message, hint: error.hint, stack: null };
  }
  if (error instanceof InputError || error instanceof PolicyError) {
    const issues = error instanceof InputError ? [error.issue] : error.issues;
    const message = unique(issues.map((issue) => describeIssue(withoutHint(issue)))).join('\n');
    const hint = unique(issues.flatMap((issue) => otherName(issue) ?? issue.hint ?? [])).join('\n');
    return { exitCode: EXIT.misuse, code: error.code, message, hint: hint === '' ? null : hint, stack: null };
  }
  const message = error instanceof Error ? error.message : String(error);
  const stack = error instanceof Error ? (error.stack ?? null) : null;
  return {
    exitCode: EXIT.failure,
    code: 'internal',
    message,
    hint: 'this is a fault in holdoff; please report it',
    stack,
  };
}

/** The failure as `--json` prints it on standard error. */
export function failureJson({ code, message, hint }: Failure): Readonly<Record<string, unknown>> {
  return { error: { code, message, hint } };
}

/** The failure for people, one line for each thing that is wrong. `command` is what `--help` can be asked of. */
export function failureText(failure: Failure, command: string | null, { style, width }: View): string {
  const { hint, stack, exitCode } = failure;
  const [message, list] = listApart(failure.message);
  const name = command === null ? 'holdoff' : `holdoff ${command}`;
  const lines = message.split('\n').map((line) => `${style.bad(`${name}:`)} ${line}`);
  if (hint !== null) lines.push(...hint.split('\n').flatMap((line) => indented(line, width)));
  if (exitCode === EXIT.misuse && hint === null) lines.push(`  ${name} --help shows what can be given`);
  if (list !== null) lines.push(...wrapLines(list, width, '  '));
  if (stack !== null) lines.push(stack);
  return `${lines.join('\n')}\n`;
}

/** Longer than this, a line is a list to look through: it is broken, and must not hide the one thing that is wrong. */
const LONGEST_LINE = 200;

/** A shorter hint stays whole, since it may be a command to copy. */
function indented(hint: string, width: number): string[] {
  return hint.length > LONGEST_LINE ? wrapLines(hint, width, '  ') : [`  ${hint}`];
}

function listApart(message: string): readonly [message: string, list: string | null] {
  const at = message.indexOf('; give one of ');
  if (message.length <= LONGEST_LINE || at === -1 || message.includes('\n')) return [message, null];
  return [message.slice(0, at), message.slice(at + 2)];
}

function withoutHint({ field, value, allowed }: InputIssue): InputIssue {
  return { field, value, allowed };
}

function unique(lines: readonly string[]): string[] {
  return [...new Set(lines)];
}
