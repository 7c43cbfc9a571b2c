// Responses to try the decoder with: real ones, with something changed, and ones put together at random.

import { readFileSync } from 'node:fs';
import type { Random } from '../../src/core/random/random.js';

export type Pairs = [name: string, value: string][];

export interface RandomResponse {
  readonly status: number | null;
  readonly headers: Pairs;
  readonly body: unknown;
}

interface Sample {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: unknown;
}

const file = new URL('../fixtures/header-samples.json', import.meta.url);
const samples: readonly Sample[] = JSON.parse(readFileSync(file, 'utf8'));

const names: readonly string[] = [
  ...new Set(samples.flatMap(({ headers }) => Object.keys(headers))),
  ...['date', 'Retry-After', 'retry-after-ms', 'x-ms-retry-after-ms', 'x-amz-retry-after', 'x-retry-after'],
  ...['x-ratelimit-retry-after', 'x-rate-limit-retry-after-seconds', 'x-should-retry', 'grpc-retry-pushback-ms'],
  ...['x-ratelimit-limit', 'x-ratelimit-remaining', 'x-ratelimit-reset', 'x-ratelimit-reset-after', 'ratelimit'],
  ...['ratelimit-policy', 'ratelimit-reset', 'x-ratelimit-reset-requests', 'x-rate-limit-limit', 'x-app-rate-limit'],
];
const values: readonly string[] = [
  ...new Set(samples.flatMap(({ headers }) => Object.values(headers))),
  ...['', ' ', '0', '-0', '-1', '-5', '1', '1.5', '1e3', '1e999', 'NaN', 'Infinity', '999999999', '1000000000'],
  ...['9007199254740993', '4294967295', '18446744073709551615', '0'.repeat(300), '9'.repeat(400), '1,000', '5, 7', ','],
  ...['Wed, 21 Oct 2026 07:28:00 GMT', 'Wed, 31 Feb 2026 07:28:00 GMT', 'Wednesday, 21-Oct-26 07:28:00 GMT'],
  ...['2026-10-21T07:28:00Z', '2026-10-21T07:28:00+23:59', '2026-10-21', '1m0s', '-1m', '1d2h3m4s5ms6us7ns', '5s, 7s'],
  ...['"a";r=0;t=5', '"a";r=-1;t=99999999999999', 'limit=1, remaining=0, reset=5', '100;w=60', ';w=1', '1;w=0', '{}'],
  ...['true', 'false', 'null', '[object Object]', '\u0000', '\uffff', 'ä'.repeat(50), '::', '=;=;=', '((', '"', '\\'],
];
const statuses = [200, 204, 301, 400, 403, 408, 413, 418, 429, 429, 429, 500, 502, 503, 503, 529, 599, null];
const messages = [
  'try again in 6m0s',
  'Please retry after -5 seconds',
  'resets in 4hr 59min',
  'banned until 9999999999999',
];
const bodyValues: readonly unknown[] = [
  ...messages,
  0,
  -1,
  1.5,
  1e300,
  Number.NaN,
  null,
  true,
  '5',
  '-5s',
  '1.5s',
  [],
  {},
];
const bodyKeys = [
  'retry_after',
  'retryAfterSeconds',
  'message',
  'error',
  'errors',
  'code',
  'type',
  'details',
  'retryDelay',
];

export class ResponseMaker {
  private readonly random: Random;

  constructor(random: Random) {
    this.random = random;
  }

  /** A real response with up to six changes, or one of up to eight fields at random. */
  next(): RandomResponse {
    const isReal = this.random.next() < 0.6;
    const sample = isReal ? this.pick(samples) : null;
    const headers: Pairs = sample === null ? [] : Object.entries(sample.headers);
    for (let changes = this.below(sample === null ? 9 : 7); changes > 0; changes--) this.change(headers);
    const status = sample === null || this.random.next() < 0.3 ? this.pick(statuses) : sample.status;
    const body = this.random.next() < 0.3 ? this.body(3) : sample?.body;
    return { status, headers, body };
  }

  pick<T>(list: readonly T[]): T {
    return list[this.below(list.length)] as T;
  }

  below(limit: number): number {
    return Math.floor(this.random.next() * limit);
  }

  private change(headers: Pairs): void {
    const at = this.below(headers.length);
    const field = headers[at];
    const kind = this.random.next();
    if (field === undefined || kind < 0.4) headers.push([this.name(), this.value()]);
    else if (kind < 0.5) headers.splice(at, 1);
    else if (kind < 0.6) headers.push([field[0], this.value()]);
    else if (kind < 0.7) headers[at] = [field[0], this.value()];
    else if (kind < 0.8) headers[at] = [field[0].toUpperCase(), field[1]];
    else headers[at] = [field[0], this.mutate(field[1])];
  }

  private name(): string {
    const name = this.pick(names);
    return this.random.next() < 0.05 ? this.mutate(name) : name;
  }

  private value(): string {
    const kind = this.random.next();
    if (kind < 0.3) return String(this.below(10 ** this.below(12)));
    if (kind < 0.4) return (this.random.next() * 10 ** this.below(5)).toFixed(this.below(4));
    return kind < 0.9 ? this.pick(values) : this.mutate(this.pick(values));
  }

  /** One character changed, put in or taken out, or the text cut or doubled. */
  private mutate(text: string): string {
    const at = this.below(text.length + 1);
    const before = text.slice(0, at);
    const after = text.slice(at);
    const character = this.pick(CHARACTERS);
    switch (this.below(5)) {
      case 0:
        return before + character + after;
      case 1:
        return before + character + after.slice(1);
      case 2:
        return before + after.slice(1);
      case 3:
        return before;
      default:
        return text + text;
    }
  }

  private body(depth: number): unknown {
    if (depth === 0 || this.random.next() < 0.2) return this.pick(bodyValues);
    if (this.random.next() < 0.15) return [this.body(depth - 1), this.body(depth - 1)];
    const body: Record<string, unknown> = {};
    for (let count = 1 + this.below(3); count > 0; count--) body[this.pick(bodyKeys)] = this.body(depth - 1);
    return this.random.next() < 0.1 ? JSON.stringify(body) : body;
  }
}

const CHARACTERS = [...'0123456789.,;:=-+" \tTZsmhGMeE(){}[]\\/%', '\u0000', '\n', 'é', '😀'];
