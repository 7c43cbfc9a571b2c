// What was pasted, decoded. Core takes heads, HAR files and logged errors; here a body by itself is taken as well, since
// that is what many consoles show.

import { InputError } from '../../../../src/core/errors.js';
import { standardDecoder } from '../../../../src/core/headers/decode.js';
import type { Decoded } from '../../../../src/core/headers/decoded.js';
import { type ReportedLimits, reportedLimits } from '../../../../src/core/headers/reported-limits.js';
import { readParts } from '../../../../src/core/headers/response/response-input.js';

export interface ReadOptions {
  /** When it came, in epoch ms. */
  readonly nowMs: number;
  /** As typed; empty for what the text says. */
  readonly status: string;
  /** Id of a dialect; empty to have it detected. */
  readonly sender: string;
}

export interface ResponseReading {
  readonly decoded: Decoded | null;
  /** What it reports of limits, as a plan needs it; null when it reports none. */
  readonly reported: ReportedLimits | null;
  /** What is wrong with the text, and with the status, in a sentence each. */
  readonly issue: string | null;
  readonly statusIssue: string | null;
}

/** Never throws. */
export function readResponse(text: string, { nowMs, status, sender }: ReadOptions): ResponseReading {
  const stated = status.trim();
  if (stated !== '' && !/^[1-9]\d\d$/.test(stated)) {
    const statusIssue = 'This is no status; give a whole number from 100 to 999, such as 429, or nothing.';
    return { decoded: null, reported: null, issue: null, statusIssue };
  }
  const options = { nowMs, status: stated === '' ? null : Number(stated), dialect: sender === '' ? undefined : sender };
  try {
    const body = bodyAlone(text);
    const parts = readParts(body === null ? text : { headers: {}, body }, options);
    return {
      decoded: standardDecoder().decode(parts, options),
      reported: reportedLimits(parts.headers, { dialect: options.dialect, body: parts.body, nowMs }),
      issue: null,
      statusIssue: null,
    };
  } catch (error) {
    if (!(error instanceof InputError)) throw error;
    const issue = `There is no response in this; give ${error.issue.allowed}.`;
    return { decoded: null, reported: null, issue, statusIssue: null };
  }
}

/** A JSON value that is neither a HAR file nor parts of one; null for anything else. */
function bodyAlone(text: string): object | null {
  if (!/^\s*[{[]/.test(text)) return null;
  try {
    const value: unknown = JSON.parse(text);
    if (typeof value !== 'object' || value === null) return null;
    return ['log', 'response', 'headers'].some((key) => Object.hasOwn(value, key)) ? null : value;
  } catch {
    return null;
  }
}
