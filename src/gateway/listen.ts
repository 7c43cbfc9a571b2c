import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { listenError } from '../core/listen-error.js';

/** Has the server listen, and gives the port that it got. Rejects with `ListenError` when it cannot be had. */
export function listenOn(server: Server, port: number, host: string): Promise<number> {
  return new Promise((resolve, reject) => {
    const onError = (error: NodeJS.ErrnoException): void => reject(listenError(error, port, host));
    server.once('error', onError);
    server.listen(port, host, () => {
      server.off('error', onError);
      resolve((server.address() as AddressInfo).port);
    });
  });
}
