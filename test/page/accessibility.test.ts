// axe finds nothing on any page, in either scheme, in any state; and what must follow the reader's settings does.

import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Locator, Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { chromiumFile } from './chromium.js';
import { type PageOptions, settled, usePage } from './use-page.js';

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

interface Violation {
  readonly id: string;
  readonly nodes: readonly { readonly html: string; readonly failureSummary?: string }[];
}

/** The rules that look at colours: all that can turn out otherwise in another scheme, where the same elements are. */
const COLOUR_RULES = ['color-contrast', 'link-in-text-block'];

/** What axe complains of. It is put in by the debugger, since the page's policy lets no script of others in. */
async function violations(page: Page, rules?: readonly string[]): Promise<string[]> {
  if (await page.evaluate(() => !('axe' in globalThis))) await page.evaluate(axe);
  const found = await page.evaluate(async (runOnly) => {
    const { axe } = globalThis as unknown as { axe: { run(options: object): Promise<{ violations: Violation[] }> } };
    return (await axe.run({ resultTypes: ['violations'], ...(runOnly && { runOnly }) })).violations;
  }, rules);
  return found.flatMap(({ id, nodes }) => nodes.map(({ html, failureSummary }) => `${id}: ${html}\n${failureSummary}`));
}

/** Whether the document is wider than its window. Less than nothing where room is kept for a bar that is not shown. */
function isWide(page: Page): Promise<boolean> {
  return page.evaluate(() => document.documentElement.scrollWidth > document.documentElement.clientWidth);
}

const PLAN =
  '#/plan?v=1&success=37/50&latency=4s&in-flight=8&backlog=5000&arrivals=20/min&rpm=1000&tpm=200k&tokens=2000';

/** The ground of the page in the dark. */
const DARK = 'rgb(19, 22, 24)';

const PASTE = /^Have one already/;
const opens = async (button: Locator, opened: Locator): Promise<void> => {
  await button.click();
  await opened.waitFor();
};
const coloured = (page: Page): Promise<void> => page.locator('.code [class^="code-"]').first().waitFor();

const STATES: [name: string, hash: string, prepare?: (page: Page) => Promise<unknown>, options?: PageOptions][] = [
  ['schedule', ''],
  ['schedule with a second policy', '#example=incident'],
  ['schedule with bad input', '#/schedule?v=1&base=abc&cap=-3&colour=red&success=0.5&latency=4s'],
  [
    'schedule on a phone, its policy unfolded',
    '',
    (page) => page.locator('.folded summary').first().click(),
    { width: 360 },
  ],
  ['plan', PLAN],
  ['plan without limits', '#/plan'],
  [
    'plan with its derivation',
    PLAN,
    (page) => opens(page.locator('.derivation summary'), page.locator('.derivation ol')),
  ],
  ['headers, empty', '#/headers'],
  ['headers with a response', '#/headers', (page) => page.getByRole('button', { name: 'Anthropic 429' }).click()],
  [
    'headers with text that is none',
    '#/headers',
    (page) => page.getByLabel('The response', { exact: true }).fill('what is this'),
  ],
  ['code', '#/code?v=1&deadline=30s&target=javascript&format=envoy', coloured],
  ['code in another language', '#/code?v=1&target=rust&format=celery', coloured],
  [
    'code with bad input',
    '#/code?v=1&retry-after-max=soon&target=pyhton',
    (page) => page.getByLabel('address').fill('x'),
  ],
  ['code with a config that is wrong', '#/code?v=1&format=curl', (page) => page.getByLabel(PASTE).fill('wget x')],
  [
    'code with a config',
    '#/code?v=1&format=curl',
    (page) => page.getByLabel(PASTE).fill('curl --retry 3 https://x.example'),
  ],
  ['the lab at the end of a run', '#/lab', (page) => page.getByRole('button', { name: 'Run again' }).waitFor()],
  [
    'the lab, on a phone',
    '#/lab?v=1&scenario=recovery-with-budget',
    (page) => page.getByRole('button', { name: 'Run again' }).waitFor(),
    { width: 320 },
  ],
  [
    'the lab with a setting that is wrong',
    '#/lab?v=1&scenario=retry-storm&set=load%3Dmuch%3Bcolour%3Dred',
    (page) => page.locator('.lab-settings .issue').first().waitFor(),
  ],
  ['the export menu', '', (page) => opens(page.getByRole('button', { name: 'Export' }), page.locator('.menu'))],
  ['the link to share', '', (page) => opens(page.getByRole('button', { name: 'Share' }), page.locator('.share'))],
  ['the page within another', '?embed#example=ingestion'],
  ['the examples', '', (page) => opens(page.getByRole('button', { name: 'Examples' }), page.locator('.menu'))],
  ['the help', '', (page) => page.keyboard.press('?').then(() => page.getByRole('dialog').waitFor())],
  ['all settings', '', (page) => page.locator('.more > summary').first().click()],
];

describe.skipIf(chromiumFile === null)('accessibility', () => {
  const { open } = usePage();

  describe('axe finds nothing, light or dark', () => {
    it.each(STATES)('%s', async (_, hash, prepare, options) => {
      const page = await open(hash, { ...options, colorScheme: 'light', reducedMotion: 'reduce' });
      await prepare?.(page);
      await settled(page);
      const light = await violations(page);
      await page.emulateMedia({ colorScheme: 'dark' });
      await expect.poll(() => page.evaluate(() => getComputedStyle(document.body).backgroundColor)).toBe(DARK);
      expect({ light, dark: await violations(page, COLOUR_RULES) }).toEqual({ light: [], dark: [] });
    });
  });

  it('follows the scheme of the system, and the reader who chooses another, across a reload', async () => {
    const page = await open('', { colorScheme: 'dark' });
    const ground = () => page.evaluate(() => getComputedStyle(document.body).backgroundColor);
    await expect.poll(ground).toBe(DARK);
    await page.getByRole('button', { name: /^Theme/ }).click();
    await expect.poll(ground).toBe('rgb(253, 253, 252)');
    await page.reload();
    await expect.poll(ground).toBe('rgb(253, 253, 252)');
  });

  it('every picture has a name and says in words what it shows', async () => {
    const page = await open('');
    const pictures = page.locator('figure.chart svg');
    await pictures.first().waitFor();
    for (const picture of await pictures.all()) {
      expect(await picture.getAttribute('role')).toBe('img');
      expect(await picture.getAttribute('aria-label')).not.toBe('');
      expect(((await picture.locator('desc').textContent()) ?? '').length).toBeGreaterThan(20);
    }
  });

  it.each([320, 720, 3840])('nothing is wider than the screen at %d px', async (width) => {
    const page = await open('', { width });
    for (const hash of ['', PLAN, '#/headers', '#/code', '#example=incident']) {
      await page.evaluate((to) => location.assign(to), hash || '#/schedule');
      await page.waitForSelector('.answer .sentence');
      await settled(page);
      expect(await isWide(page), hash).toBe(false);
    }
  });

  it.each([
    '#/schedule?v=1&base=123456789012345&cap=none&attempts=1000&success=0.001&latency=123456789s&deadline=123456789012345',
    '#/schedule?v=1&a-very-long-key-that-is-not-known-here-and-goes-on-and-on-and-on=1&base=abcabcabcabcabcabcabcabcabcabc',
    '#/code?v=1&base=123456789012345&cap=none&attempts=1000&deadline=123456789012345&target=a-very-long-name-of-a-language-that-is-not-there',
    '#/plan?v=1&success=0.000001&latency=123456789s&backlog=123456789012345&arrivals=123456789/s&limit=averyveryverylongnameofalimitthatgoeson=10/123456789012s@3&attempts=1000',
  ])('nor are long values at 320 px: %s', async (hash) => {
    const page = await open(hash, { width: 320 });
    await settled(page);
    const cut = await page.evaluate(() =>
      [...document.querySelectorAll<HTMLElement>('.answer, .tiles dd, .notices li, .sentences li')]
        .filter((element) => element.scrollWidth > element.clientWidth + 1)
        .map((element) => element.textContent),
    );
    expect({ isWide: await isWide(page), cut }).toEqual({ isWide: false, cut: [] });
  });

  it('tells the answer to a screen reader when it has settled', async () => {
    const page = await open('#/schedule');
    await page.locator('[name="attempts"]').fill('3');
    await expect.poll(() => page.locator('.answer [role="status"]').textContent()).toContain('Three attempts');
  });
});
