// State in the address: deep links, Back, reload, share, and the pages' own links.

import { describe, expect, it } from 'vitest';
import { chromiumFile } from './chromium.js';
import { answerOf, settled, type, usePage } from './use-page.js';

describe.skipIf(chromiumFile === null)('the address', () => {
  const { open, origin } = usePage();

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
});
