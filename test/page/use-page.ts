// Opens the built page as a reader has it: from the command's own server, in a browser, with everything watched that
// must not happen.

import { fileURLToPath } from 'node:url';
import { type Browser, type BrowserContext, chromium, type Locator, type Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, expect } from 'vitest';
import { readPageFiles } from '../../src/cli/page/page-files.js';
import { type PageServer, servePage } from '../../src/cli/page/server.js';
import { CHROMIUM_FLAGS, chromiumFile } from './chromium.js';

export interface PageOptions {
  readonly width?: number;
  readonly colorScheme?: 'light' | 'dark';
  readonly reducedMotion?: 'reduce' | 'no-preference';
  /** Whether the page may put something on the clipboard, and the test read it. */
  readonly clipboard?: boolean;
}

export interface UsedPage {
  /** Opens the page at a hash, when its results are there. Each is a reader of its own. */
  open(hash?: string, options?: PageOptions): Promise<Page>;
  /** Where it is served. */
  origin(): string;
  /** What was asked for over the network since the test began. */
  requests(): readonly string[];
  /** From now on the server is gone. */
  unplug(): Promise<void>;
}

const built = fileURLToPath(new URL('../../dist/web/', import.meta.url));

/** For one file of tests. After each of them nothing may have been complained about, and nothing foreign asked for. */
export function usePage(): UsedPage {
  let browser: Browser;
  let server: PageServer;
  let contexts: BrowserContext[] = [];
  let problems: string[] = [];
  let requests: string[] = [];

  beforeAll(async () => {
    if (chromiumFile === null) return;
    server = await servePage(readPageFiles(built), 0);
    browser = await chromium.launch({ executablePath: chromiumFile, args: [...CHROMIUM_FLAGS] });
  }, 60_000);

  afterEach(async () => {
    await Promise.all(contexts.map((context) => context.close()));
    const foreign = requests.filter((url) => !url.startsWith(server?.address ?? '') && !/^(blob|data):/.test(url));
    const found = { problems, foreign };
    [contexts, problems, requests] = [[], [], []];
    expect(found).toEqual({ problems: [], foreign: [] });
  });

  afterAll(async () => {
    await browser?.close();
    await server?.close();
  });

  return {
    async open(hash = '', { width = 1440, colorScheme = 'light', reducedMotion, clipboard = false } = {}) {
      const context = await browser.newContext({
        viewport: { width, height: 900 },
        colorScheme,
        ...(reducedMotion === undefined ? {} : { reducedMotion }),
      });
      contexts.push(context);
      if (clipboard) await context.grantPermissions(['clipboard-read', 'clipboard-write']);
      const page = await context.newPage();
      page.on('console', (message) => {
        if (['error', 'warning'].includes(message.type())) problems.push(`${message.type()}: ${message.text()}`);
      });
      page.on('pageerror', (error) => problems.push(error.message));
      page.on('request', (request) => requests.push(request.url()));
      await page.goto(server.address + hash);
      await page.waitForSelector('.answer .sentence');
      return page;
    },
    origin: () => server.address,
    requests: () => requests,
    unplug: () => server.close(),
  };
}

/** The answer, the sentence that stands at the top. */
export function answerOf(page: Page): Promise<string> {
  return textOf(page.locator('.answer .sentence'));
}

/** The value of a tile by its label. */
export function tileOf(page: Page, label: string): Promise<string> {
  return textOf(page.locator('.tiles > div', { has: page.getByText(label, { exact: true }) }).locator('.value'));
}

/** The text of the page's results. */
export function resultsOf(page: Page): Promise<string> {
  return textOf(page.locator('main'));
}

export async function textOf(locator: Locator): Promise<string> {
  return (await locator.textContent()) ?? '';
}

/** Types into a field of the form in place of what it holds. */
export async function type(page: Page, name: string, text: string): Promise<void> {
  await page.locator(`[name="${name}"]`).fill(text);
}
