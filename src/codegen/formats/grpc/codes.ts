// The status codes of gRPC and the HTTP statuses that stand for them.

import type { Policy } from '../../../core/policy/policy.js';

type Statuses = Policy['retryOn']['statuses'];

/**
 * By number. What a client takes for UNAVAILABLE is the table of gRPC's http-grpc-status-mapping.md; the other statuses
 * are those that google.rpc.Code names.
 */
export const CODES: readonly (readonly [name: string, statuses: readonly number[]])[] = [
  ['OK', []],
  ['CANCELLED', [499]],
  ['UNKNOWN', [500]],
  ['INVALID_ARGUMENT', [400]],
  ['DEADLINE_EXCEEDED', [504]],
  ['NOT_FOUND', [404]],
  ['ALREADY_EXISTS', [409]],
  ['PERMISSION_DENIED', [403]],
  ['RESOURCE_EXHAUSTED', [429]],
  ['FAILED_PRECONDITION', [400]],
  ['ABORTED', [409]],
  ['OUT_OF_RANGE', [400]],
  // A policy never retries what is not implemented.
  ['UNIMPLEMENTED', []],
  ['INTERNAL', [500]],
  ['UNAVAILABLE', [429, 502, 503, 504]],
  ['DATA_LOSS', [500]],
  ['UNAUTHENTICATED', [401]],
];

/** Codes that we write, each for the status that asks for it. */
const ASKED_BY: readonly (readonly [status: number, name: string])[] = [
  [401, 'UNAUTHENTICATED'],
  [403, 'PERMISSION_DENIED'],
  [404, 'NOT_FOUND'],
  [409, 'ABORTED'],
  [429, 'RESOURCE_EXHAUSTED'],
  [499, 'CANCELLED'],
  [500, 'INTERNAL'],
  [503, 'UNAVAILABLE'],
];

/** The codes nearest to what a policy retries; never none, which gRPC refuses. */
export function codesFor({ statuses, networkErrors }: Policy['retryOn']): string[] {
  const has = (status: number): boolean => statuses.includes(status) || (status >= 500 && statuses.includes('5xx'));
  const codes = ASKED_BY.filter(([status]) => has(status)).map(([, name]) => name);
  const isUnavailable = networkErrors || has(502) || has(504) || codes.length === 0;
  return isUnavailable && !codes.includes('UNAVAILABLE') ? [...codes, 'UNAVAILABLE'] : codes;
}

/** What a policy retries that stands for these codes. */
export function statusesOf(codes: readonly string[]): {
  readonly statuses: Statuses;
  readonly networkErrors: boolean;
  readonly unmapped: readonly string[];
} {
  const known = CODES.filter(([name]) => codes.includes(name));
  const statuses = [...new Set(known.flatMap(([, of]) => of))].sort((a, b) => a - b);
  const unmapped = known.filter(([, of]) => of.length === 0).map(([name]) => name);
  return { statuses, networkErrors: codes.includes('UNAVAILABLE'), unmapped };
}
