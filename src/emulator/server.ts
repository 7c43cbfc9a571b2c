// The emulator on a port. It speaks HTTP/1.1 by itself, since Node's own server takes several times as long for a request
// as the emulator does: see docs/decisions/0011.

import { type AddressInfo, createServer, type Server, type Socket } from 'node:net';
import { ListenError, listenError } from '../core/listen-error.js';
import type { Emulator } from './emulator.js';
import { Connection } from './server/connection.js';

/** Where an emulator listens. */
export interface ListenOptions {
  /** 0, as unless given, takes any that is free. */
  readonly port?: number;
  /** 127.0.0.1 unless given: nobody else can reach it. */
  readonly host?: string;
}

/** An emulator on a port. */
export interface EmulatorServer {
  /** `http://127.0.0.1:8429` */
  readonly address: string;
  readonly port: number;
  /** Ends every connection. */
  close(): Promise<void>;
}

/** Serves an emulator over HTTP. Rejects with {@link ListenError} when the port cannot be had. */
export async function listen(
  emulator: Emulator,
  { port = 0, host = '127.0.0.1' }: ListenOptions = {},
): Promise<EmulatorServer> {
  // Node would take an empty one for every address that this computer has.
  if (host === '') throw new ListenError('EINVAL', '"" is no address; give one such as 127.0.0.1 or 0.0.0.0', null);
  const sockets = new Set<Socket>();
  const server = createServer({ noDelay: true, allowHalfOpen: true }, (socket) => {
    sockets.add(socket);
    socket.once('close', () => sockets.delete(socket));
    new Connection(socket, emulator);
  });
  await listening(server, port, host);
  const { port: taken } = server.address() as AddressInfo;
  return {
    address: `http://${host.includes(':') ? `[${host}]` : host}:${taken}`,
    port: taken,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        for (const socket of sockets) socket.destroy();
      }),
  };
}

function listening(server: Server, port: number, host: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const onError = (error: NodeJS.ErrnoException): void => reject(listenError(error, port, host));
    server.once('error', onError);
    server.listen(port, host, () => {
      server.off('error', onError);
      resolve();
    });
  });
}
