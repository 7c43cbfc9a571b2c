// State in the address: deep links, Back, reload, share, and the pages' own links.

import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, describe, expect, it } from 'vitest';
import { chromiumFile } from './chromium.js';
import { answerOf, settled, type, usePage } from './use-page.js';

describe.skipIf(chromiumFile === null)('the address', () => {
  const { open, origin } = usePage();
  const folder = mkdtempSync(join(tmpdir(), 'holdoff-page-'));
  afterAll(() => rmSync(folder, { recursive: true }));

  it('holds what was typed, readable, and gives it back after a reload', async () => {
    const page = await open('#/schedule');
    await type(page, 'attempts', '4');
    await type(page, 'cap', '2s');
    await expect.poll(() => page.url()).toBe(`${origin()}#/schedule?v=1&cap=2s&attempts=4`);
    const answer = await answerOf(page);
    await page.reload();
    await page.waitForSelector('.answer .sentence');
    await expect.poll(() => answerOf(page)).toBe(answer);
  });

  it('goes Back and Forward between pages', async () => {
    const page = await open('#/schedule?v=1&rpm=60&success=0.5');
    await page.getByRole('link', { name: 'Plan' }).click();
    await expect.poll(() => answerOf(page)).toContain('limit');
    await page.getByRole('link', { name: 'Headers' }).click();
    await expect.poll(() => answerOf(page)).toContain('Paste a response');
    await page.goBack();
    await expect.poll(() => page.title()).toBe('Plan · holdoff');
    await page.goBack();
    await expect.poll(() => answerOf(page)).toContain('attempts wait');
    await page.goForward();
    await expect.poll(() => page.title()).toBe('Plan · holdoff');
  });

  it('is not written once per key: typing leaves one step to go back over', async () => {
    const page = await open('#/schedule', { firstVisit: true });
    const before = await page.evaluate(() => history.length);
    await page.locator('[name="base"]').pressSequentially('00');
    await page.waitForTimeout(500);
    expect(await page.evaluate(() => history.length)).toBe(before);
  });

  it.each([
    ['payments', 'Schedule', '31.0 s at worst'],
    ['incident', 'Schedule', 'attempts wait'],
    ['ingestion', 'Plan', 'tokens limit binds'],
    ['jitters', 'Schedule', 'attempts wait'],
    ['nightly', 'Schedule', 'Two attempts wait 1.00 s'],
  ])('#example=%s opens %s, and the full link says the same', async (id, title, part) => {
    const page = await open(`#example=${id}`);
    await expect.poll(() => answerOf(page)).toContain(part);
    await expect.poll(() => page.title()).toBe(`${title} · holdoff`);
    await expect.poll(() => page.url()).toMatch(/#\/(schedule|plan)\?v=1/);
    await settled(page);
    const answer = await answerOf(page);
    const again = await open(new URL(page.url()).hash);
    await expect.poll(() => answerOf(again)).toBe(answer);
  });

  it('takes an example from the menu as one step, which Back undoes', async () => {
    const page = await open('#/schedule?v=1&attempts=3');
    await page.getByRole('button', { name: 'Examples' }).click();
    await page.getByRole('link', { name: 'Nightly check with curl' }).click();
    await expect.poll(() => answerOf(page)).toContain('Two attempts');
    await page.goBack();
    await expect.poll(() => answerOf(page)).toContain('Three attempts');
  });

  it('is shared as it is at that moment', async () => {
    const page = await open('#/schedule', { clipboard: true });
    await type(page, 'attempts', '7');
    await page.getByRole('button', { name: 'Share' }).click();
    await page.getByText('Copied', { exact: true }).waitFor();
    await expect
      .poll(() => page.evaluate(() => navigator.clipboard.readText()))
      .toBe(`${origin()}#/schedule?v=1&attempts=7`);
  });

  it('is shown to be copied by hand where the clipboard is forbidden', async () => {
    const page = await open('#/schedule?v=1&attempts=7');
    await page.evaluate(() => {
      navigator.clipboard.writeText = () => Promise.reject(new Error('forbidden'));
    });
    await page.getByRole('button', { name: 'Share' }).click();
    await expect
      .poll(() => page.getByRole('textbox', { name: 'Link to this page' }).inputValue())
      .toContain('attempts=7');
  });

  it('is shared as a frame as well, with the answer and its pictures only, as high as they are', async () => {
    const page = await open('#/schedule', { clipboard: true });
    await type(page, 'attempts', '7');
    await page.getByRole('button', { name: 'Share' }).click();
    await page.getByRole('button', { name: /^Copy embed code/ }).click();
    await page.getByText('for another page copied').waitFor({ state: 'attached' });
    const code = await page.evaluate(() => navigator.clipboard.readText());
    expect(code).toContain(`src="${origin()}?embed#/schedule?v=1&amp;attempts=7"`);
    // From disk: a browser lets no page frame this computer's servers of which it cannot tell where it is from.
    const host = join(folder, 'host.html');
    writeFileSync(
      host,
      `<script>onmessage = ({ data }) => { if (data.type === 'holdoff:height') document.title = data.height; };</script>${code}`,
    );
    await page.goto(pathToFileURL(host).href);
    const frame = page.frameLocator('iframe');
    await expect.poll(() => frame.locator('.answer .sentence').textContent()).toContain('Seven attempts wait');
    await frame.locator('figure.chart svg').first().waitFor();
    expect(await frame.locator(':is(header.top, .panel, dialog)').count()).toBe(0);
    expect(await frame.locator('.part:visible').count()).toBe(0);
    const link = frame.getByRole('link', { name: 'Change it in holdoff' });
    expect(await link.evaluate((a: HTMLAnchorElement) => a.href)).toBe(`${origin()}#/schedule?v=1&attempts=7`);
    await expect.poll(async () => Number(await page.title())).toBeGreaterThan(600);
    expect(await frame.locator('html').evaluate((html) => html.scrollWidth - html.clientWidth)).toBeLessThanOrEqual(0);
  });
});
