// A request as the emulator sees it, whether it came over a socket or not.

/** A request, whatever brought it. */
export interface EmulatedRequest {
  readonly method: string;
  /** Begins with a slash; without the query. */
  readonly path: string;
  /** What follows the question mark; '' when nothing does. */
  readonly query: string;
  /** The value of a header by its name in lower case; null when it was not sent. */
  header(name: string): string | null;
  /** Text; '' when there is none. */
  readonly body: string;
}

/** Splits what stands in a request line. Everything that is not about the path is taken away from an absolute URL. */
export function splitTarget(target: string): { path: string; query: string } {
  const mark = target.indexOf('?');
  const before = mark === -1 ? target : target.slice(0, mark);
  const query = mark === -1 ? '' : target.slice(mark + 1);
  if (before.startsWith('/')) return { path: before, query };
  const from = before.indexOf('/', before.indexOf('://') + 3);
  return { path: from === -1 ? '/' : before.slice(from), query };
}

/** Where providers have their clients put the credential. */
const CREDENTIALS = ['authorization', 'x-api-key', 'x-goog-api-key', 'api-key', 'x-shopify-access-token'];

/**
 * Whoever shares a credential, by a name that does not give the credential away: `key-` and eight hexadecimal digits
 * (FNV-1a); `anonymous` without one.
 */
export function accountOf(request: EmulatedRequest): string {
  for (const name of CREDENTIALS) {
    const value = request.header(name);
    if (value !== null && value !== '') return named(value);
  }
  const inQuery = /(?:^|&)key=([^&]+)/.exec(request.query)?.[1];
  return inQuery === undefined ? 'anonymous' : named(inQuery);
}

function named(credential: string): string {
  let hash = 0x811c9dc5;
  for (let i = 0; i < credential.length; i++) hash = Math.imul(hash ^ credential.charCodeAt(i), 0x01000193);
  return `key-${(hash >>> 0).toString(16).padStart(8, '0')}`;
}
