// The parts of a response from whatever holds it: parts, text, HAR.

import { InputError } from '../../errors.js';
import type { DecodeInput, DecodeOptions, HarHeader, HarResponse, ResponseParts } from '../decoded.js';
import { parseJson, property } from '../encodings/json-values.js';
import type { HeadersInput } from '../field-map.js';
import { type HeaderWarning, NO_WARNINGS } from '../header-warning.js';
import { loggedError } from '../logged-error.js';
import { MAX_RESPONSE_TEXT, parseRawResponses, type RawResponse } from '../raw-response.js';

export interface ReadParts {
  /** Null when not stated. */
  readonly status: number | null;
  readonly headers: HeadersInput;
  readonly body: unknown;
  readonly warnings: readonly HeaderWarning[];
}

/** Throws {@link InputError} for text that is no response, and for a status or value of no known shape. */
export function readParts(input: DecodeInput, options: DecodeOptions): ReadParts {
  const parts = typeof input === 'string' ? partsOfText(input) : partsOfObject(input);
  const status = statusOf(options.status ?? parts.status);
  const body = options.body === undefined ? parts.body : options.body;
  return { status, headers: parts.headers, body, warnings: parts.warnings };
}

type Parts = Omit<ReadParts, 'status'> & { readonly status: unknown };

function partsOfText(text: string): Parts {
  const har = /^\s{0,99}\{/.test(text) ? parseHarText(text) : null;
  if (har !== null) return partsOfObject(har);
  const logged = loggedError(text);
  if (logged !== null) return { ...logged, headers: [], warnings: [LOGGED] };
  const responses = parseRawResponses(text);
  const last = responses.at(-1) as RawResponse;
  const warnings = responses.length === 1 ? last.warnings : [severalResponses(responses), ...last.warnings];
  return { status: last.status, headers: last.fields, body: last.body, warnings };
}

const LOGGED: HeaderWarning = {
  code: 'logged-error',
  message: 'read as the line that a client logs, which has no fields: what the response itself said may be more',
};

function severalResponses(responses: readonly RawResponse[]): HeaderWarning {
  const statuses = responses.slice(0, -1).map(({ status }) => status ?? 'no status');
  const shown = statuses.length > 5 ? [...statuses.slice(0, 5), '…'] : statuses;
  const message = `${responses.length} responses; the last one is the answer, those before it were ${shown.join(', ')}`;
  return { code: 'several-responses', message };
}

/** A response as JSON, a HAR entry, its response, or a HAR file, as text. A body alone has no headers to go with, so it is refused. */
function parseHarText(text: string): Exclude<DecodeInput, string> | null {
  const value = parseJson(text, MAX_RESPONSE_TEXT);
  const isHar = ['log', 'response', 'headers'].some((key) => property(value, key) !== undefined);
  return isHar ? (withUsualNames(value) as Exclude<DecodeInput, string>) : null;
}

/** Node and Lambda call the status `statusCode`, axios calls the body `data`. */
function withUsualNames(value: unknown): unknown {
  if (!isObject(value)) return value;
  if ('headers' in value) {
    const { status, statusCode, data } = value as { status?: unknown; statusCode?: unknown; data?: unknown };
    // Beside a `statusCode`, `status` is often a word such as "error".
    const isWord = typeof status !== 'number' && statusCode !== undefined;
    return { body: data, ...value, status: isWord ? statusCode : status };
  }
  return 'response' in value ? { ...value, response: withUsualNames(value.response) } : value;
}

function partsOfObject(input: Exclude<DecodeInput, string>): Parts {
  if (typeof input !== 'object' || input === null) throw unknownShape();
  if ('headers' in input) return partsOfResponse(input);
  if ('response' in input && isObject(input.response)) return partsOfResponse(input.response);
  const entries = 'log' in input && Array.isArray(input.log?.entries) ? input.log.entries : [];
  const responses = entries.flatMap((entry) => (isObject(entry?.response) ? [entry.response] : []));
  const chosen = chooseResponse(responses);
  if (chosen === undefined) throw unknownShape();
  const parts = partsOfResponse(chosen);
  if (entries.length === 1) return parts;
  const which = isRefusal(chosen) ? `the last that was refused (${chosen.status})` : 'the last that has a response';
  const message = `${entries.length} entries; ${which} is the answer`;
  return { ...parts, warnings: [{ code: 'several-responses', message }, ...parts.warnings] };
}

/** A browser's export holds the whole page: what is looked for is the refusal, and not the picture that came after it. */
function chooseResponse(responses: readonly HarResponse[]): HarResponse | undefined {
  // Status 0 stands for a request that was blocked or broken off and so has no response.
  const answered = responses.filter(({ status }) => status !== 0);
  return answered.findLast(isRefusal) ?? answered.at(-1) ?? responses.at(-1);
}

function isRefusal({ status }: HarResponse): boolean {
  return status === 429 || status === 503 || status === 529;
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null;
}

function partsOfResponse(response: ResponseParts | HarResponse): Parts {
  const headers = areHarHeaders(response.headers) ? pairsOf(response.headers) : response.headers;
  const content = 'content' in response ? response.content : undefined;
  if (content === undefined || content === null) {
    const body = 'body' in response ? response.body : undefined;
    return { status: response.status, headers, body, warnings: NO_WARNINGS };
  }
  if (content.encoding !== 'base64')
    return { status: response.status, headers, body: content.text, warnings: NO_WARNINGS };
  const message = 'the body is stored as base64 and is not looked at; give its text as the body';
  return { status: response.status, headers, body: undefined, warnings: [{ code: 'unread-body', message }] };
}

function areHarHeaders(headers: ResponseParts['headers']): headers is readonly HarHeader[] {
  if (!Array.isArray(headers) || headers.length === 0) return false;
  const first: unknown = headers[0];
  return isObject(first) && !Array.isArray(first);
}

function pairsOf(headers: readonly HarHeader[]): [string, string][] {
  return headers.map((header) => {
    if (typeof header?.name !== 'string') throw unknownShape();
    return [header.name, header.value];
  });
}

/** What a HAR file says of a request that was never answered is 0. */
function statusOf(status: unknown): number | null {
  if (status === null || status === undefined || status === 0) return null;
  if (typeof status === 'number' && Number.isInteger(status) && status >= 100 && status <= 999) return status;
  throw new InputError({ field: 'status', value: status, allowed: 'a whole number from 100 to 999, such as 429' });
}

function unknownShape(): InputError {
  const allowed = 'the text that `curl -i` prints, an object with status and headers, or an entry of a HAR file';
  return new InputError({ field: 'response', value: undefined, allowed });
}
