// Opens the built page as a reader has it: from the command's own server, in a browser, with everything watched that
// must not happen.

import { setTimeout as sleep } from 'node:timers/promises';
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
  /** In a browser that was never here: without a history, and the page may have itself kept for later. */
  readonly firstVisit?: boolean;
}

export interface UsedPage {
  /** Opens the page at a hash, when its results are there. Each of a test is a reader of its own. */
  open(hash?: string, options?: PageOptions): Promise<Page>;
  /** Where it is served. */
  origin(): string;
  /** What was asked for over the network since the test began. */
  requests(): readonly string[];
  /** From now on the server is gone. */
  unplug(): Promise<void>;
}

const built = fileURLToPath(new URL('../../dist/web/', import.meta.url));
/** `SLOW_CHUNKS_MS=2000 npx vitest run test/page` shows which test reads before a part of the page has come. */
const SLOW_CHUNKS_MS = Number(process.env.SLOW_CHUNKS_MS ?? 0);

/** Browsers of a machine that is busy with other tests may take this long for a step. */
const LONG_MS = 60_000;

/** For one file of tests. After each of them nothing may have been complained about, and nothing foreign asked for. */
export function usePage(): UsedPage {
  let browser: Browser;
  let server: PageServer;
  /** Pages that serve test after test, emptied between them: to open others takes three times as long. */
  const kept: Page[] = [];
  let inUse = 0;
  let contexts: BrowserContext[] = [];
  let problems: string[] = [];
  let requests: string[] = [];

  beforeAll(async () => {
    if (chromiumFile === null) return;
    server = await servePage(readPageFiles(built), 0);
    browser = await chromium.launch({
      executablePath: chromiumFile,
      args: [...CHROMIUM_FLAGS],
      timeout: LONG_MS,
    });
  });

  afterEach(async () => {
    await Promise.all(contexts.map((context) => context.close()));
    for (const page of kept.splice(0, inUse)) {
      if (await isEmptied(page)) kept.push(page);
      else await page.context().close();
    }
    inUse = 0;
    const foreign = requests.filter(
      (url) => !url.startsWith(server?.address ?? '') && !/^(blob|data|about|file):/.test(url),
    );
    const found = { problems, foreign };
    [contexts, problems, requests] = [[], [], []];
    expect(found).toEqual({ problems: [], foreign: [] });
  });

  afterAll(async () => {
    await browser?.close();
    await server?.close();
  });

  async function watchedPage(firstVisit: boolean): Promise<Page> {
    const context = await browser.newContext({ serviceWorkers: firstVisit ? 'allow' : 'block' });
    context.setDefaultTimeout(LONG_MS);
    if (SLOW_CHUNKS_MS > 0) {
      await context.route(/\/assets\/.*\.js$/, async (route) => {
        await sleep(SLOW_CHUNKS_MS);
        // The page may be gone by then.
        await route.continue().catch(() => undefined);
      });
    }
    const page = await context.newPage();
    page.on('console', (message) => {
      const isBlocking = message.text().startsWith('Service Worker registration blocked by Playwright');
      if (['error', 'warning'].includes(message.type()) && !isBlocking) {
        problems.push(`${message.type()}: ${message.text()}`);
      }
    });
    page.on('pageerror', (error) => problems.push(error.message));
    page.on('request', (request) => requests.push(request.url()));
    countRequests(page);
    return page;
  }

  async function pageFor(firstVisit: boolean): Promise<Page> {
    if (firstVisit) {
      const page = await watchedPage(true);
      contexts.push(page.context());
      return page;
    }
    const page = kept[inUse] ?? (await watchedPage(false));
    kept[inUse++] = page;
    return page;
  }

  return {
    async open(
      hash = '',
      {
        width = 1440,
        colorScheme = 'light',
        reducedMotion = 'no-preference',
        clipboard = false,
        firstVisit = false,
      } = {},
    ) {
      const page = await pageFor(firstVisit);
      await page.setViewportSize({ width, height: 900 });
      await page.emulateMedia({ colorScheme, reducedMotion });
      await page.context().clearPermissions();
      if (clipboard) await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
      // Of the visit before nothing is under way.
      underWay.set(page, 0);
      await page.goto(server.address + hash);
      await page.waitForSelector('.answer .sentence');
      return page;
    },
    origin: () => server.address,
    requests: () => requests,
    unplug: () => server.close(),
  };
}

/** Leaves the page with nothing of it kept. False where that cannot be done. */
async function isEmptied(page: Page): Promise<boolean> {
  try {
    await page.evaluate(() => {
      localStorage.clear();
      sessionStorage.clear();
    });
    await page.goto('about:blank');
    return true;
  } catch {
    return false;
  }
}

const underWay = new WeakMap<Page, number>();

function countRequests(page: Page): void {
  const count = (change: number) => () => underWay.set(page, Math.max(0, (underWay.get(page) ?? 0) + change));
  page.on('request', count(1)).on('requestfinished', count(-1)).on('requestfailed', count(-1));
}

/**
 * Waits until nothing is being loaded and nothing has changed in the document for a tenth of a second: five looks, since a
 * browser that stood still has looked once.
 */
export async function settled(page: Page): Promise<void> {
  do {
    await page.evaluate(async () => {
      let looks = 0;
      const observer = new MutationObserver(() => {
        looks = 0;
      });
      observer.observe(document, { subtree: true, childList: true, attributes: true, characterData: true });
      while (looks++ < 5) await new Promise((resolve) => setTimeout(resolve, 20));
      observer.disconnect();
    });
  } while ((underWay.get(page) ?? 0) > 0);
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
  return asRead((await locator.textContent()) ?? '');
}

export async function textsOf(locator: Locator): Promise<string[]> {
  return (await locator.allTextContents()).map(asRead);
}

/** Where a line may not end, there is a space all the same. */
function asRead(text: string): string {
  return text.replaceAll('\u00a0', ' ');
}

/** Types into a field of the form in place of what it holds. */
export async function type(page: Page, name: string, text: string): Promise<void> {
  await page.locator(`[name="${name}"]`).fill(text);
}
