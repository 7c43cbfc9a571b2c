// The names of errors in Step Functions, and the statuses that an HTTP task reports under them.

import type { Policy, PolicyInput } from '../../../core/policy/policy.js';
import { NEVER_RETRIED } from '../../../core/policy/read-field.js';

const STATUS = /^States\.Http\.StatusCode\.(\d{3})$/;
/** What an HTTP task reports when no answer comes. */
const SOCKET = 'States.Http.Socket';

/** Those of 5xx that services really answer: there is no name for all of them. */
const SERVER_ERRORS = [500, 502, 503, 504];

/** The errors that a policy repeats on; never none, which Step Functions refuses. */
export function errorsFor({ statuses, networkErrors }: Policy['retryOn']): string[] {
  const listed = statuses.flatMap((status) => (status === '5xx' ? SERVER_ERRORS : status));
  const names = [...new Set(listed)].sort((a, b) => a - b).map((status) => `States.Http.StatusCode.${status}`);
  return networkErrors || names.length === 0 ? [...names, SOCKET] : names;
}

/** What a policy repeats that stands for these errors. Where none of them names a status, holdoff's own statuses stay. */
export function retryOnFor(errors: readonly string[]): {
  readonly retryOn: NonNullable<PolicyInput['retryOn']>;
  readonly untold: readonly string[];
} {
  const untold: string[] = [];
  const statuses: number[] = [];
  for (const name of errors) {
    const status = Number(STATUS.exec(name)?.[1]);
    if (status >= 400 && status <= 599 && !NEVER_RETRIED.includes(status)) statuses.push(status);
    else if (name !== SOCKET) untold.push(name);
  }
  const isHttp = statuses.length > 0 || errors.includes(SOCKET);
  const retryOn = isHttp ? { statuses, networkErrors: errors.includes(SOCKET) } : {};
  return { retryOn: { ...retryOn, idempotent: 'always' }, untold };
}
