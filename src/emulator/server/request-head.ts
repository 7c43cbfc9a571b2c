// The head of a request: what stands before its body, read strictly. The sections named here are those of RFC 9112.

import { printable } from '../../core/text/printable.js';
import { splitTarget } from '../request.js';

export interface RequestHead {
  readonly method: string;
  readonly path: string;
  readonly query: string;
  /** The value of a header by its name in lower case; null when it was not sent. Needs no `this`. */
  readonly header: (name: string) => string | null;
  /** Of the body, in bytes; null when it comes in chunks. */
  readonly length: number | null;
  /** HTTP/1.1; 1.0 knows neither chunks nor 100 Continue. */
  readonly isCurrent: boolean;
  /** The client may send another request on the connection. */
  readonly keepsAlive: boolean;
  /** The client keeps the body back until it is told to go on. */
  readonly awaitsContinue: boolean;
}

/** Why a request cannot be taken. Nobody can tell where the next one would begin, so that its connection ends. */
export interface Rejection {
  readonly status: number;
  readonly message: string;
}

/**
 * `line` is the request line, and `fields` has all others, each behind a CR and LF, without the empty one at the end. Both
 * have a character for each byte. They are apart since whoever keeps a path must not keep the whole head in memory.
 */
export function readHead(line: string, fields: string): RequestHead | Rejection {
  const parts = REQUEST_LINE.exec(line);
  if (parts === null || !FIELDS.test(fields)) return complaintAbout(line + fields);
  const [, method, target, minor] = parts as unknown as [string, string, string, string];
  // A client that is told yes sends what is meant for another server.
  if (method === 'CONNECT') return { status: 501, message: 'CONNECT is not known here: this is no proxy' };
  const isCurrent = minor === '1';
  const lower = fields.toLowerCase();
  const header = (name: string): string | null => valueIn(fields, lower, name);
  const host = header('host');
  // §3.2. Whoever takes a request for one host must not pass it on as one for another.
  if (host === null ? isCurrent : host.includes(', ')) return bad('a request has one Host header');
  const transfer = header('transfer-encoding');
  const length = header('content-length');
  // §6.1 and §6.3: where there are two opinions on where a body ends, the rest of it may be taken for a request.
  if (transfer !== null && length !== null)
    return bad('either Content-Length or Transfer-Encoding says how long it is');
  if (transfer !== null && !isCurrent) return bad('HTTP/1.0 knows no Transfer-Encoding');
  if (transfer !== null && transfer.toLowerCase() !== 'chunked') {
    return { status: 501, message: `Transfer-Encoding: ${printable(transfer)} is not known here; chunked is` };
  }
  if (length !== null && !LENGTH.test(length)) {
    return bad(`Content-Length: ${printable(length)} is not allowed; give one whole number`);
  }
  const expected = isCurrent ? header('expect') : null;
  if (expected !== null && expected.toLowerCase() !== '100-continue') {
    return { status: 417, message: `Expect: ${printable(expected)} is not known here; 100-continue is` };
  }
  const connection = header('connection');
  return {
    method,
    ...splitTarget(target),
    header,
    length: transfer === null ? Number(length ?? 0) : null,
    isCurrent,
    keepsAlive: isCurrent ? !names(connection, 'close') : names(connection, 'keep-alive'),
    awaitsContinue: expected !== null,
  };
}

/** A name and a value as §5 has them; the value has its spaces still around it. */
export const FIELD_LINE = /^[!#$%&'*+\-.^_`|~0-9A-Za-z]+:[\t\x20-\x7e\x80-\xff]*$/;

const REQUEST_LINE = /^([!#$%&'*+\-.^_`|~0-9A-Za-z]+) ([\x21-\x7e\x80-\xff]+) HTTP\/1\.([01])$/;
/** Any number of fields, without folds, which §5.2 has servers refuse. In one, since it runs for every request. */
const FIELDS = /^(?:\r\n[!#$%&'*+\-.^_`|~0-9A-Za-z]+:[\t\x20-\x7e\x80-\xff]*)*$/;
const LENGTH = /^\d+$/;

/** Whether what has come of a head cannot become one, however it goes on: nobody should wait for the rest. */
export function isHopeless(text: string): boolean {
  return /[^\t\r\n\x20-\x7e\x80-\xff]|(?<!\r)\n|\r(?!\n|$)/.test(text);
}

/** Why a text is no head. */
export function complaintAbout(text: string): Rejection {
  const [line = '', ...fields] = text.split(/\r?\n/);
  if (/^\S+ \S+ HTTP\/\d\.\d$/.test(line) && !/HTTP\/1\.[01]$/.test(line)) {
    return { status: 505, message: `${line.slice(-8)} is not spoken here; HTTP/1.1 is` };
  }
  if (line.startsWith('\x16\x03')) return bad('this port speaks HTTP without TLS; begin the address with http://');
  if (!REQUEST_LINE.test(line)) {
    return bad(`"${printable(line)}" is no request line; give METHOD /path HTTP/1.1`);
  }
  const broken = fields.find((field) => field !== '' && !FIELD_LINE.test(field));
  return bad(
    broken === undefined
      ? 'lines end with CR and LF'
      : `"${printable(broken)}" is no header; give Name: value, without a control character`,
  );
}

export function bad(message: string): Rejection {
  return { status: 400, message };
}

/** All that were sent under one name, in one list, as RFC 9110 §5.3 joins them. */
function valueIn(fields: string, lower: string, name: string): string | null {
  const label = `\r\n${name}:`;
  let found: string | null = null;
  for (let at = lower.indexOf(label); at !== -1; at = lower.indexOf(label, at + label.length)) {
    const end = fields.indexOf('\r\n', at + label.length);
    const value = trimmed(fields.slice(at + label.length, end === -1 ? fields.length : end));
    found = found === null ? value : `${found}, ${value}`;
  }
  return found;
}

/** Without the spaces and tabs around it; `trim` would take away bytes of UTF-8 as well. */
function trimmed(value: string): string {
  let begin = 0;
  let end = value.length;
  while (isBlank(value.charCodeAt(begin))) begin++;
  while (end > begin && isBlank(value.charCodeAt(end - 1))) end--;
  return value.slice(begin, end);
}

function isBlank(code: number): boolean {
  return code === 0x20 || code === 0x09;
}

function names(list: string | null, option: string): boolean {
  return (
    list
      ?.toLowerCase()
      .split(',')
      .some((each) => each.trim() === option) ?? false
  );
}
