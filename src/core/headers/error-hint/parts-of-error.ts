// The response inside an error, by the shapes that clients give it. Nothing is asked but whether properties are there, so
// that errors of other versions, and of clients nobody has heard of, are read as well.

import type { FieldInput } from '../field-map.js';
import { isReadableBody, peek, peekHeaders } from './peek.js';

export interface ErrorParts {
  readonly status: number;
  readonly headers: readonly (readonly [string, FieldInput])[];
  readonly body: unknown;
  /** The dialect that the shape of the error gives away; undefined when it gives none away. */
  readonly dialect: string | undefined;
  /** The client itself says that the call may be repeated. */
  readonly isMarkedRetryable: boolean;
}

/** Null when the value holds no response: no status that is one. */
export function partsOfError(error: unknown): ErrorParts | null {
  const responses = [peek(error, 'response'), peek(error, '$response'), error];
  const isAws = isStatus(peek(peek(error, '$metadata'), 'httpStatusCode'));
  const status = statusOf(error, responses);
  if (status === null) return null;
  return {
    status,
    headers: headersOf(responses),
    body: bodyOf(error, isAws),
    dialect: isAws ? 'aws' : undefined,
    isMarkedRetryable: isAws && peek(error, '$retryable') !== undefined,
  };
}

/** Where fetch, Node, Octokit, axios, the AWS SDK and those who followed them put the status. */
function statusOf(error: unknown, responses: readonly unknown[]): number | null {
  for (const response of responses) {
    for (const key of ['status', 'statusCode']) {
      const status = peek(response, key);
      if (isStatus(status)) return status;
    }
  }
  const status = peek(peek(error, '$metadata'), 'httpStatusCode');
  if (isStatus(status)) return status;
  // Octokit's GraphqlResponseError: the answer came, with a 200, and what failed stands in its list of errors.
  return isGraphql(error) ? 200 : null;
}

function isStatus(value: unknown): value is number {
  return typeof value === 'number' && Number.isInteger(value) && value >= 100 && value <= 999;
}

function isGraphql(error: unknown): boolean {
  return Array.isArray(peek(error, 'errors')) && peekHeaders(peek(error, 'headers')) !== null;
}

function headersOf(responses: readonly unknown[]): [string, FieldInput][] {
  for (const response of responses) {
    for (const key of ['headers', 'responseHeaders', 'header']) {
      const headers = peekHeaders(peek(response, key));
      if (headers !== null) return headers;
    }
  }
  return [];
}

/** The first that can be read, with what stands closest to the wire in front. */
function bodyOf(error: unknown, isAws: boolean): unknown {
  if (isAws) return bodyOfAws(error);
  const response = peek(error, 'response');
  const candidates = [
    isGraphql(error) ? { errors: peek(error, 'errors') } : undefined,
    peek(response, 'data'),
    peek(response, 'body'),
    withinError(peek(error, 'error')),
    peek(error, 'responseBody'),
    peek(error, 'body'),
    peek(error, 'data'),
  ];
  return candidates.find(isReadableBody) ?? bodyOfMessage(peek(error, 'message'));
}

/**
 * Anthropic's client keeps the whole body there, OpenAI's what stands under `error` in it, or the whole where nothing
 * does. A list of documents is read as any of them.
 */
function withinError(value: unknown): unknown {
  if (!isReadableBody(value) || typeof value === 'string') return value;
  return peek(value, 'error') === undefined ? [{ error: value }, value] : value;
}

/**
 * AWS errors are the body taken apart: its type became the name, and its members became properties. What could not be
 * taken apart, such as the page of a proxy, is kept as text.
 */
function bodyOfAws(error: unknown): unknown {
  const unparsed = peek(peek(error, '$response'), 'body');
  if (typeof unparsed === 'string' && unparsed !== '') return unparsed;
  const text = (key: string): string | undefined => {
    const value = peek(error, key);
    return typeof value === 'string' ? value : undefined;
  };
  const seconds = peek(error, 'retryAfterSeconds');
  return {
    __type: text('name'),
    code: text('Code') ?? text('code'),
    message: text('message'),
    ...(typeof seconds === 'number' || typeof seconds === 'string' ? { retryAfterSeconds: seconds } : {}),
  };
}

/** Some put the body into the message, behind a few words or none. */
function bodyOfMessage(message: unknown): unknown {
  if (typeof message !== 'string' || message === '') return undefined;
  const start = message.slice(0, 1000).indexOf('{');
  return start > 0 ? { message, error: message.slice(start) } : { message };
}
