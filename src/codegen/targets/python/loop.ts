// The body of the function that people call is one loop for both libraries, but for the call and its errors.

import { indent, lines, type Part } from '../../text/lines.js';
import type { Program } from '../program.js';

export interface LibraryCall {
  /** Lines before the loop. */
  readonly start?: Part;
  /** The call, which takes the options in `fresh`. */
  readonly send: string;
  /** The clauses for errors of the library: each passes one on, or leaves it to the next attempt. */
  readonly excepts: readonly string[];
  /** Raises an error that has `message` and `response`. */
  readonly raise: readonly string[];
  /** Lets go of a response before the wait. */
  readonly release?: Part;
  /** The function that waits. */
  readonly sleep: string;
}

/** The loop, for options whose names are in `BODIES` where they may be functions. */
export function loop(program: Program, call: LibraryCall): string[] {
  return indent(
    lines(
      'for name in BODIES:',
      '    if reads_once(options.get(name)):',
      '        raise TypeError(f"{name} can be read only once: pass a function")',
      call.start,
      program.draw.kind === 'decorrelated' && 'previous = BASE_SECONDS',
      'retry = 0',
      'while True:',
      '    retry += 1',
      '    response = None  # that of an earlier attempt says nothing about this one',
      '    fresh = {',
      '        name: value() if name in BODIES and callable(value) else value',
      '        for name, value in options.items()',
      '    }',
      '    try:',
      `        response = ${call.send}`,
      indent(call.excepts, '    '),
      '    else:',
      '        if not is_retryable(response.status_code):',
      '            return response',
      '        if retry > MAX_RETRIES:',
      '            message = f"HTTP {response.status_code} after {retry} attempts"',
      indent(call.raise, '            '),
      indent(lines(call.release), '        '),
      indent(wait(program, call.sleep), '    '),
    ),
    '    ',
  );
}

/** What is done where the retries are used up, and otherwise nothing: the next attempt follows. */
export const RAISE_AT_THE_END = ['    if retry > MAX_RETRIES:', '        raise'];

/** The lines that choose and spend the wait. */
function wait(program: Program, sleep: string): string[] {
  const isWalk = program.draw.kind === 'decorrelated';
  const own =
    program.throttledBaseMs === null
      ? isWalk
        ? 'previous = backoff_seconds(previous)'
        : 'delay = backoff_seconds(retry)'
      : 'delay = backoff_seconds(retry, base)';
  const variable = isWalk ? 'previous' : 'delay';
  return lines(
    program.throttledBaseMs !== null && [
      'throttled = response is not None and response.status_code == 429',
      'base = THROTTLED_BASE_SECONDS if throttled else BASE_SECONDS',
    ],
    program.retryAfterMaxMs === null
      ? [own, `${sleep}(${variable})`]
      : [
          'delay = retry_after_seconds(response)',
          'if delay is None:',
          `    ${own}`,
          isWalk && '    delay = previous',
          `${sleep}(delay)`,
        ],
  );
}
