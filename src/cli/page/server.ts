// The page on this computer: a fixed list of files on 127.0.0.1, and nothing else.

import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { PageFile, PageFiles } from './page-files.js';
import { EMBED_HEADERS, SECURITY_HEADERS } from './security-headers.js';

export interface PageServer {
  /** Where the page is, with the port that was taken: `http://127.0.0.1:8429/`. */
  readonly address: string;
  close(): Promise<void>;
}

const HOST = '127.0.0.1';

/** Listens on this computer only. `port` 0 takes any that is free. Rejects with Node's error when it cannot be had. */
export async function servePage(files: PageFiles, port: number): Promise<PageServer> {
  const server = createServer((request, response) => answer(files, request, response));
  await listening(server, port);
  const { port: taken } = server.address() as AddressInfo;
  return {
    address: `http://${HOST}:${taken}/`,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

function listening(server: Server, port: number): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, HOST, () => {
      server.off('error', reject);
      resolve();
    });
  });
}

/** A name that leads here. A page elsewhere can have its own name lead here as well, and would then be of this origin. */
const OWN_HOST = /^(?:localhost|127\.0\.0\.1|\[::1\])(?::\d{1,5})?$/i;

function answer(files: PageFiles, request: IncomingMessage, response: ServerResponse): void {
  if (!OWN_HOST.test(request.headers.host ?? '')) {
    refuse(response, 403, 'This server answers to localhost and 127.0.0.1 only.');
    return;
  }
  if (request.method !== 'GET' && request.method !== 'HEAD') {
    response.setHeader('allow', 'GET, HEAD');
    refuse(response, 405, 'This server only gives out the page.');
    return;
  }
  const [path = '', query = ''] = (request.url ?? '').split('?', 2);
  const file = files.get(path);
  if (file === undefined) refuse(response, 404, 'There is no such file here. The page is at /.');
  else send(response, file, new URLSearchParams(query).has('embed'), request.method === 'HEAD');
}

function send(
  response: ServerResponse,
  { type, bytes, isHashed, isDownload }: PageFile,
  isEmbedded: boolean,
  isHead: boolean,
): void {
  response.writeHead(200, {
    ...(isEmbedded ? EMBED_HEADERS : SECURITY_HEADERS),
    ...(isDownload ? { 'content-disposition': 'attachment' } : {}),
    'content-type': type,
    'content-length': bytes.byteLength,
    'cache-control': isHashed ? 'public, max-age=31536000, immutable' : 'no-cache',
  });
  response.end(isHead ? undefined : bytes);
}

function refuse(response: ServerResponse, status: number, text: string): void {
  response.writeHead(status, { ...SECURITY_HEADERS, 'content-type': 'text/plain; charset=utf-8' });
  response.end(`${text}\n`);
}
