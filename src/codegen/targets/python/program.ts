// Python for requests and for httpx is one program but for the call itself; each target brings its own `request` part.

import { lines, type Part } from '../../text/lines.js';
import type { Program } from '../program.js';
import { backoff, constants } from './backoff.js';
import { retryAfter } from './retry-after.js';

export interface PythonParts {
  readonly standardImports: readonly string[];
  readonly library: string;
  /** The function that people call. */
  readonly request: readonly Part[];
  readonly responseType: string;
}

export function python(program: Program, parts: PythonParts): string[] {
  const hasHint = program.retryAfterMaxMs !== null;
  const standard = [...parts.standardImports, ...(hasHint ? ['import re'] : [])];
  if (program.draw.kind !== 'none') standard.push('import random');
  return lines(
    'from __future__ import annotations',
    '',
    standard.sort(),
    hasHint && 'from datetime import datetime, timezone',
    '',
    `import ${parts.library}`,
    '',
    constants(program),
    '\n',
    parts.request,
    '\n',
    READS_ONCE,
    '\n',
    isRetryable(program),
    '\n',
    backoff(program),
    hasHint && ['\n', retryAfter(parts.responseType)],
    // Functions are followed by two empty lines, of which the caller brings one.
    '',
  );
}

export const PYTHON_WORDS: readonly string[] = (
  'False None True and as assert async await break case class continue def del elif else except finally for from global ' +
  'if import in is lambda match nonlocal not or pass raise return try type while with yield float int len max min print str'
).split(' ');

function isRetryable({ statuses }: Program): string[] {
  const { listed, serverErrors } = statuses;
  const set = listed.length === 1 ? `status == ${listed[0]}` : `status in (${listed.join(', ')})`;
  const tests = [...(listed.length > 0 ? [set] : []), ...(serverErrors ? ['status >= 500'] : [])];
  return ['def is_retryable(status: int) -> bool:', `    return ${tests.join(' or ') || 'False'}`];
}

const READS_ONCE = `def reads_once(body: object) -> bool:
    """Tell whether a body, or a part of it, would be empty when sent again."""
    if isinstance(body, dict):
        return any(reads_once(part) for part in body.values())
    if isinstance(body, (list, tuple)):
        return any(reads_once(part) for part in body)
    return any(hasattr(body, name) for name in ("read", "__next__", "__anext__"))`;
