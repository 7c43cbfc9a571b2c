import { InputError } from '../../core/errors.js';
import type { Policy } from '../../core/policy/policy.js';
import { nearest } from '../../core/text/nearest.js';
import { lines } from '../text/lines.js';
import { checkExample, type ExampleRequest, NO_EXAMPLE } from './example-request.js';
import { droppedSecrets, withoutSecrets } from './example-secrets.js';
import { headOf } from './head.js';
import { notCarried } from './not-carried.js';
import { programOf } from './program.js';
import { TARGETS } from './registry.js';
import type { Target } from './target.js';

/** What the code says of itself, and the request in its usage lines. */
export interface GenerateOptions {
  /** Version of holdoff that the head comment names. */
  readonly version: string;
  /** What the function is called; the target's own name unless given. */
  readonly name?: string | undefined;
  /** The request of the usage lines. */
  readonly example?: ExampleRequest | undefined;
}

/** A program, and what one needs to know to use it. */
export interface GeneratedCode {
  readonly target: string;
  readonly title: string;
  /** Id of the language in highlighters. */
  readonly language: string;
  readonly fileName: string;
  readonly functionName: string;
  /** The oldest version of the language that it is written for. */
  readonly since: string;
  /** What must be installed beside the language; null when nothing must. */
  readonly needs: string | null;
  readonly code: string;
  /** The usage lines that stand at the end as comments, as code. */
  readonly usage: string;
  /** What of the policy and of the request the code does not have, one sentence each. */
  readonly notes: readonly string[];
}

/**
 * A policy as code in one language. Throws `InputError` for an unknown target, a name that the language or the code
 * cannot have and an example that is no request, `PolicyError` for what did not come from `parsePolicy`.
 */
export function generate(targetId: string, policy: Policy, options: GenerateOptions): GeneratedCode {
  const target = targetOf(targetId);
  const functionName = options.name ?? target.functionName;
  const example = checkExample(options.example ?? NO_EXAMPLE);
  const program = programOf(policy, functionName, withoutSecrets(example));
  const body = target.code(program);
  const usage = target.usage(program);
  if (functionName !== target.functionName) {
    const named = { ...program, functionName: target.functionName };
    checkName(functionName, target, [...target.code(named), ...target.usage(named)]);
  }
  const comment = (text: string) => (text === '' ? target.comment : `${target.comment} ${text}`);
  const width = Math.min(target.width, WIDEST_COMMENT) - target.comment.length - 1;
  const head = headOf(target, program, policy, printableVersion(options.version), width);
  // A line that says what is to read the file, as for a shell or for PHP, stays the first.
  const first = /^(#!|<\?)/.test(body[0] ?? '') ? body.slice(0, 1) : [];
  const text = lines(first, head.map(comment), '', body.slice(first.length), '', [`Usage:`, '', ...usage].map(comment));
  return {
    target: target.id,
    title: target.title,
    language: target.language,
    fileName: target.fileName(functionName),
    functionName,
    since: target.since,
    needs: target.needs,
    code: `${text.join('\n')}\n`,
    usage: `${usage.join('\n')}\n`,
    notes: [...notCarried(policy), ...droppedSecrets(example)],
  };
}

/** The target of that id. Throws `InputError` naming the nearest one. */
export function targetOf(id: string, field = 'target'): Target {
  const target = TARGETS.find((known) => known.id === id);
  if (target !== undefined) return target;
  const ids = TARGETS.map((known) => known.id);
  const close = nearest(String(id), ids);
  const issue = { field, value: id, allowed: ids.join(', ') };
  throw new InputError(close === null ? issue : { ...issue, hint: `did you mean ${close}?` });
}

/** Lines of prose are hard to read beyond it, whatever a formatter allows. */
const WIDEST_COMMENT = 88;

function checkName(name: string, target: Target, code: readonly string[]): void {
  const refuse = (allowed: string): never => {
    throw new InputError({ field: 'name', value: name, allowed });
  };
  if (!/^[A-Za-z][A-Za-z0-9_]{0,63}$/.test(name)) refuse('letters, digits and _, a letter first, 64 at most');
  const plain = (word: string) => (target.ignoresCase === true ? word.toLowerCase() : word);
  if (target.reservedWords.some((word) => plain(word) === plain(name)))
    refuse(`a name that is no word of the language (${target.title})`);
  if (new RegExp(`\\b${plain(name)}\\b`).test(plain(code.join('\n'))))
    refuse('a name that the generated code does not use itself');
}

function printableVersion(version: string): string {
  return /^[\w.+-]{1,40}$/.test(version) ? version : 'of an unknown version';
}
