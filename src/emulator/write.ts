// The pieces from which every reply is put together.

import { httpDate } from '../core/rulebooks/formats/instants.js';
import type { Answer, HeaderPair } from '../core/rulebooks/index.js';
import { withHeaders } from './faults.js';
import type { ExactAnswer } from './options.js';
import { byteLength, type Reply, wholePiece } from './reply.js';

export const JSON_TYPE: HeaderPair = ['content-type', 'application/json'];

/** A whole body with its length, which is added to the headers. */
export function wholeReply(status: number, headers: HeaderPair[], text: string, isHead: boolean): Reply {
  headers.push(['content-length', String(byteLength(text))]);
  return { status, headers, pieces: isHead ? [] : wholePiece(text), ends: 'whole' };
}

/** What is said in the place of the endpoint's own answer. */
export function replyOf({ status, headers, body }: Answer, date: HeaderPair, isHead: boolean): Reply {
  return wholeReply(status, [date, ...headers], textOf(body), isHead);
}

/** An answer of the script, with nothing added but what HTTP needs. */
export function exactReply(
  { status = 200, headers = {}, body }: ExactAnswer,
  date: HeaderPair,
  isHead: boolean,
): Reply {
  const isBare = status === 204 || status === 205 || status === 304 || body === undefined;
  const text = isBare ? '' : textOf(body);
  const type = isBare || typeof body === 'string' ? [] : [JSON_TYPE];
  const length: HeaderPair[] = status === 204 || status === 304 ? [] : [['content-length', String(byteLength(text))]];
  const pairs = withHeaders([date, ...type, ...length], headers);
  return { status, headers: pairs, pieces: isHead ? [] : wholePiece(text), ends: 'whole' };
}

/** JSON that is not about limits. */
export function jsonReply(status: number, body: unknown, date: HeaderPair): Reply {
  return wholeReply(status, [date, JSON_TYPE, ['cache-control', 'no-store']], JSON.stringify(body), false);
}

/** Dates of one second are the same, and there are many in one. */
let latest: { second: number; pair: HeaderPair } = { second: Number.NaN, pair: ['date', ''] };

/** RFC 9110 §6.6.1: the second in which the answer was made. */
export function dateHeader(nowMs: number): HeaderPair {
  const second = Math.floor(nowMs / 1000);
  if (second !== latest.second) {
    latest = { second, pair: ['date', httpDate.write(0, { nowMs: second * 1000 })] };
  }
  return latest.pair;
}

function textOf(body: unknown): string {
  return typeof body === 'string' ? body : JSON.stringify(body);
}
