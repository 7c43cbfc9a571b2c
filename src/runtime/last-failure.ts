// What the last attempt of a call failed with, in a word that is safe to print.

/**
 * The code of a fault (`ECONNREFUSED`), `status 503` or `a timeout`, or null where none is known. Never a message of
 * somebody else's, which may hold an address with a secret in it. fetch hides the code in `cause`.
 */
export function lastFailure(cause: unknown): string | null {
  let at = cause;
  for (let depth = 0; depth < 5 && typeof at === 'object' && at !== null; depth++) {
    const { code, status, name, cause: next } = at as Readonly<Record<string, unknown>>;
    if (typeof code === 'string' && CODE.test(code)) return code;
    if (typeof status === 'number' && status >= 100 && status <= 999) return `status ${status}`;
    if (name === 'TimeoutError') return 'a timeout';
    at = next;
  }
  return null;
}

/** As Node, undici and OpenSSL write them. */
const CODE = /^[A-Z][A-Z0-9_]{2,40}$/;
