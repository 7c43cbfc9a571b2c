// The built page on a port and a browser, for benches of the page: with one more page beside it, to compare with.

import { existsSync, readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { extname, join } from 'node:path';
import { chromium } from 'playwright-core';
import { root } from '../scripts/run.mjs';

const FILE = process.env.CHROMIUM ?? '/usr/bin/chromium';
const FLAGS = ['--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run', '--disable-background-networking'];
const TYPES = { '.html': 'text/html', '.js': 'text/javascript', '.css': 'text/css', '.svg': 'image/svg+xml' };

/** Calls `measure(browser, origin)` and lets go of both. `beside` is the path and the text of the page to compare with. */
export async function withBuiltPage(title, beside, measure) {
  if (!existsSync(FILE)) {
    console.log(`\n${title}: skipped, there is no Chromium at ${FILE}`);
    return;
  }
  const server = createServer((request, response) => serve(request, response, beside));
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
  const browser = await chromium.launch({ executablePath: FILE, args: FLAGS });
  try {
    await measure(browser, `http://127.0.0.1:${server.address().port}`);
  } finally {
    await browser.close();
    server.close();
  }
}

/** What is served under a path. Throws where there is no such file. */
export function builtFile(path) {
  return readFileSync(join(root, 'dist/web', path));
}

function serve(request, response, beside) {
  const { pathname } = new URL(request.url, 'http://x');
  if (pathname === beside.path) {
    response.writeHead(200, { 'content-type': 'text/html' }).end(beside.text);
    return;
  }
  try {
    const path = pathname === '/' ? '/index.html' : pathname;
    const content = builtFile(path);
    response.writeHead(200, { 'content-type': TYPES[extname(path)] ?? 'application/octet-stream' }).end(content);
  } catch {
    response.writeHead(404).end();
  }
}
