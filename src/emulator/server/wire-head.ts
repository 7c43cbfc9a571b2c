// A reply as it stands on the wire (RFC 9112).

import { STATUS_CODES } from 'node:http';
import { byteLength, type Reply } from '../reply.js';
import type { WireRequest } from './request-reader.js';

export interface WireHead {
  /** With the empty line at its end. */
  readonly text: string;
  /** Nothing may follow it, whatever the reply has. */
  readonly isBare: boolean;
  /** The body comes in chunks. */
  readonly isChunked: boolean;
  /** The connection ends with it. */
  readonly isLast: boolean;
}

/** How long a connection is kept without a request. */
export const KEPT_MS = 60_000;
const KEPT = `connection: keep-alive\r\nkeep-alive: timeout=${KEPT_MS / 1000}\r\n`;

export function wireHead({ status, headers }: Reply, { method, isCurrent, keepsAlive }: WireRequest): WireHead {
  let text = `HTTP/1.1 ${status} ${STATUS_CODES[status] ?? 'Unknown'}\r\n`;
  let hasLength = false;
  let isChunked = false;
  let connection: string | null = null;
  for (const [name, value] of headers) {
    if (isNamed(name, 'content-length')) hasLength = true;
    else if (isNamed(name, 'transfer-encoding')) isChunked = /chunked/i.test(value);
    else if (isNamed(name, 'connection')) connection = value;
    text += `${name}: ${value}\r\n`;
  }
  const isBare = method === 'HEAD' || status === 204 || status === 304;
  if (!hasLength && !isChunked && !isBare && isCurrent) {
    isChunked = true;
    text += 'transfer-encoding: chunked\r\n';
  }
  // Without a length or chunks a body ends with its connection.
  const isLast = !keepsAlive || /close/i.test(connection ?? '') || !(hasLength || isChunked || isBare);
  if (connection === null) text += isLast ? 'connection: close\r\n' : KEPT;
  return { text: `${text}\r\n`, isBare, isChunked, isLast };
}

/** A part of a body; the chunk without a byte is the last. */
export function chunk(text: string): string {
  return `${byteLength(text).toString(16)}\r\n${text}\r\n`;
}

export const LAST_CHUNK = '0\r\n\r\n';

function isNamed(name: string, wanted: string): boolean {
  return name === wanted || (name.length === wanted.length && name.toLowerCase() === wanted);
}
