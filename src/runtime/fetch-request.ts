/** A `RequestInit`, or a function that makes a fresh one for each attempt: for bodies that are streams. */
export type FetchInit = RequestInit | ((attempt: number) => RequestInit);

export type FetchInput = string | URL | Request;

/** What is needed to know of a request before it is sent. */
export interface RequestFacts {
  readonly method: string;
  /** Repeating it after an unknown outcome is safe. */
  readonly repeatable: boolean;
  /** Its body can be sent again. */
  readonly replayable: boolean;
  /** Origin and a digest of the credential: who shares an account. The credential itself is not kept. */
  readonly account: string;
}

/** RFC 9110 §9.2.2, and QUERY, which is safe by its definition. */
const IDEMPOTENT: ReadonlySet<string> = new Set(['GET', 'HEAD', 'OPTIONS', 'TRACE', 'PUT', 'DELETE', 'QUERY']);

const CREDENTIALS = ['authorization', 'x-api-key', 'api-key', 'x-goog-api-key'];

export function factsOf(input: FetchInput, init: RequestInit | undefined): RequestFacts {
  const request = isRequest(input) ? input : null;
  const method = (init?.method ?? request?.method ?? 'GET').toUpperCase();
  const headers = init?.headers ?? request?.headers;
  const body = init?.body ?? null;
  return {
    method,
    repeatable: IDEMPOTENT.has(method) || headerOf(headers, 'idempotency-key') !== null,
    // The body of a Request is a stream, but one that can be cloned before each attempt.
    replayable: body === null || isReplayable(body),
    account: accountOf(request?.url ?? String(input), headers),
  };
}

export function isRequest(input: FetchInput): input is Request {
  return typeof input === 'object' && !(input instanceof URL);
}

function isReplayable(body: BodyInit): boolean {
  return (
    typeof body === 'string' ||
    body instanceof ArrayBuffer ||
    ArrayBuffer.isView(body) ||
    body instanceof URLSearchParams ||
    body instanceof Blob ||
    body instanceof FormData
  );
}

function accountOf(url: string, headers: HeadersInit | undefined): string {
  let account = originOf(url);
  if (headers === undefined) return account;
  for (const name of CREDENTIALS) {
    const credential = headerOf(headers, name);
    if (credential !== null) account += ` ${digest(credential)}`;
  }
  return account;
}

const ORIGIN = /^[a-z][a-z0-9+.-]*:\/\/[^/?#]*/i;

/** The text up to the path. Parsing a URL costs more than the rest; a relative one belongs to the page's own origin. */
function originOf(url: string): string {
  return (ORIGIN.exec(url)?.[0] ?? '').toLowerCase().replace(/\/\/[^@]*@/, '//');
}

/** FNV-1a, twice 32 bits: enough to keep credentials apart, and nothing to log by accident. */
function digest(text: string): string {
  let a = 0x811c9dc5;
  let b = 0x9e3779b9;
  for (let index = 0; index < text.length; index++) {
    a = Math.imul(a ^ text.charCodeAt(index), 0x01000193);
    b = Math.imul(b ^ text.charCodeAt(index), 0x85ebca6b);
  }
  return (a >>> 0).toString(36) + (b >>> 0).toString(36);
}

function headerOf(headers: HeadersInit | undefined, name: string): string | null {
  if (headers === undefined) return null;
  if (headers instanceof Headers) return headers.get(name);
  const pairs = Array.isArray(headers) ? headers : Object.entries(headers);
  for (const [key, value] of pairs) {
    if (key !== undefined && key.length === name.length && key.toLowerCase() === name) return value ?? null;
  }
  return null;
}
