import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';

/** What the server saw of one request. */
export interface SeenRequest {
  readonly method: string;
  readonly body: Buffer;
  /** Its answer is still under way: neither ended nor broken off by either side. */
  open: boolean;
}

/** An HTTP server on a free port of the loopback interface that answers as it is told, request by request. */
export interface FlakyServer {
  readonly url: string;
  readonly seen: readonly SeenRequest[];
  close(): Promise<void>;
}

export type Answer = (request: IncomingMessage, response: ServerResponse, index: number) => void;

/** Starts the server. `answer` is called once the body has arrived, with the number of the request from 0. */
export async function startFlaky(answer: Answer): Promise<FlakyServer> {
  const seen: SeenRequest[] = [];
  const sockets = new Set<Socket>();
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('error', () => {});
    request.on('end', () => {
      const entry = { method: request.method ?? '', body: Buffer.concat(chunks), open: true };
      seen.push(entry);
      response.on('close', () => {
        entry.open = false;
      });
      answer(request, response, seen.length - 1);
    });
  });
  server.on('connection', (socket: Socket) => {
    sockets.add(socket);
    socket.on('error', () => {});
    socket.on('close', () => sockets.delete(socket));
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}/`,
    seen,
    close: () => {
      for (const socket of sockets) socket.destroy();
      return new Promise((closed) => server.close(() => closed()));
    },
  };
}
