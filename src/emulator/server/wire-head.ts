// A reply as it stands on the wire (RFC 9112).

import { STATUS_CODES } from 'node:http';
import type { HeaderPair } from '../../core/rulebooks/index.js';
import { byteLength, type Reply } from '../reply.js';
import type { Rejection } from './request-head.js';
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
const KEPT = `\r\nconnection: keep-alive\r\nkeep-alive: timeout=${KEPT_MS / 1000}`;

export function wireHead({ status, headers }: Reply, { method, isCurrent, keepsAlive }: WireRequest): WireHead {
  let text = '';
  let hasLength = false;
  let isChunked = false;
  let connection: string | null = null;
  for (const [name, value] of headers) {
    if (isNamed(name, 'content-length')) hasLength = true;
    else if (isNamed(name, 'transfer-encoding')) isChunked = /chunked/i.test(value);
    else if (isNamed(name, 'connection')) connection = value;
    text += `\r\n${name}: ${value}`;
  }
  const isBare = method === 'HEAD' || status === 204 || status === 304;
  if (!hasLength && !isChunked && !isBare && isCurrent) {
    isChunked = true;
    text += '\r\ntransfer-encoding: chunked';
  }
  // Without a length or chunks a body ends with its connection.
  const isLast = !keepsAlive || /close/i.test(connection ?? '') || !(hasLength || isChunked || isBare);
  if (connection === null) text += isLast ? '\r\nconnection: close' : KEPT;
  return { text: `${statusLine(status)}${text}\r\n\r\n`, isBare, isChunked, isLast };
}

/** What the server itself says; the connection ends behind it. */
export function complaint({ status, message }: Rejection, [name, date]: HeaderPair): string {
  const text = `${message}\n`;
  const head = `${statusLine(status)}\r\nconnection: close\r\n${name}: ${date}\r\ncontent-type: text/plain; charset=utf-8`;
  return `${head}\r\ncontent-length: ${byteLength(text)}\r\n\r\n${text}`;
}

/** A part of a body; the chunk without a byte is the last. */
export function chunk(text: string): string {
  return `${byteLength(text).toString(16)}\r\n${text}\r\n`;
}

export const LAST_CHUNK = '0\r\n\r\n';

function statusLine(status: number): string {
  return `HTTP/1.1 ${status} ${STATUS_CODES[status] ?? 'Unknown'}`;
}

function isNamed(name: string, wanted: string): boolean {
  return name === wanted || (name.length === wanted.length && name.toLowerCase() === wanted);
}
