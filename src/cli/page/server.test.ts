import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readPageFiles } from './page-files.js';
import { type PageServer, servePage } from './server.js';

let folder = '';
let server: PageServer;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'holdoff-page-'));
  mkdirSync(join(folder, 'page/assets'), { recursive: true });
  writeFileSync(join(folder, 'page/index.html'), '<!doctype html><title>page</title>');
  writeFileSync(join(folder, 'page/assets/index-abc.js'), 'export {};');
  writeFileSync(join(folder, 'page/holdoff.html'), '<!doctype html><title>one</title>');
  writeFileSync(join(folder, 'page/notes.txt'), 'not for anyone');
  writeFileSync(join(folder, 'secret.html'), 'secret');
  server = await servePage(readPageFiles(join(folder, 'page')), 0);
});

afterAll(async () => {
  await server.close();
  rmSync(folder, { recursive: true });
});

/** As it is written, without the tidying of paths that fetch does. */
function ask(
  path: string,
  method = 'GET',
  headers: Readonly<Record<string, string>> = {},
): Promise<{ status: number; text: string; headers: NodeJS.Dict<unknown> }> {
  return new Promise((resolve, reject) => {
    const asked = request(server.address, { path, method, headers, agent: false }, (response) => {
      let text = '';
      response.on('data', (bytes) => {
        text += bytes;
      });
      response.on('end', () => resolve({ status: response.statusCode ?? 0, text, headers: response.headers }));
    });
    asked.on('error', reject);
    asked.end();
  });
}

describe('servePage', () => {
  it('gives out the page at /, and at its name, whatever the query', async () => {
    for (const path of ['/', '/index.html', '/?a=b']) {
      expect(await ask(path)).toMatchObject({ status: 200, text: '<!doctype html><title>page</title>' });
    }
  });

  it('forbids all but its own files, sniffing and framing, with every answer', async () => {
    for (const path of ['/', '/assets/index-abc.js', '/nowhere']) {
      const { headers } = await ask(path);
      const policy = String(headers['content-security-policy']);
      expect(policy).toContain("default-src 'none'; script-src 'self'; style-src 'self'");
      expect(policy).toContain("frame-ancestors 'none'");
      expect(policy).not.toMatch(/unsafe|\*|https?:/);
      expect(headers['x-content-type-options']).toBe('nosniff');
    }
  });

  it('may be framed where it was asked to be, and is as closed otherwise', async () => {
    const { status, headers } = await ask('/?embed');
    const whole = String((await ask('/')).headers['content-security-policy']);
    expect(status).toBe(200);
    expect(headers['content-security-policy']).toBe(whole.replace("; frame-ancestors 'none'", ''));
    expect(headers['x-content-type-options']).toBe('nosniff');
  });

  it('hands the page as one file over to be kept, since its own policy refuses what is in it', async () => {
    expect(await ask('/holdoff.html')).toMatchObject({
      status: 200,
      headers: { 'content-disposition': 'attachment', 'content-security-policy': expect.stringContaining("'self'") },
    });
    expect((await ask('/')).headers['content-disposition']).toBeUndefined();
  });

  it('lets files whose names change with their content be kept, and no others', async () => {
    expect((await ask('/assets/index-abc.js')).headers['cache-control']).toContain('immutable');
    expect((await ask('/')).headers['cache-control']).toBe('no-cache');
  });

  it.each(['/../secret.html', '/%2e%2e/secret.html', '/notes.txt', '/assets', '/assets/', '//index.html', '/.git'])(
    'has nothing at %s',
    async (path) => {
      expect((await ask(path)).status).toBe(404);
    },
  );

  it('takes nothing', async () => {
    expect(await ask('/', 'POST')).toMatchObject({ status: 405, headers: { allow: 'GET, HEAD' } });
    expect(await ask('/', 'HEAD')).toMatchObject({ status: 200, text: '' });
  });

  it.each(['localhost', 'LOCALHOST:8429', '127.0.0.1:1', '[::1]:8429'])('answers to %s', async (host) => {
    expect(await ask('/', 'GET', { host })).toMatchObject({ status: 200 });
  });

  it.each(['evil.example', 'localhost.evil.example', '127.0.0.1.evil.example:8429', 'a@localhost', '10.0.0.1'])(
    'gives nothing to who calls it "%s", as a page would whose name was made to lead here',
    async (host) => {
      expect(await ask('/', 'GET', { host })).toMatchObject({ status: 403 });
    },
  );

  it('listens on this computer only', () => {
    expect(server.address).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/$/);
  });

  it('rejects when the port is taken', async () => {
    const port = Number(new URL(server.address).port);
    await expect(servePage(new Map(), port)).rejects.toMatchObject({ code: 'EADDRINUSE' });
  });
});
