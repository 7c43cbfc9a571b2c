// After the first visit the page opens without a network.

import { describe, expect, it } from 'vitest';
import { chromiumFile } from './chromium.js';
import { answerOf, usePage } from './use-page.js';

describe.skipIf(chromiumFile === null)('offline', () => {
  const { open, unplug } = usePage();

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
