import { printable } from './text/printable.js';

/** One thing wrong with an input: which field, what was given, what is allowed, and what to do about it. */
export interface InputIssue {
  /** Dotted path of a policy field (`backoff.baseMs`), a flag (`--base`) or another name the user typed. */
  readonly field: string;
  /** The value as given. */
  readonly value: unknown;
  /** What would have been accepted, as the end of "… is not allowed; give …". */
  readonly allowed: string;
  /** A next step beyond `allowed`, such as the nearest known name. */
  readonly hint?: string;
}

/** A single refused value. Thrown by the grammar; collected into a {@link PolicyError} where there are several. */
export class InputError extends Error {
  readonly code = 'invalid-input';
  readonly issue: InputIssue;

  constructor(issue: InputIssue) {
    super(describeIssue(issue));
    this.name = 'InputError';
    this.issue = issue;
  }
}

/** A policy, load or scenario that cannot be used. Lists every issue at once, so that one edit mends them all. */
export class PolicyError extends Error {
  readonly code = 'invalid-policy';
  readonly issues: readonly InputIssue[];

  constructor(issues: readonly InputIssue[]) {
    super(issues.map(describeIssue).join('\n'));
    this.name = 'PolicyError';
    this.issues = issues;
  }
}

/** The one sentence in which every refusal is told. */
export function describeIssue(issue: InputIssue): string {
  const hint = issue.hint === undefined ? '' : ` (${issue.hint})`;
  const field = showField(issue.field);
  if (issue.value === undefined) return `${field}: missing; give ${issue.allowed}${hint}`;
  return `${field}: ${show(issue.value)} is not allowed; give ${issue.allowed}${hint}`;
}

/** Values are echoed so that people recognise what they typed, but never at a length that hides the message. */
function show(value: unknown): string {
  if (typeof value === 'string') return `"${printable(value)}"`;
  if (typeof value === 'number' || typeof value === 'boolean' || value === null) return String(value);
  if (typeof value === 'bigint') return `${value}n`;
  if (Array.isArray(value)) return 'a list';
  return typeof value === 'object' ? showObject(value) : `a ${typeof value}`;
}

/** What is no plain object is told by its class: that is what is wrong with it. */
function showObject(value: object): string {
  try {
    const name: unknown = Object.getPrototypeOf(value)?.constructor?.name;
    return typeof name === 'string' && name !== '' && name !== 'Object'
      ? `an object of class ${printable(name)}`
      : 'an object';
  } catch {
    return 'an object';
  }
}

/** The name of a file may stand before the name of the field; neither may hide the other. */
function showField(field: unknown): string {
  // From plain JavaScript anything may come, such as the index that map() passes on.
  const name = String(field);
  const at = name.indexOf(': ');
  return at === -1 ? printable(name) : `${printable(name.slice(0, at))}: ${printable(name.slice(at + 2))}`;
}
