// What a single line of a captured HTTP exchange is. Knows the marks that `curl -v` puts in front of its lines.

import { trimOws } from './trim-ows.js';

export interface StatusLine {
  readonly status: number;
  /** Null in HTTP/2 and later, which have no reason phrase. */
  readonly reason: string | null;
}

const STATUS_LINE = /^HTTP\/\d(?:\.\d)? (\d{3})(?: (.*))?$/i;
const REQUEST_LINE = /^[A-Z]{1,20} \S{1,8000} HTTP\/\d(?:\.\d)?$/;
/** Lines of `curl -v` that are not from the server: `>` what was sent, `*` remarks, `{` and `}` counts of bytes. */
const CURL_REMARK = /^(?:[>*](?: |$)|[{}] \[\d{1,12} bytes data\]$)/;
const TOKEN = /^[!#$%&'*+\-.^_`|~0-9a-z]+$/i;

/** Reads `HTTP/1.1 429 Too Many Requests` or `HTTP/2 429`. */
export function parseStatusLine(line: string): StatusLine | null {
  const match = STATUS_LINE.exec(line);
  if (match === null) return null;
  const reason = trimOws(match[2] ?? '');
  return { status: Number(match[1]), reason: reason === '' ? null : reason };
}

/** `POST /v1/messages HTTP/1.1`, which starts a request: its fields are of no interest and may hold credentials. */
export function isRequestLine(line: string): boolean {
  return REQUEST_LINE.test(line);
}

/** Splits `name: value`; null when the line is no field. The name keeps its case. */
export function parseFieldLine(line: string): readonly [name: string, value: string] | null {
  const colon = line.indexOf(':');
  if (colon < 1) return null;
  const name = trimOws(line.slice(0, colon));
  return TOKEN.test(name) ? [name, trimOws(line.slice(colon + 1))] : null;
}

/**
 * The status in a line that is shown among the fields: `:status: 429` by browsers and HTTP/2 tools, `Status Code: 429 Too
 * Many Requests` by network panels, `Status: 429` by CGI (RFC 3875 §6.3.3).
 */
export function parsePseudoStatus(line: string): number | null {
  const match = /^(?::status:?|status(?: code)?:) ?(\d{3})(?: .*)?$/i.exec(line);
  return match === null ? null : Number(match[1]);
}

export function isCurlRemark(line: string): boolean {
  return CURL_REMARK.test(line);
}

/** Whether `curl -v` marked the line as received. */
export function isMarkedReceived(line: string): boolean {
  return line === '<' || line.startsWith('< ');
}

/** Without the line end of a CRLF and without the mark of `curl -v`. */
export function bareLine(line: string): string {
  const text = line.endsWith('\r') ? line.slice(0, -1) : line;
  return isMarkedReceived(text) ? text.slice(2) : text;
}
