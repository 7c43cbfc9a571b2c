// Everything by keyboard: the way through the page, and what opens and closes.

import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { chromiumFile } from './chromium.js';
import { answerOf, settled, tileOf, usePage } from './use-page.js';

/** What has the focus, by the name that a screen reader says. */
function focused(page: Page): Promise<string> {
  return page.evaluate(() => {
    const element = document.activeElement;
    if (!(element instanceof HTMLElement)) return '';
    const labels = 'labels' in element ? [...(element.labels as NodeListOf<HTMLElement>)] : [];
    return labels[0]?.textContent?.trim() || element.getAttribute('aria-label') || element.textContent?.trim();
  });
}

async function tabTo(page: Page, name: RegExp, most = 60): Promise<void> {
  await settled(page);
  for (let step = 0; step < most; step++) {
    await page.keyboard.press('Tab');
    if (name.test(await focused(page))) return;
  }
  throw new Error(`nothing called ${name} was reached by Tab`);
}

describe.skipIf(chromiumFile === null)('by keyboard alone', () => {
  const { open } = usePage();

  it('one gets from the top to the results, the fields and another page', async () => {
    const page = await open('#/schedule?v=1&rpm=60&success=0.5&latency=1s');
    await page.keyboard.press('Tab');
    await expect.poll(() => focused(page)).toBe('Skip to the results');
    await tabTo(page, /^attempts$/);
    await page.keyboard.press('ControlOrMeta+A');
    await page.keyboard.type('3');
    await expect.poll(() => answerOf(page)).toContain('Three attempts');
    await page.keyboard.press('ArrowUp');
    await expect.poll(() => answerOf(page)).toContain('Four attempts');
    await page.evaluate(() => (document.activeElement as HTMLElement).blur());
    await tabTo(page, /^Plan$/, 200);
    await page.keyboard.press('Enter');
    await expect.poll(() => page.title()).toBe('Plan · holdoff');
  });

  it('what has the focus is seen to have it', async () => {
    const page = await open('#/schedule');
    await tabTo(page, /^Plan$/);
    const outline = await page.evaluate(() => getComputedStyle(document.activeElement as Element).outlineStyle);
    expect(outline).toBe('solid');
  });

  it('? opens the help outside of fields, and Escape closes it', async () => {
    const page = await open('#/schedule');
    await page.locator('[name="base"]').focus();
    await page.keyboard.type('?');
    expect(await page.getByRole('dialog').count()).toBe(0);
    await page.evaluate(() => (document.activeElement as HTMLElement).blur());
    await page.keyboard.press('?');
    await page.getByRole('dialog').waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
  });

  it.each(['Export', 'Examples'])('%s opens its list, and Escape gives the focus back', async (name) => {
    const page = await open('#/schedule');
    await tabTo(page, new RegExp(`^${name}$`));
    await page.keyboard.press('Enter');
    await page.locator('.menu').waitFor();
    await expect.poll(() => page.evaluate(() => document.activeElement?.closest('.menu') != null)).toBe(true);
    await page.keyboard.press('Escape');
    await page.locator('.menu').waitFor({ state: 'detached' });
    await expect.poll(() => focused(page)).toBe(name);
  });

  it('tabs are one stop, and arrows, Home and End choose among them', async () => {
    const page = await open('#/code?v=1&target=javascript');
    await tabTo(page, /^JavaScript \(fetch\)$/, 80);
    await page.keyboard.press('ArrowRight');
    await expect.poll(() => focused(page)).toBe('TypeScript (fetch)');
    await expect.poll(() => answerOf(page)).toContain('for TypeScript');
    await page.keyboard.press('ArrowLeft');
    await expect.poll(() => focused(page)).toBe('JavaScript (fetch)');
    await page.keyboard.press('ArrowLeft');
    await expect.poll(() => focused(page)).not.toBe('JavaScript (fetch)');
    const last = await focused(page);
    await page.keyboard.press('Home');
    await expect.poll(() => focused(page)).toBe('JavaScript (fetch)');
    await page.keyboard.press('End');
    await expect.poll(() => focused(page)).toBe(last);
    await expect.poll(() => page.getByRole('tab', { selected: true }).first().textContent()).toBe(last);
    await page.keyboard.press('Tab');
    await expect.poll(() => focused(page)).toBe('obey Retry-After');
    await page.keyboard.press('Space');
    await expect.poll(() => page.locator('main').textContent()).toContain('It does not look at Retry-After.');
  });

  it('a sample of headers can be chosen', async () => {
    const page = await open('#/headers');
    await tabTo(page, /^IETF draft 10$/, 80);
    await page.keyboard.press('Enter');
    await expect.poll(() => tileOf(page, 'verdict')).toBe('retry');
  });
});
