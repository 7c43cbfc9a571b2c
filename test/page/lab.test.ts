// The lab in a browser: it plays by itself, stops at once, gives the command's numbers, and can be steered.

import { readFile } from 'node:fs/promises';
import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { holdoff } from '../../src/cli/fixtures/fake-io.js';
import { chromiumFile } from './chromium.js';
import { answerOf, resultsOf, settled, textOf, usePage } from './use-page.js';

const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click();
const ended = (page: Page) => page.getByRole('button', { name: 'Run again', exact: true }).waitFor();
const clockOf = (page: Page) => textOf(page.locator('.lab-clock'));
const choose = (page: Page, label: string, id: string) => page.getByLabel(label, { exact: true }).selectOption(id);

/** So slow that a run does not end while a busy machine comes to look at it. */
async function slowly(page: Page): Promise<Page> {
  await choose(page, 'plays in', '120000');
  return page;
}

async function toEnd(page: Page): Promise<void> {
  await press(page, 'To the end');
  await ended(page);
}

/** A figure of the table by its row. */
async function figures(page: Page, title: string): Promise<string[]> {
  const row = page.locator('.lab-figures tbody tr', { has: page.getByText(title, { exact: false }) }).first();
  return row.locator('td').allTextContents();
}

async function exported(page: Page, label: string): Promise<string> {
  await press(page, 'Export');
  const download = page.waitForEvent('download');
  await press(page, label);
  return readFile(await (await download).path(), 'utf8');
}

/** Runs the command lines that the page shows, as a shell would. */
async function commandsOf(page: Page, flag: string): Promise<string[]> {
  const text = await textOf(page.locator('.lab-command'));
  const lines = text.split(/^(?=holdoff )/m).map((each) => each.trim());
  return Promise.all(
    lines.map(async (each) => {
      const [first = '', ...rest] = each.split('\n');
      const line = first
        .replace(/^holdoff /, '')
        .replace(/ <<'END'$/, '')
        .replaceAll("'", '"');
      const { code, out, err } = await holdoff(`${line} ${flag}`, { files: { '-': rest.slice(0, -1).join('\n') } });
      expect(code, err).toBe(0);
      return out;
    }),
  );
}

interface Variant {
  readonly name: string;
  readonly first: { readonly figures: Readonly<Record<string, number | null>> };
}

/** How exactly logarithms round is left to the engine, and the browser's is another version than Node's. */
function expectClose(ours: Variant['first']['figures'], theirs: Variant['first']['figures']): void {
  expect(Object.keys(ours)).toEqual(Object.keys(theirs));
  for (const [name, value] of Object.entries(theirs)) {
    if (value === null) expect(ours[name], name).toBeNull();
    else expect(Math.abs((ours[name] ?? Number.NaN) - value), name).toBeLessThanOrEqual(1e-9 * Math.abs(value));
  }
}

describe.skipIf(chromiumFile === null)('the lab', () => {
  const { open } = usePage();

  it('plays the herd by itself, without and with jitter, and says what came of it', async () => {
    const page = await open('#/lab');
    await expect.poll(() => answerOf(page)).toBe('A thousand clients come back at once.');
    await expect.poll(() => page.locator('.lab-strip-name').allTextContents()).toHaveLength(2);
    await choose(page, 'plays in', '5000');
    await ended(page);
    await expect
      .poll(() => answerOf(page))
      .toMatch(/^With “none” a call takes 12 attempts .* 2\.4 min; with “full” a call takes 6\.91 attempts/);
    await expect.poll(() => figures(page, 'attempts per call')).toEqual(['12', '6.91']);
    const pictures = page.locator('figure.chart');
    await expect.poll(() => pictures.count()).toBe(5);
    // The dots are there: something of the strip is not its ground.
    const painted = await page
      .locator('.lab-strip canvas')
      .first()
      .evaluate((canvas) => {
        const { width, height } = canvas as HTMLCanvasElement;
        const { data } = (canvas as HTMLCanvasElement).getContext('2d')?.getImageData(0, 0, width, height) ?? {
          data: [],
        };
        return [...data].filter((value, at) => at % 4 === 3 && value > 0).length;
      });
    expect(painted).toBeGreaterThan(1000);
    // Pointing at one picture tells what each side did then, in all of them; one of them was over by then.
    const waiting = page.locator('figure', { hasText: 'Calls that wait' });
    await waiting.scrollIntoViewIfNeeded();
    await page.locator('.lab-lines svg').first().hover();
    await expect.poll(() => textOf(waiting.locator('.legend'))).toMatch(/none here \d+ full here –/);
  });

  it('stops, stays stopped, steps and goes on', async () => {
    const page = await slowly(await open('#/lab?v=1&scenario=retry-storm'));
    await expect.poll(() => clockOf(page)).toMatch(/[1-9]\.\d+ s/);
    await press(page, 'Stop');
    await page.getByRole('button', { name: 'Continue' }).waitFor();
    // The button changes at once. Where the run stands is told a moment later, and the clock shows it a frame after that.
    const said = page.locator('main > .results > [role="status"]');
    await expect.poll(() => said.textContent()).toContain('Stopped at');
    const stopped = `virtual time: ${/Stopped at (.+)\.$/.exec(await textOf(said))?.[1]}`;
    await expect.poll(() => clockOf(page)).toBe(stopped);
    await page.waitForTimeout(300);
    expect(await clockOf(page)).toBe(stopped);
    await press(page, 'Step');
    await expect.poll(() => clockOf(page)).not.toBe(stopped);
    await press(page, 'Continue');
    await page.getByRole('button', { name: 'Stop', exact: true }).waitFor();
    await toEnd(page);
    await expect.poll(() => answerOf(page)).toContain('does not recover');
  });

  it('stops at once, even at full speed with a hundred thousand clients', async () => {
    const page = await open('#/lab?v=1&set=clients%3D100000');
    await page.getByRole('button', { name: 'Stop', exact: true }).waitFor();
    for (let round = 0; round < 5; round++) {
      // Or a slow test would find the run at its end.
      if (round > 0) await press(page, 'From the start');
      await press(page, 'To the end');
      await page.waitForTimeout(150);
      await press(page, 'Stop');
      // The button changes at once. Where the run stands is told a moment later.
      const stops = () => page.evaluate(() => performance.getEntriesByName('lab-stop').length);
      await expect.poll(stops).toBe(round + 1);
    }
    const waits = await page.evaluate(() => performance.getEntriesByName('lab-stop').map(({ duration }) => duration));
    // Bench says how quick it is; here other tests share the machine. The whole run takes many seconds.
    expect(waits.sort((a, b) => a - b)[2]).toBeLessThan(1000);
  });

  it.each([
    ['#/lab?v=1&seed=7', 'jitter'],
    ['#/lab?v=1&scenario=metastable&set=load%3D140/s', 'a setting'],
    ['#/lab?v=1&scenario=aws-contention&side-a=equal&side-b=decorrelated', 'other sides'],
    [
      '#/lab?v=1&scenario=naive-versus-policy&side-b=yours&base=200ms&jitter=equal&retryBudget.share=0.1&deadline=20s',
      'its own policy',
    ],
    [
      '#/lab?v=1&scenario=bring-your-own&preset=openai-python&rpm=500&arrivals=600/min&latency=300ms&b.preset=none&b.jitter=none',
      'two policies',
    ],
    ['#/lab?v=1&scenario=fleet-without-and-with-shared-quota', 'whole engines'],
  ])('gives the same numbers as the command it shows: %s (%s)', async (hash) => {
    const page = await open(hash);
    await toEnd(page);
    const { variants, seed } = JSON.parse(await exported(page, 'Everything as JSON'));
    const printed = (await commandsOf(page, '--json')).map((text) => JSON.parse(text));
    const theirs: Variant[] = printed.flatMap((each) => each.variants);
    const isOwn = printed.length > 1 || /yours|bring-your-own/.test(hash);
    for (const [index, { name, first }] of (variants as Variant[]).entries()) {
      const same =
        theirs.find((each) => each.name === name) ??
        (isOwn ? theirs.at(index - (variants as Variant[]).length) : undefined);
      expect(same, name).toBeDefined();
      if (same !== undefined) expectClose(first.figures, same.first.figures);
    }
    expect(printed[0].seed).toBe(seed);
  });

  it('exports its lines as the command does', async () => {
    const page = await open('#/lab');
    await toEnd(page);
    expect(await exported(page, 'Lines as CSV')).toBe((await commandsOf(page, '--csv'))[0]);
    expect(await exported(page, '“Load at the service” as SVG')).toContain('<svg');
  });

  it('is restored by its link: scenario, settings, sides and seed', async () => {
    const page = await open('#/lab');
    await choose(page, 'scenario', 'aws-contention');
    await page.locator('[name="set-clients"]').fill('50');
    await choose(page, 'B', 'full');
    await page.locator('[name="seed"]').fill('9');
    await page.keyboard.press('Enter');
    await toEnd(page);
    await settled(page);
    const before = await figures(page, 'attempts per call');
    await expect.poll(() => page.url()).toContain('seed=9');
    const other = await open(new URL(page.url()).hash);
    await toEnd(other);
    await expect.poll(() => figures(other, 'attempts per call')).toEqual(before);
    await expect.poll(() => other.locator('[name="set-clients"]').inputValue()).toBe('50');
    await expect.poll(() => other.getByLabel('B', { exact: true }).inputValue()).toBe('full');
  });

  it('tells what a link names and there is not, and what a setting may be', async () => {
    const page = await open('#/lab?v=1&scenario=batch-drian');
    await expect.poll(() => textOf(page.locator('.notices'))).toContain('Did you mean batch-drain?');
    await page.locator('[name="set-clients"]').fill('none');
    await expect.poll(() => textOf(page.locator('.lab-setting .issue').first())).toContain('is not allowed');
    await expect.poll(() => page.locator('[name="set-clients"]').getAttribute('aria-invalid')).toBe('true');
    await page.locator('[name="set-clients"]').fill('200');
    await expect.poll(() => textOf(page.locator('.lab-changed'))).toContain('Run shows it');
    await page.locator('[name="set-clients"]').press('Enter');
    await expect.poll(() => textOf(page.locator('.lab-changed'))).toBe('');
    await toEnd(page);
    await expect.poll(() => figures(page, 'calls')).toEqual(['200', '200']);
  });

  it('can be stepped into, which changes what comes of it, and is told', async () => {
    const page = await open('#/lab?v=1&scenario=recovery-with-budget&set=load%3D200/s&side-b=nothing');
    await choose(page, 'plays in', '30000');
    await expect.poll(() => clockOf(page)).toMatch(/^virtual time: (?:[6-9]\d|1\d\d)\.?\d* s|min/);
    await choose(page, 'to', 'once');
    await press(page, 'Switch');
    await expect.poll(() => textOf(page.locator('.lab-stepped-in'))).toContain('switched to no retries');
    await expect
      .poll(() => page.locator('main > .results > [role="status"]').textContent())
      .toContain('switched to no retries');
    await toEnd(page);
    await expect.poll(() => resultsOf(page)).toContain('without what you did');
    await expect.poll(() => answerOf(page)).toMatch(/well again .* You stepped in\.$/);
    await press(page, 'From the start');
    await toEnd(page);
    await expect.poll(() => answerOf(page)).toContain('does not recover');
  });

  it('ends a fault before its time', async () => {
    const page = await open('#/lab?v=1&scenario=metastable&set=until%3D200s');
    await choose(page, 'plays in', '30000');
    await expect.poll(() => clockOf(page)).toMatch(/[2-9]\d\.\d s/);
    await press(page, 'End the fault');
    await expect.poll(() => textOf(page.locator('.lab-stepped-in'))).toContain('the fault ended');
    await press(page, 'Stop');
    const rect = page.locator('.lab-fault').first();
    const [from, width] = [Number(await rect.getAttribute('x')), Number(await rect.getAttribute('width'))];
    expect(from).toBeGreaterThan(0);
    expect(width).toBeLessThan(200);
  });

  it('is used by keys alone', async () => {
    const page = await slowly(await open('#/lab'));
    await page.locator('.lab-row select').first().focus();
    await page.keyboard.type('Clients that write');
    await expect.poll(() => page.getByLabel('scenario', { exact: true }).inputValue()).toBe('aws-contention');
    const focused = () => page.evaluate(() => document.activeElement?.textContent?.trim() ?? '');
    await page.getByRole('button', { name: 'Stop', exact: true }).waitFor();
    for (let tabs = 0; (await focused()) !== 'Stop' && tabs < 12; tabs++) await page.keyboard.press('Tab');
    expect(await focused()).toBe('Stop');
    await page.keyboard.press('Enter');
    await expect.poll(focused).toBe('Continue');
    await page.keyboard.press('Tab');
    await page.keyboard.press('Space');
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    await ended(page);
  });

  it('moves nothing for a reader who wants no motion: the end is there at once', async () => {
    const page = await open('#/lab', { reducedMotion: 'reduce' });
    await ended(page);
    await expect.poll(() => answerOf(page)).toContain('attempts');
  });

  it('has room on a phone, and the policy is folded away again on the next page', async () => {
    const page = await open('#/lab?v=1&scenario=recovery-with-budget', { width: 320, reducedMotion: 'reduce' });
    await ended(page);
    const isWide = await page.evaluate(
      () => document.documentElement.scrollWidth > document.documentElement.clientWidth,
    );
    expect(isWide).toBe(false);
    await page.locator('.folded summary').first().click();
    await page.locator('[name="base"]').waitFor();
    await page.getByRole('link', { name: 'Plan' }).click();
    await page.locator('[name="base"]').waitFor({ state: 'hidden' });
  });

  it('rests while another page is shown, and goes on when it is asked to', async () => {
    const page = await slowly(await open('#/lab?v=1&scenario=metastable'));
    await expect.poll(() => clockOf(page)).toMatch(/\d s/);
    await page.getByRole('link', { name: 'Plan' }).click();
    await page.getByRole('link', { name: 'Lab' }).click();
    await page.getByRole('button', { name: 'Continue' }).waitFor();
  });
});
