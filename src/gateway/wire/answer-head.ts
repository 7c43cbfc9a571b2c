// The head of an answer: what stands before its body, read strictly. The sections named here are those of RFC 9112.

import { wireError } from './wire-error.js';

export interface AnswerHead {
  readonly status: number;
  readonly statusText: string;
  /** Names and values in turn, as they came. */
  readonly rawHeaders: readonly string[];
  /** Of the body, in bytes; null where it comes in chunks or lasts as long as the connection. */
  readonly length: number | null;
  readonly isChunked: boolean;
  /** Null where there is none. */
  readonly contentType: string | null;
  /** How long the connection may be idle behind this answer, in ms; 0 where it ends with it. */
  readonly keptMs: number;
}

/** `text` is the head without the empty line at its end, a character for each byte. Throws for what is no head. */
export function readAnswerHead(text: string): AnswerHead {
  const lineEnd = text.indexOf('\r\n');
  const line = lineEnd === -1 ? text : text.slice(0, lineEnd);
  const parts = STATUS_LINE.exec(line);
  if (parts === null) throw wireError('HPE_INVALID_CONSTANT', 'does not begin with HTTP/1.1 and a status');
  const [, minor, status, statusText = ''] = parts as unknown as [string, string, string, string?];
  const head = {
    status: Number(status),
    statusText,
    rawHeaders: [] as string[],
    length: null as number | null,
    isChunked: false,
    contentType: null as string | null,
    keptMs: Infinity,
    isKept: minor === '1',
    isClosed: false,
  };
  for (let at = lineEnd === -1 ? text.length : lineEnd; at < text.length; ) {
    const next = text.indexOf('\r\n', at + 2);
    const end = next === -1 ? text.length : next;
    const field = text.slice(at + 2, end);
    const colon = field.indexOf(':');
    // §5.1 and §5.2: no space before the colon, and no folds.
    if (!FIELD.test(field)) throw wireError('HPE_INVALID_HEADER_TOKEN', 'has a line in its head that is no field');
    const name = field.slice(0, colon);
    const value = trimmed(field, colon + 1);
    head.rawHeaders.push(name, value);
    note(head, name, value);
    at = end;
  }
  // §9.3. What comes in chunks from HTTP/1.0 may be framed by mistake (§6.1).
  if (head.isClosed || !head.isKept || (head.isChunked && minor === '0')) head.keptMs = 0;
  return head;
}

/** §4. The reason may be missing, and with some servers the space before it is missing too. */
const STATUS_LINE = /^HTTP\/1\.([01]) (\d{3})(?: ([\t\x20-\x7e\x80-\xff]*))?$/;
const FIELD = /^[!#$%&'*+\-.^_`|~0-9A-Za-z]+:[\t\x20-\x7e\x80-\xff]*$/;
const LENGTH = /^\d{1,15}$/;

interface Noted extends Omit<{ -readonly [K in keyof AnswerHead]: AnswerHead[K] }, 'rawHeaders'> {
  /** By its version, or since the server says so. */
  isKept: boolean;
  /** The server says so, whatever else it says. */
  isClosed: boolean;
}

function note(head: Noted, name: string, value: string): void {
  switch (name.length) {
    case 10:
      if (name.toLowerCase() === 'connection') noteConnection(head, value);
      else if (name.toLowerCase() === 'keep-alive') noteKept(head, value);
      break;
    case 12:
      if (name.toLowerCase() === 'content-type') head.contentType ??= value;
      break;
    case 14:
      if (name.toLowerCase() === 'content-length') noteLength(head, value);
      break;
    case 17:
      if (name.toLowerCase() === 'transfer-encoding') noteCoding(head, value);
      break;
  }
}

function noteConnection(head: Noted, value: string): void {
  // The usual case, for speed.
  if (value === 'keep-alive') head.isKept = true;
  else {
    const options = value.toLowerCase().split(/[,\s]+/);
    if (options.includes('keep-alive')) head.isKept = true;
    if (options.includes('close')) head.isClosed = true;
  }
}

/** A server that tells how long it waits is not asked at the last moment. */
function noteKept(head: Noted, value: string): void {
  const seconds = /timeout=(\d{1,9})/i.exec(value)?.[1];
  if (seconds !== undefined) head.keptMs = Math.min(head.keptMs, Math.max(0, (Number(seconds) - 1) * 1000));
}

/** §6.3: where there are two opinions on where a body ends, the rest of it may be taken for the next answer. */
function noteLength(head: Noted, value: string): void {
  if (head.length !== null || head.isChunked || !LENGTH.test(value)) {
    throw wireError('HPE_INVALID_CONTENT_LENGTH', 'does not say with one number how long it is');
  }
  head.length = Number(value);
}

function noteCoding(head: Noted, value: string): void {
  if (value.toLowerCase() === 'identity') return;
  if (head.length !== null || head.isChunked || value.toLowerCase() !== 'chunked') {
    throw wireError('HPE_INVALID_TRANSFER_ENCODING', 'has a transfer coding that was not asked for');
  }
  head.isChunked = true;
}

/** Without the spaces and tabs around it; `trim` would take away bytes of UTF-8 as well. */
function trimmed(text: string, from: number): string {
  let begin = from;
  let end = text.length;
  while (isBlank(text.charCodeAt(begin))) begin++;
  while (end > begin && isBlank(text.charCodeAt(end - 1))) end--;
  return text.slice(begin, end);
}

function isBlank(code: number): boolean {
  return code === 0x20 || code === 0x09;
}
