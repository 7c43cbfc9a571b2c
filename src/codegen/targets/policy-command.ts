import type { Field } from '../../core/policy/field.js';
import { FIELDS } from '../../core/policy/fields.js';
import { type Plain, setAt, valueAt } from '../../core/policy/paths.js';
import type { Policy } from '../../core/policy/policy.js';
import { writeField } from '../../core/policy/written.js';
import { wrapLines } from '../../core/text/wrap.js';
import type { Program } from './program.js';
import type { Target } from './target.js';

/** The fields that shape generated code, in the order of the field table. Those with a flag are always written out. */
const SHAPING = [
  'backoff.baseMs',
  'backoff.multiplier',
  'backoff.capMs',
  'backoff.minMs',
  'backoff.throttledBaseMs',
  'backoff.delaysMs',
  'jitter',
  'maxAttempts',
  'retryAfter.maxMs',
  'retryOn.statuses',
];
const UNLESS_DEFAULT = ['backoff.minMs', 'backoff.throttledBaseMs', 'retryOn.statuses'];

/**
 * The command that writes the policy in this language, also when a default has changed in between. The request of the
 * usage lines is left out: it may be long, and is nobody's to read. What has no flag is piped in as a policy. So it is
 * made of numbers and known words only, and fits any shell and any comment.
 */
export function policyCommand(target: Target, program: Program, policy: Policy, width: number): string[] {
  const given = FIELDS.filter(({ path }) => SHAPING.includes(path))
    .map((field) => ({ field, value: valueAt(policy, field.path) }))
    .filter(({ field, value }) => value !== undefined && isTold(field, value, policy));
  const rest = [
    ...(policy.retryAfter.honor ? [] : ['--no-retry-after']),
    ...(program.functionName === target.functionName ? [] : [`--name ${program.functionName}`]),
  ];
  if (given.every(({ field }) => field.flag !== undefined)) {
    const flags = given.map(({ field, value }) => `--${field.flag} ${writeField(field, value)}`);
    return continued([`holdoff generate ${target.id}`, ...flags, ...rest], width);
  }
  const input: Plain = {};
  for (const { field, value } of given) setAt(input, field.path, value);
  // Between its parts JSON may be broken anywhere.
  const json = wrapLines(JSON.stringify(input).replaceAll(',', ', '), width - 2);
  return [
    ...`echo '${json.join('\n')}' |`.split('\n'),
    ...continued([`  holdoff generate ${target.id} --policy -`, ...rest], width),
  ];
}

function isTold({ path, default: byDefault }: Field, value: unknown, policy: Policy): boolean {
  if (path === 'retryAfter.maxMs') return policy.retryAfter.honor;
  return !UNLESS_DEFAULT.includes(path) || JSON.stringify(byDefault) !== JSON.stringify(value);
}

/** Words of a command, over as many lines as needed. */
function continued(words: readonly string[], width: number): string[] {
  const broken: string[] = [];
  for (const word of words) {
    const last = broken.at(-1);
    if (last !== undefined && last.length + 1 + word.length <= width - 2) broken[broken.length - 1] = `${last} ${word}`;
    else broken.push(last === undefined ? word : `  ${word}`);
  }
  return broken.map((line, at) => (at === broken.length - 1 ? line : `${line} \\`));
}
