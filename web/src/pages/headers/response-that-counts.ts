// A browser's export or a long log holds megabytes, of which one response counts. A box with all of it would hold up the
// browser for seconds at every key, so only that one stays.

import { InputError } from '../../../../src/core/errors.js';
import { LONGEST_JSON } from '../../../../src/core/headers/encodings/json-values.js';
import { visitFields } from '../../../../src/core/headers/field-map.js';
import { readParts } from '../../../../src/core/headers/response/response-input.js';

/** Longest text that the box keeps as it is, in characters and in lines: both cost time at every key. */
export const MOST_KEPT = 131_072;
export const MOST_LINES = 4000;

/** Whether a text is too long to be kept as it is. */
export function isLong(text: string): boolean {
  if (text.length > MOST_KEPT) return true;
  let lines = 1;
  for (let at = text.indexOf('\n'); at !== -1; at = text.indexOf('\n', at + 1)) lines += 1;
  return lines > MOST_LINES;
}

/**
 * The response that a long text is about, as `curl -i` prints it; without its body where that is too long for any answer to
 * rest on it. Null when there is none in the text, or when it is long by itself.
 */
export function responseThatCounts(text: string): string | null {
  try {
    const { status, headers, body } = readParts(text, { nowMs: 0 });
    const lines = status === null ? [] : [`HTTP/1.1 ${status}`];
    visitFields(headers, (name, value) => {
      for (const each of Array.isArray(value) ? value : [value]) {
        if (each !== null && each !== undefined) lines.push(`${name}: ${onOneLine(String(each))}`);
      }
    });
    const kept = bodyText(body);
    if (kept !== '') lines.push('', kept);
    const response = lines.join('\n');
    return isLong(response) ? null : response;
  } catch (error) {
    if (error instanceof InputError || error instanceof TypeError) return null;
    throw error;
  }
}

/** A folded value (RFC 9112 §5.2) as the one line that it is. */
function onOneLine(value: string): string {
  const lines = value.split(/[\r\n]+/).map((line) => line.trim());
  return lines.filter((line) => line !== '').join(' ');
}

function bodyText(body: unknown): string {
  if (body === null || body === undefined) return '';
  const text = typeof body === 'string' ? body : JSON.stringify(body);
  return text.length > LONGEST_JSON ? '' : text;
}
