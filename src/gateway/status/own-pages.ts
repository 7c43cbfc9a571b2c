// The paths that are the gateway's own and never reach the upstream.

import type { IncomingMessage, ServerResponse } from 'node:http';
import { METRICS_TYPE, metricsOf } from './metrics.js';
import type { GatewayStatus } from './status.js';
import { STYLE, statusPage } from './status-page.js';

/** No provider has a path that begins like this. */
export const OWN_PATH = '/__holdoff';

type Page = readonly [type: string, make: (status: GatewayStatus) => string];

const PAGES: Readonly<Record<string, Page>> = {
  '/': ['text/html; charset=utf-8', statusPage],
  '/style.css': ['text/css; charset=utf-8', () => STYLE],
  '/status': ['application/json', (status) => `${JSON.stringify({ version: 1, ...status }, null, 2)}\n`],
  '/metrics': [METRICS_TYPE, metricsOf],
};

/** The page may load its own style and nothing else, and runs nothing. */
const SECURITY: readonly string[] = [
  'Content-Security-Policy',
  "default-src 'none'; style-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
  'X-Content-Type-Options',
  'nosniff',
  'Referrer-Policy',
  'no-referrer',
  'Cross-Origin-Opener-Policy',
  'same-origin',
  'Cross-Origin-Resource-Policy',
  'same-origin',
  'Cache-Control',
  'no-store',
];

export function sendOwnPage(request: IncomingMessage, response: ServerResponse, status: () => GatewayStatus): void {
  const path = (request.url as string).slice(OWN_PATH.length).split('?', 1)[0] || '/';
  const page = Object.hasOwn(PAGES, path) ? PAGES[path] : undefined;
  if (request.method !== 'GET' && request.method !== 'HEAD') {
    send(response, 405, 'text/plain', 'The pages of the gateway can only be read.\n', ['Allow', 'GET, HEAD']);
  } else if (page === undefined) {
    const paths = Object.keys(PAGES).map((known) => OWN_PATH + known);
    send(response, 404, 'text/plain', `There is no such page. There are ${paths.join(', ')}.\n`);
  } else send(response, 200, page[0], page[1](status()));
}

function send(
  response: ServerResponse,
  status: number,
  type: string,
  text: string,
  more: readonly string[] = [],
): void {
  const length = String(Buffer.byteLength(text));
  response.writeHead(status, [...SECURITY, 'Content-Type', type, 'Content-Length', length, ...more]);
  // Node leaves the body out of an answer to HEAD.
  response.end(text);
}
