import { InputError } from '../../core/errors.js';
import { parseJson } from '../../core/headers/encodings/json-values.js';
import { visitFields } from '../../core/headers/field-map.js';
import { type ReadParts, readParts } from '../../core/headers/response/response-input.js';
import { UsageError } from '../failure.js';
import type { Io } from '../io.js';
import { findJsonFault } from './json-fault.js';
import { nameOfInput, readText } from './read-text.js';

/** A response that somebody captured. */
export interface CapturedResponse extends ReadParts {
  /** What it is called in messages. */
  readonly name: string;
}

const MAX_BYTES = 4 * 1024 * 1024;

/** No response at all: what there is to go by stands elsewhere. */
export const NO_RESPONSE: CapturedResponse = Object.freeze({
  name: 'nothing',
  status: null,
  headers: [],
  body: null,
  warnings: [],
});

/**
 * The last response of a capture: text as `curl -i` prints it, a HAR file, or JSON with `status` and `headers`. `label`
 * is the flag or operand that named it. Throws `UsageError` when it cannot be read or holds no response; with `mayBeEmpty`
 * an empty text is {@link NO_RESPONSE}.
 */
export async function readCapturedResponse(
  io: Io,
  path: string,
  label: string,
  mayBeEmpty = false,
): Promise<CapturedResponse> {
  const name = nameOfInput(path);
  const text = await readText(io, path, label, MAX_BYTES);
  return mayBeEmpty && text.trim() === '' ? NO_RESPONSE : { ...responseIn(text, name, label), name };
}

/** The text of a body: JSON or not, that is for the decoder to see. */
export function readBody(io: Io, path: string): Promise<string> {
  return readText(io, path, '--body', MAX_BYTES);
}

/** What the decoder says of a dialect, by the name of the flag that gave it; every other fault as it is. */
export function asProviderFault(error: unknown): unknown {
  if (!(error instanceof InputError) || error.issue.field !== 'dialect') return error;
  return new InputError({ ...error.issue, field: '--provider' });
}

function responseIn(text: string, name: string, label: string): ReadParts {
  try {
    // The clock plays no part in taking a response apart.
    const parts = readParts(text, { nowMs: 0 });
    visitFields(parts.headers, () => {});
    return parts;
  } catch (error) {
    if (error instanceof TypeError) {
      const problem = `${label}: ${name} holds headers of no known shape`;
      throw new UsageError('no-response', problem, 'give them as { "retry-after": "7" } or as a HAR file has them');
    }
    if (!(error instanceof InputError)) throw error;
    const { field, value, allowed } = error.issue;
    if (field === 'status') throw new InputError({ field: `${name}: status`, value, allowed });
    const instead = looksLikeJson(text) ? `{ "status": 429, "headers": { … } }, a HAR file, or ${PRINTED}` : allowed;
    throw new UsageError('no-response', `${label}: ${name} holds no response${problemOf(text)}`, `give ${instead}`);
  }
}

/** What is wrong with a text that was meant to be JSON. */
function problemOf(text: string): string {
  if (!looksLikeJson(text)) return '';
  if (parseJson(text, text.length) !== undefined) return ', only JSON that may be the body of one; --body takes that';
  const fault = findJsonFault(text);
  return fault === null ? '' : `: line ${fault.line}, column ${fault.column}: ${fault.problem}`;
}

const PRINTED = 'the text that `curl -i` prints';

function looksLikeJson(text: string): boolean {
  return /^\s*[[{]/.test(text);
}
