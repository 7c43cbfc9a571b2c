// The page of schedules in a browser. What is computed is tested beside the source; here it is seen to arrive.

import { readFileSync } from 'node:fs';
import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { chromiumFile } from './chromium.js';
import { answerOf, resultsOf, textOf, tileOf, type, usePage } from './use-page.js';

describe.skipIf(chromiumFile === null)('the schedule', () => {
  const { open } = usePage();

  it('opens with the worked example, to the digit', async () => {
    const page = await open();
    await expect
      .poll(() => answerOf(page))
      .toBe(
        'Six attempts wait 15.5 s on average, 31.0 s at worst; 96.3 % of calls are resolved within the 30.0 s deadline.',
      );
    await expect.poll(() => tileOf(page, 'expected total')).toBe('15.5 s');
    await expect.poll(() => page.locator('table.retries tbody tr').count()).toBe(5);
    await expect.poll(() => page.title()).toBe('Schedule · holdoff');
  });

  it('payments: the cap that it offers makes the worst case fit', async () => {
    const page = await open('#example=payments');
    await expect.poll(() => textOf(page.locator('.notices'))).toContain('15 s');
    await expect.poll(() => answerOf(page)).toContain('31.0 s at worst');
    await page.getByRole('button', { name: 'Set the cap to 15.0 s' }).click();
    await expect.poll(() => page.locator('[name="cap"]').inputValue()).toBe('15s');
    await expect.poll(() => answerOf(page)).toContain('30.0 s at worst');
    await expect.poll(() => page.getByRole('button', { name: /Set the cap/ }).count()).toBe(0);
  });

  it('answers while one types, and keeps the last right answer while a field is wrong', async () => {
    const page = await open('#/schedule?v=1&attempts=6');
    await type(page, 'attempts', '3');
    await expect.poll(() => answerOf(page)).toBe('Three attempts wait 1.50 s on average, 3.00 s at worst.');
    await type(page, 'attempts', 'three');
    await expect.poll(() => answerOf(page)).toBe('Three attempts wait 1.50 s on average, 3.00 s at worst.');
    await page.locator('[name="attempts"][aria-invalid="true"]').waitFor();
    const described = await page.locator('[name="attempts"]').getAttribute('aria-describedby');
    const issue = page.locator(`#${described?.split(' ')[1]}`);
    await expect.poll(() => textOf(issue)).toContain('is not allowed; give');
    await expect.poll(() => page.locator('.results.stale').count()).toBe(1);
    await type(page, 'attempts', '4');
    await expect.poll(() => answerOf(page)).toContain('Four attempts wait 3.50 s');
    await expect.poll(() => page.locator('.results.stale').count()).toBe(0);
  });

  it('takes a link that is wrong in parts: tells what, uses the rest, shows no NaN', async () => {
    const page = await open('#/schedule?v=1&base=abc&attempts=3&bsae=1s&success=0.5&latency=4s');
    await expect.poll(() => answerOf(page)).toContain('Three attempts wait');
    await expect.poll(() => textOf(page.locator('.notices'))).toContain('Did you mean base?');
    await expect.poll(() => page.locator('[name="base"]').getAttribute('aria-invalid')).toBe('true');
    await expect.poll(() => resultsOf(page)).not.toMatch(/NaN|undefined|Infinity/);
  });

  it('draws decorrelated jitter aside, and compares with a pinned policy', async () => {
    const page = await open('#example=jitters');
    await page.locator('.tiles .other').first().waitFor();
    await expect.poll(() => answerOf(page)).toContain('attempts wait');
    await expect.poll(() => resultsOf(page)).toContain('B');
    await page.getByRole('button', { name: 'Remove' }).click();
    await page.locator('.tiles .other').first().waitFor({ state: 'detached' });
  });

  it('draws decorrelated jitter where no worker can be had', async () => {
    const page = await open('#/schedule?v=1&attempts=3');
    await page.evaluate(() => Reflect.deleteProperty(globalThis, 'Worker'));
    await page.locator('select[name="jitter"]').selectOption('decorrelated');
    await expect.poll(() => answerOf(page)).toBe('Three attempts wait 5.50 s on average, 12.0 s at worst.');
    await page.locator('figure.herd svg').waitFor();
  });

  it('moves the deadline by keys, in the picture and in the field alike', async () => {
    const page = await open();
    const slider = page.getByRole('slider');
    await slider.focus();
    await page.keyboard.press('ArrowRight');
    await expect.poll(() => page.locator('[name="deadline"]').inputValue()).not.toBe('30s');
  });

  it('the table and the derivation follow what is typed', async () => {
    const page = await open('#/schedule?v=1&attempts=4');
    await page.locator('.derivation summary').click();
    await page.locator('.derivation ol').waitFor();
    await type(page, 'base', '700ms');
    await expect.poll(() => textOf(page.locator('.derivation ol'))).toContain('700 ms');
    await expect.poll(() => textOf(page.locator('table.retries tbody tr').first())).toContain('700 ms');
  });

  it('hands out CSV, Markdown, JSON, SVG and the command', async () => {
    const page = await open('', { clipboard: true });
    await page.getByRole('button', { name: 'Export' }).click();
    const labels = expect.arrayContaining(['Copy the command line', 'Table as CSV', 'Everything as JSON']);
    await expect.poll(() => page.locator('.menu button').allTextContents()).toEqual(labels);
    await page.getByRole('button', { name: 'Copy the command line' }).click();
    await page.getByText('Copied', { exact: true }).waitFor();
    await expect.poll(() => page.evaluate(() => navigator.clipboard.readText())).toMatch(/^holdoff schedule /);
    const svg = (await exported(page, /as SVG$/)).toString();
    expect(svg).toMatch(/^<svg [^>]*xmlns="http:\/\/www\.w3\.org\/2000\/svg"/);
    expect(svg).not.toContain('var(--');
  });

  it('hands out its pictures as PNG, twice as dense as the screen, in the colours that they have', async () => {
    const page = await open('');
    const chart = page.locator('figure.chart svg').first();
    await chart.waitFor();
    const colours = await chart.evaluate((svg) => [
      getComputedStyle(document.body).backgroundColor,
      getComputedStyle(svg.querySelector('.a .mean') as Element).stroke,
    ]);
    await page.getByRole('button', { name: 'Export' }).click();
    const png = await exported(page, /as PNG$/);
    const found = await page.evaluate(async (base64) => {
      const bytes = Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));
      const { width, height } = await createImageBitmap(new Blob([bytes]));
      const context = new OffscreenCanvas(width, height).getContext('2d') as OffscreenCanvasRenderingContext2D;
      context.drawImage(await createImageBitmap(new Blob([bytes])), 0, 0);
      const pixels = new Uint32Array(context.getImageData(0, 0, width, height).data.buffer);
      const text = (pixel: number) => `rgb(${pixel & 255}, ${(pixel >> 8) & 255}, ${(pixel >> 16) & 255})`;
      return { width, height, colours: [...new Set(pixels)].map(text) };
    }, png.toString('base64'));
    const [width = 0, height = 0] = await chart.evaluate((svg) => [svg.clientWidth, svg.clientHeight]);
    // With its title above it, and a margin.
    expect(found.width).toBeGreaterThan(2 * width);
    expect(found.width).toBeLessThan(2 * (width + 50));
    expect(found.height).toBeGreaterThan(2 * (height + 20));
    expect(found.colours).toEqual(expect.arrayContaining(colours));
  });
});

/** The first file of that name from the export menu, which is open. */
async function exported(page: Page, name: RegExp): Promise<Buffer> {
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    page.locator('.menu button', { hasText: name }).first().click(),
  ]);
  return readFileSync(await file.path());
}
