// The comment at the top of every generated file: what it does, when not to use it, and its policy as a command.

import { formatJitter } from '../../core/grammar/jitter.js';
import { isListed, type Policy } from '../../core/policy/policy.js';
import { writeDuration } from '../../core/policy/written.js';
import { wrapLines } from '../../core/text/wrap.js';
import { indent } from '../text/lines.js';
import { notCarried } from './not-carried.js';
import { policyCommand } from './policy-command.js';
import { LONGEST_TIMER_MS, type Program, type RetriedStatuses } from './program.js';
import type { Target } from './target.js';

/** The lines of the head comment, without what makes them a comment. `width` is what is left for the text. */
export function headOf(target: Target, program: Program, policy: Policy, version: string, width: number): string[] {
  const paragraph = (label: string, text: string) => hang(label, text, width);
  return [
    `HTTP requests with retries, made by holdoff ${version}. Its policy, as a command:`,
    ...indent(policyCommand(target, program, policy, width - 2), '  '),
    '',
    ...paragraph('Waits', waits(policy, program)),
    ...paragraph(
      'Retries',
      `${retried(program.statuses)}, and network errors (DNS, reset, timeout), whatever the` +
        ' method: only wrap requests that are safe to repeat.',
    ),
    ...paragraph('Obeys', obeyed(target, program)),
    ...notCarried(policy).flatMap((note) => paragraph('Lacks', note)),
  ];
}

function waits({ backoff, jitter }: Policy, program: Program): string {
  const count = program.retries === 1 ? '1 retry' : `${program.retries} retries`;
  if (program.retries === 0) return 'none: one attempt is all there is.';
  const least = program.minMs > 0 ? `, at least ${writeDuration(program.minMs)}` : '';
  const cap = program.capMs === LONGEST_TIMER_MS ? 'no cap' : `cap ${writeDuration(program.capMs)}`;
  const raw = isListed(backoff)
    ? `${count}, raw delays as listed, ${cap}`
    : `${count}, base ${writeDuration(program.baseMs)}, multiplier ${program.multiplier}, ${cap}`;
  const second = program.throttledBaseMs === null ? '' : `, base ${writeDuration(program.throttledBaseMs)} after a 429`;
  return `${raw}${least}${second}. Jitter ${formatJitter(jitter)}: ${drawn(program)}`;
}

function drawn({ draw }: Program): string {
  switch (draw.kind) {
    case 'none':
      return 'every client waits the same, which is dangerous for a fleet.';
    case 'full':
      return 'uniform between 0 and the raw delay.';
    case 'decorrelated':
      return 'uniform between the base and three times the last wait.';
    case 'between':
      return `uniform between ${draw.low} and ${draw.high} times the raw delay.`;
  }
}

/** `408, 429 and every status of 500 or more`, for sentences. */
function retried({ listed, serverErrors }: RetriedStatuses): string {
  const parts = [...listed.map(String), ...(serverErrors ? ['every status of 500 or more'] : [])];
  const last = parts.pop();
  if (last === undefined) return 'no status';
  return parts.length === 0 ? last : `${parts.join(', ')} and ${last}`;
}

function obeyed(target: Target, { retryAfterMaxMs }: Program): string {
  if (retryAfterMaxMs === null) return 'no Retry-After: the waits are its own.';
  const forms = target.retryAfterForms === 'seconds' ? ' in seconds' : '';
  return `Retry-After${forms} on a retried response, in place of its own wait, for ${writeDuration(retryAfterMaxMs)} at most.`;
}

/** A label, and the text beside it. */
function hang(label: string, text: string, width: number): string[] {
  const column = 9;
  return wrapLines(text, width - column).map((line, at) => (at === 0 ? `${label}:` : '').padEnd(column) + line);
}
