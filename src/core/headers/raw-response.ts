// Responses as text: what `curl -i`, `curl -sD -`, `curl -v` or a browser's network panel shows, copied or piped.

import { InputError } from '../errors.js';
import { isSecret } from './field-map.js';
import type { HeaderWarning } from './header-warning.js';
import {
  bareLine,
  isCurlRemark,
  isMarkedReceived,
  isRequestLine,
  parseFieldLine,
  parsePseudoStatus,
  parseStatusLine,
} from './raw-lines.js';
import { trimOws } from './trim-ows.js';
import { joinTwoLineFields } from './two-line-fields.js';

export interface RawResponse {
  /** Null when the text had fields but no status line. */
  readonly status: number | null;
  readonly reason: string | null;
  /** Names as written, in the order received, without the fields that carry credentials. */
  readonly fields: readonly (readonly [name: string, value: string])[];
  /** What followed the blank line; null when that was nothing or only space. */
  readonly body: string | null;
  readonly warnings: readonly HeaderWarning[];
}

/** Longest text that is looked at, in characters. */
export const MAX_RESPONSE_TEXT = 4 * 1024 * 1024;
/** Longest status line and fields of one response, in characters. Servers stop at a hundredth of this. */
export const MAX_HEAD_TEXT = 1024 * 1024;

/**
 * Every response in the text, in order: redirects, `100 Continue` and retries come before the one that counts, which
 * is the last. Takes CRLF or LF, folded lines, HTTP/2 status lines, and fields without a status line; requests and the
 * remarks of `curl -v` are left out. Throws {@link InputError} when the text is too long or holds no field at all.
 */
export function parseRawResponses(text: string): RawResponse[] {
  if (text.length > MAX_RESPONSE_TEXT) throw tooLong(text.length, MAX_RESPONSE_TEXT, 'in all');
  const lines = joinTwoLineFields(text.replace(/^\uFEFF/, '').split('\n'));
  const responses: RawResponse[] = [];
  for (let at = 0; at < lines.length; ) {
    const head = readHead(lines, at);
    const body = readBody(lines, head);
    at = body.next;
    if (head.hasContent && !head.isRequest) {
      const { status, reason, fields, warnings } = head;
      responses.push({ status, reason, fields, body: body.text, warnings });
    }
  }
  if (responses.length === 0) {
    const allowed = 'the text that `curl -i` prints, or lines such as "retry-after: 7"';
    throw new InputError({ field: 'headers', value: undefined, allowed });
  }
  return responses;
}

interface Head {
  status: number | null;
  reason: string | null;
  fields: [string, string][];
  warnings: HeaderWarning[];
  isRequest: boolean;
  /** Whether anything was found that is part of an exchange. */
  hasContent: boolean;
  /** Whether the lines bear the marks of `curl -v`. */
  isMarked: boolean;
  /** The line after the head, and whether a body may start there. */
  next: number;
  hasBody: boolean;
}

function readHead(lines: string[], from: number): Head {
  const head: Head = {
    status: null,
    reason: null,
    fields: [],
    warnings: [],
    isRequest: false,
    hasContent: false,
    isMarked: false,
    next: lines.length,
    hasBody: false,
  };
  let length = 0;
  /** The field that a folded line continues: null when there is none or when it was dropped. */
  let open: [string, string] | null = null;
  /** What a pasted block is indented by, which must not make every line look folded. */
  let indent = '';
  for (let at = from; at < lines.length; at++) {
    const raw = lines[at] as string;
    const bare = bareLine(raw);
    if (!head.hasContent) indent = /^[ \t]{0,99}/.exec(bare)?.[0] ?? '';
    const line = bare.startsWith(indent) ? bare.slice(indent.length) : bare;
    length += raw.length + 1;
    if (length > MAX_HEAD_TEXT) throw tooLong(length, MAX_HEAD_TEXT, 'before the blank line that ends the fields');
    if (isCurlRemark(line)) continue;
    if (line.trim() === '') {
      if (!head.hasContent) continue;
      head.next = at + 1;
      head.hasBody = true;
      return head;
    }
    const statusLine = parseStatusLine(line);
    if (statusLine !== null && head.hasContent) {
      head.next = at;
      return head;
    }
    if (isMarkedReceived(raw)) head.isMarked = true;
    // What stood before a status line, such as a prompt or a progress meter, was never part of the response.
    if (statusLine !== null) Object.assign(head, statusLine, { hasContent: true, warnings: [] });
    else if (!head.hasContent && isRequestLine(line)) Object.assign(head, { isRequest: true, hasContent: true });
    else open = readFieldInto(head, line, open, at);
  }
  return head;
}

/** Adds one line to the fields. Returns the field that a folded line after it would continue. */
function readFieldInto(head: Head, line: string, open: [string, string] | null, at: number): [string, string] | null {
  if (line.startsWith(' ') || line.startsWith('\t')) {
    // RFC 9112 §5.2: a folded line continues the value after one space. That of a dropped field is dropped with it.
    if (open !== null) open[1] = open[1] === '' ? trimOws(line) : `${open[1]} ${trimOws(line)}`;
    return open;
  }
  const pseudoStatus = parsePseudoStatus(line);
  const field = parseFieldLine(line);
  head.status ??= pseudoStatus;
  if (pseudoStatus !== null || field !== null) head.hasContent = true;
  else if (!line.startsWith(':') && head.warnings.length === 0) {
    // The line itself is not shown: it may be half of a credential.
    head.warnings.push({ code: 'malformed-line', message: `line ${at + 1} is no "name: value" and is left out` });
  }
  if (field === null || isSecret(field[0].toLowerCase())) return null;
  head.fields.push([field[0], field[1]]);
  return head.fields.at(-1) ?? null;
}

/**
 * The body runs to the next response. That one may start in the middle of a line: a JSON body has no line end, and
 * `curl` prints the next response right behind it.
 */
function readBody(lines: string[], head: Head): { text: string | null; next: number } {
  if (!head.hasBody) return { text: null, next: head.next };
  const kept: string[] = [];
  let next = head.next;
  for (; next < lines.length; next++) {
    const line = lines[next] as string;
    const start = startOfResponse(line, lines[next + 1]);
    if (start !== -1) {
      if (start > 0) kept.push(line.slice(0, start));
      lines[next] = line.slice(start);
      break;
    }
    if (!head.isMarked || !isCurlRemark(bareLine(line))) kept.push(line);
  }
  const text = kept.join('\n');
  return { text: text.trim() === '' ? null : text, next };
}

/**
 * Where in the line a status line starts, or −1. A body may speak of HTTP, too, so fields must follow; or nothing, when
 * the status line stands on a line of its own.
 */
function startOfResponse(line: string, following: string | undefined): number {
  const found = line.lastIndexOf('HTTP/');
  if (found === -1 || parseStatusLine(bareLine(line.slice(found))) === null) return -1;
  const start = found === 2 && isMarkedReceived(line) ? 0 : found;
  const after = bareLine(following ?? '');
  const isFollowed = parseFieldLine(after) !== null || (start === 0 && after.trim() === '');
  return isFollowed ? start : -1;
}

function tooLong(length: number, limit: number, where: string): InputError {
  return new InputError({
    field: 'headers',
    value: `${length} characters`,
    allowed: `at most ${limit} characters ${where}: one response, with its body cut if need be`,
  });
}
