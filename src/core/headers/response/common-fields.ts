// Fields that are read whoever sends them, and fields that are in nearly every response and never read.

import { milliseconds, seconds } from '../encodings/delays.js';
import type { Encoding } from '../encodings/encoding.js';

export interface WaitField {
  readonly name: string;
  readonly encoding: Encoding;
}

/** Waits in milliseconds. They come before `Retry-After`, which can only round them. */
export const PRECISE_WAITS: readonly WaitField[] = [
  { name: 'retry-after-ms', encoding: milliseconds },
  { name: 'x-ms-retry-after-ms', encoding: milliseconds },
  { name: 'x-amz-retry-after', encoding: milliseconds },
];

/** Copies of `Retry-After` under other names. They come after it. */
export const COPIED_WAITS: readonly WaitField[] = [
  { name: 'x-retry-after', encoding: seconds },
  { name: 'x-ratelimit-retry-after', encoding: seconds },
  { name: 'x-rate-limit-retry-after', encoding: seconds },
  { name: 'x-rate-limit-retry-after-seconds', encoding: seconds },
];

export const RETRY_AFTER = 'retry-after';
export const PUSHBACK = 'grpc-retry-pushback-ms';
export const SHOULD_RETRY = 'x-should-retry';
export const DATE = 'date';

/** Those that say when or whether to call again. */
export const CALLING_FIELDS: readonly string[] = [
  RETRY_AFTER,
  PUSHBACK,
  SHOULD_RETRY,
  ...PRECISE_WAITS.map(({ name }) => name),
  ...COPIED_WAITS.map(({ name }) => name),
];

/** All of them. */
export const COMMON_FIELDS: readonly string[] = [DATE, ...CALLING_FIELDS];

/** Found at once, they need no closer look. Leaving one out costs a little time and nothing else. */
export const UNREMARKABLE_FIELDS: readonly string[] = [
  'accept-ranges',
  'access-control-allow-credentials',
  'access-control-allow-headers',
  'access-control-allow-methods',
  'access-control-allow-origin',
  'access-control-expose-headers',
  'age',
  'alt-svc',
  'cache-control',
  'cf-cache-status',
  'cf-ray',
  'connection',
  'content-encoding',
  'content-length',
  'content-security-policy',
  'content-type',
  'etag',
  'expires',
  'keep-alive',
  'last-modified',
  'link',
  'location',
  'nel',
  'pragma',
  'referrer-policy',
  'report-to',
  'server',
  'server-timing',
  'set-cookie',
  'strict-transport-security',
  'transfer-encoding',
  'vary',
  'via',
  'x-cache',
  'x-content-type-options',
  'x-frame-options',
  'x-powered-by',
  'x-request-id',
  'x-xss-protection',
];
