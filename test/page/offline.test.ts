// After the first visit the page opens without a network; and as one file from disk, where there never was one.

import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { afterAll, describe, expect, it } from 'vitest';
import { chromiumFile } from './chromium.js';
import { codeOf } from './code-of.js';
import { answerOf, usePage } from './use-page.js';

describe.skipIf(chromiumFile === null)('offline', () => {
  const { open, requests, unplug } = usePage();

  const folder = mkdtempSync(join(tmpdir(), 'holdoff-page-'));
  afterAll(() => rmSync(folder, { recursive: true }));

  it('as one file from disk: figures, code and runs, and nothing is asked for', async () => {
    const path = join(folder, 'a page.html');
    const command = fileURLToPath(new URL('../../dist/cli/main.js', import.meta.url));
    expect(execFileSync(process.execPath, [command, 'web', '--out', path], { encoding: 'utf8' })).toContain(
      `${path} holds the whole page`,
    );
    const page = await open();
    const asked = requests().length;
    const file = pathToFileURL(path).href;
    await page.goto(file);
    await expect.poll(() => answerOf(page)).toContain('15.5 s on average, 31.0 s at worst; 96.3 % of calls');
    // Computed aside, as soon as that is where it has to be.
    await page.locator('select[name="jitter"]').selectOption('decorrelated');
    await expect.poll(() => answerOf(page)).toContain('103 s at worst');
    const said = { payments: '31.0 s at worst', ingestion: 'tokens limit binds', nightly: 'Two attempts wait 1.00 s' };
    for (const [id, part] of Object.entries(said)) {
      await page.evaluate((hash) => location.assign(hash), `#example=${id}`);
      await expect.poll(() => answerOf(page)).toContain(part);
    }
    await page.evaluate(() => location.assign('#/code?v=1&target=go&format=envoy'));
    await expect.poll(() => codeOf(page)).toContain('package ');
    await page.evaluate(() => location.assign('#/lab'));
    await page.getByRole('button', { name: 'To the end' }).click();
    await expect.poll(() => answerOf(page)).toMatch(/^With “none” a call takes/);
    expect(page.workers().length).toBeGreaterThan(0);
    expect(await page.locator('footer').textContent()).toContain('needs no network');
    const others = requests()
      .slice(asked)
      .filter((url) => url.split('#')[0] !== file && !url.startsWith('blob:'));
    expect(others).toEqual([]);
  });

  it('opens again, with every page and the work that is done aside', async () => {
    const page = await open('#/schedule?v=1&attempts=3', { firstVisit: true });
    await page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined));
    await unplug();
    await page.reload();
    await page.waitForSelector('.answer .sentence');
    await expect.poll(() => answerOf(page)).toBe('Three attempts wait 1.50 s on average, 3.00 s at worst.');
    await page.locator('select[name="jitter"]').selectOption('decorrelated');
    await expect.poll(() => answerOf(page)).toBe('Three attempts wait 5.50 s on average, 12.0 s at worst.');
    await page.getByRole('link', { name: 'Headers' }).click();
    await expect.poll(() => answerOf(page)).toContain('Paste a response');
    await page.getByRole('link', { name: 'Code' }).click();
    await page.locator('.code .code-keyword').first().waitFor();
    await page.getByLabel(/^Have one already/).fill('methodConfig: { retryPolicy: {} }');
    await page
      .getByText(/name: missing|retryPolicy/)
      .first()
      .waitFor();
    await page.getByRole('link', { name: 'Plan' }).click();
    await expect.poll(() => answerOf(page)).toContain('Give at least one limit');
  });
});
