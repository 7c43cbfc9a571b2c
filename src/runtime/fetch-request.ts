import { InputError } from '../core/errors.js';
import { digestOfCredential } from './credential.js';
import { isThenable } from './thenable.js';

/**
 * A `RequestInit`, or a function that makes a fresh one for each attempt: for bodies that are streams. It is called once
 * per attempt, for the first one when the call is made. The signal of that first one is the signal of the call.
 */
export type FetchInit = RequestInit | ((attempt: number) => RequestInit);

/** What fetch takes as its first argument. */
export type FetchInput = string | URL | Request;

/** What is needed to know of a request before it is sent. */
export interface RequestFacts {
  /** Repeating it after an unknown outcome is safe. */
  readonly repeatable: boolean;
  /** Its body can be sent again. */
  readonly replayable: boolean;
  /** The caller has made a repeat safe. */
  readonly hasIdempotencyKey: boolean;
  /** In capitals. */
  readonly method: string;
  readonly url: string;
  /** Scheme and authority, in lower case and without a user; empty for an address that is relative. */
  readonly origin: string;
  /** Origin and a digest of the credential: who shares an account. The credential itself is not kept. */
  readonly account: string;
}

/** RFC 9110 §9.2.2, and QUERY, which is safe by its definition. */
const IDEMPOTENT: ReadonlySet<string> = new Set(['GET', 'HEAD', 'OPTIONS', 'TRACE', 'PUT', 'DELETE', 'QUERY']);

/** Fields that say who pays for the request; the last four are Azure's, GitLab's, Shopify's and OpenStack's. */
const CREDENTIALS: ReadonlySet<string> = new Set([
  'authorization',
  'x-api-key',
  'api-key',
  'x-goog-api-key',
  'ocp-apim-subscription-key',
  'private-token',
  'x-shopify-access-token',
  'x-auth-token',
]);

/** Throws {@link InputError} for a method that is no text. */
export function factsOf(input: FetchInput, init: RequestInit | undefined): RequestFacts {
  const request = isRequest(input) ? input : null;
  const method: unknown = init?.method ?? request?.method ?? 'GET';
  if (typeof method !== 'string') {
    throw new InputError({ field: 'init.method', value: method, allowed: 'the name of a method, such as GET or POST' });
  }
  const headers = new NotedHeaders(init?.headers ?? request?.headers);
  // Methods are case-sensitive (RFC 9110 §9.1), but fetch spells the common ones as they are meant.
  const capital = IDEMPOTENT.has(method) ? method : method.toUpperCase();
  const url = urlOf(input);
  const origin = originOf(url);
  return {
    hasIdempotencyKey: headers.hasIdempotencyKey,
    method: capital,
    url,
    repeatable: headers.hasIdempotencyKey || IDEMPOTENT.has(capital),
    // The body of a Request is a stream, but one that can be cloned before each attempt.
    replayable: isReplayable(init?.body),
    origin,
    account: `${origin} ${headers.credentials}${keyInAddress(url)}`,
  };
}

export function urlOf(input: FetchInput): string {
  return isRequest(input) ? input.url : String(input);
}

/** The init of an attempt. Throws {@link InputError} for one that comes as a promise: fetch would read it as empty. */
export function initOf(init: FetchInit | undefined, attempt: number): RequestInit | undefined {
  if (typeof init !== 'function') return init;
  const made: RequestInit | undefined = init(attempt);
  if (!isThenable(made)) return made;
  throw new InputError({
    field: 'init',
    value: made,
    allowed: 'a function that returns the init, not a promise of it',
  });
}

/** The same init with one more field. The headers of an init replace those of a Request, so that these are taken over. */
export function withField(input: FetchInput, init: RequestInit | undefined, name: string, value: string): RequestInit {
  const headers = new Headers(init?.headers ?? (isRequest(input) ? input.headers : undefined));
  headers.set(name, value);
  return { ...init, headers };
}

/**
 * Whether a response comes from another server than the one that was asked, because fetch has followed a redirect there.
 * A change of the scheme alone is none, and neither is another spelling: fetch tells addresses as it has parsed them.
 */
export function isFromElsewhere(response: Response, origin: string): boolean {
  return response.redirected === true && hostOf(response.url) !== hostOf(origin);
}

/** By what it can do: a URL or a Request may come from another realm, where `instanceof` knows neither. */
export function isRequest(input: FetchInput): input is Request {
  return typeof input === 'object' && input !== null && typeof (input as Request).clone === 'function';
}

/**
 * What is no object is sent as text, as fetch has it. Told by their names, since those of another realm or another
 * fetch are instances of nothing here. (The package form-data gives a stream that calls itself FormData.)
 */
function isReplayable(body: BodyInit | null | undefined): boolean {
  if (typeof body !== 'object' || body === null || ArrayBuffer.isView(body)) return true;
  return (
    REPLAYABLE.has(Object.prototype.toString.call(body)) && typeof (body as { pipe?: unknown }).pipe !== 'function'
  );
}

const REPLAYABLE: ReadonlySet<string> = new Set(
  ['ArrayBuffer', 'SharedArrayBuffer', 'String', 'URLSearchParams', 'Blob', 'File', 'FormData'].map(
    (name) => `[object ${name}]`,
  ),
);

const ORIGIN = /^[a-z][a-z0-9+.-]*:\/\/[^/?#]*/i;

/** The text up to the path. Parsing a URL costs more than the rest; a relative one belongs to the page's own origin. */
function originOf(url: string): string {
  return (ORIGIN.exec(url)?.[0] ?? '').toLowerCase().replace(/^([^/]*\/\/)[^@]*@/, '$1');
}

/** With its port, unless that is the usual one; of a relative address, the page's own. Empty where there is none. */
function hostOf(url: string): string {
  try {
    return new URL(url, globalThis.location?.href).host;
  } catch {
    return '';
  }
}

/** Google takes the key of an API in the address as well; elsewhere `key` names what is asked for, and not who asks. */
const GOOGLE_KEY = /^https:\/\/[a-z0-9.-]+\.googleapis\.com(?::\d+)?\/[^?#]*\?(?:[^#]*&)?key=([^&#]+)/i;

function keyInAddress(url: string): string {
  const key = GOOGLE_KEY.exec(url)?.[1];
  return key === undefined ? '' : digestOfCredential(key);
}

/** What is noted of the headers of a request, in one pass, since this is done for every call. */
class NotedHeaders {
  hasIdempotencyKey = false;
  /** Digests of the credentials, in an order of their own. */
  private readonly digests: string[] = [];

  constructor(headers: HeadersInit | undefined) {
    if (headers === undefined || headers === null) return;
    // By what it can do, since Headers may come from another realm or another fetch.
    if (typeof (headers as Headers)[Symbol.iterator] === 'function') {
      for (const [name, value] of headers as Headers) this.note(name, value);
    } else for (const name in headers) this.note(name, (headers as Record<string, string>)[name]);
  }

  get credentials(): string {
    const { digests } = this;
    return digests.length > 1 ? digests.sort().join(' ') : (digests[0] ?? '');
  }

  private note(name: unknown, value: unknown): void {
    const lower = String(name).toLowerCase();
    if (lower === 'idempotency-key') this.hasIdempotencyKey = true;
    else if (CREDENTIALS.has(lower)) this.digests.push(digestOfCredential(String(value)));
  }
}
