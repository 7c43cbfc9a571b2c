import { findTwice } from '../../core/text/json-twice.js';
import { printable } from '../../core/text/printable.js';
import { UsageError } from '../failure.js';
import { findJsonFault } from './json-fault.js';

/**
 * The value of a JSON text. Throws `UsageError` with line and column, also for a name that stands twice in one object;
 * `name` is what the file is called there.
 */
export function parseJson(text: string, name: string): unknown {
  const value = read(text, name);
  const twice = findTwice(text);
  if (twice === null) return value;
  const problem = `the name "${printable(twice.key, 100)}" stands twice in one object`;
  throw new UsageError('invalid-json', `${name}: line ${twice.line}: ${problem}`);
}

function read(text: string, name: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    const fault = findJsonFault(text);
    if (fault === null) throw new UsageError('invalid-json', `${name}: ${printable((error as Error).message, 200)}`);
    throw new UsageError('invalid-json', `${name}: line ${fault.line}, column ${fault.column}: ${fault.problem}`);
  }
}
