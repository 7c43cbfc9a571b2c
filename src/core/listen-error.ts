// A port that a server cannot have, in words. Pure: whoever listens gives what the system said.

/** A port that cannot be had. */
export class ListenError extends Error {
  /** Of the system, such as EADDRINUSE. */
  readonly code: string;

  constructor(code: string, message: string, cause: unknown) {
    super(message, { cause });
    this.name = 'ListenError';
    this.code = code;
  }
}

/** `error` is what the system said. */
export function listenError(
  error: { readonly code?: string | undefined; readonly message: string },
  port: number,
  host: string,
) {
  const code = error.code ?? 'unknown';
  const reason = REASONS[code] ?? error.message;
  return new ListenError(code, `port ${port} on ${host} cannot be had: ${reason}`, error);
}

const REASONS: Readonly<Record<string, string>> = {
  EADDRINUSE: 'another program listens there; give another port, or 0 for any that is free',
  EACCES: 'this user may not use it; ports below 1024 are often reserved',
  EADDRNOTAVAIL: 'this computer has no such address',
  ENOTFOUND: 'there is no such host',
};
