import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A port that cannot be had. */
export class ListenError extends Error {
  /** Node's code, such as EADDRINUSE. */
  readonly code: string;

  constructor(code: string, message: string, cause: unknown) {
    super(message, { cause });
    this.name = 'ListenError';
    this.code = code;
  }
}

/** Has the server listen, and gives the port that it got. Rejects with {@link ListenError} when it cannot be had. */
export function listenOn(server: Server, port: number, host: string): Promise<number> {
  return new Promise((resolve, reject) => {
    const onError = (error: NodeJS.ErrnoException): void => {
      const code = error.code ?? 'unknown';
      const reason = REASONS[code] ?? error.message;
      reject(new ListenError(code, `port ${port} on ${host} cannot be had: ${reason}`, error));
    };
    server.once('error', onError);
    server.listen(port, host, () => {
      server.off('error', onError);
      resolve((server.address() as AddressInfo).port);
    });
  });
}

const REASONS: Readonly<Record<string, string>> = {
  EADDRINUSE: 'another program listens there; give another port, or 0 for any that is free',
  EACCES: 'this user may not use it; ports below 1024 are often reserved',
  EADDRNOTAVAIL: 'this computer has no such address',
  ENOTFOUND: 'there is no such host',
};
