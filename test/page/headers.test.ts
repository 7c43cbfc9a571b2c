// The decoder's page in a browser: anything pasted, one answer, and nothing of it anywhere else.

import type { Locator, Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { holdoff } from '../../src/cli/fixtures/fake-io.js';
import { chromiumFile } from './chromium.js';
import { answerOf, resultsOf, textOf, tileOf, type, usePage } from './use-page.js';

const REFUSED = `HTTP/2 429
authorization: Bearer sk-secret
retry-after: 20
x-ratelimit-limit-requests: 500
x-ratelimit-remaining-requests: 0
x-ratelimit-limit-tokens: 30000
x-ratelimit-remaining-tokens: 29996`;

function box(page: Page): Locator {
  return page.getByLabel('The response', { exact: true });
}

describe.skipIf(chromiumFile === null)('the headers', () => {
  const { open, requests } = usePage();

  it('answers what is pasted, counts down, and says which field won', async () => {
    const page = await open('#/headers');
    await expect.poll(() => answerOf(page)).toContain('Paste a response');
    await box(page).fill(REFUSED);
    await expect
      .poll(() => answerOf(page))
      .toMatch(/^Try again in 20\.0 s, at \d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ \(retry-after\)/);
    await expect.poll(() => tileOf(page, 'verdict')).toBe('retry');
    const left = async () => Number(/^(\d+) s$/.exec(await tileOf(page, 'time left'))?.[1]);
    const first = await left();
    expect(first).toBeGreaterThan(0);
    expect(first).toBeLessThanOrEqual(20);
    await expect.poll(left).toBeLessThan(first);
    await expect.poll(() => resultsOf(page)).toContain('The wait is that of retry-after');
  });

  it('says when the wait is over', async () => {
    const page = await open('#/headers');
    await box(page).fill('HTTP/2 429\nretry-after: 2');
    await expect.poll(() => answerOf(page)).toMatch(/^The wait of 2\.00 s is over since .*Z: try again/);
    await expect.poll(() => tileOf(page, 'time left')).toBe('now');
    await box(page).fill('HTTP/2 429\nretry-after: 30');
    await expect.poll(() => answerOf(page)).toContain('Try again in 30.0 s');
  });

  it('keeps of a long export the one response that counts, and says so', async () => {
    const page = await open('#/headers');
    const picture = { response: { status: 200, headers: [], content: { text: 'x'.repeat(1000) } } };
    const refused = { response: { status: 429, headers: [{ name: 'retry-after', value: '20' }] } };
    const entries = [...Array.from({ length: 1000 }, () => picture), refused, picture];
    await box(page).fill(JSON.stringify({ log: { entries } }));
    await expect.poll(() => answerOf(page)).toContain('Try again in 20.0 s');
    await expect.poll(() => box(page).inputValue()).toBe('HTTP/1.1 429\nretry-after: 20');
    await expect
      .poll(() => resultsOf(page))
      .toMatch(/Only the response that counts was kept of 1,\d{3},\d{3} characters/);
  });

  it('drops credentials on sight, and puts nothing of it into the link, storage or the network', async () => {
    const page = await open('#/headers');
    const before = requests().length;
    await box(page).fill(REFUSED);
    await expect.poll(() => resultsOf(page)).toContain('A line with credentials dropped');
    await expect.poll(() => box(page).inputValue()).not.toContain('secret');
    // Long enough for what is written a moment after a change.
    await page.waitForTimeout(600);
    expect(page.url()).not.toMatch(/429|retry|500|secret/);
    expect(await page.evaluate(() => JSON.stringify({ ...localStorage, ...sessionStorage }))).toBe('{}');
    expect(
      requests()
        .slice(before)
        .filter((url) => !/\/(assets\/|service-worker|theme|favicon|$)/.test(url)),
    ).toEqual([]);
  });

  it('hands the limits to the plan, and Back returns', async () => {
    const page = await open('#/headers?v=1&tokens=2000&success=0.5&latency=4s');
    await box(page).fill(REFUSED);
    await page.getByRole('button', { name: 'Plan with these limits' }).click();
    await page.getByRole('heading', { name: 'What each limit allows' }).waitFor();
    await expect.poll(() => answerOf(page)).toContain('The tokens limit binds at 15 attempts/min');
    expect(page.url()).toContain('rpm=500&tpm=30000');
    await page.goBack();
    await expect.poll(() => answerOf(page)).toContain('Try again in 20.0 s');
  });

  it('asks for what only the reader knows', async () => {
    const page = await open('#/headers');
    await box(page).fill(REFUSED);
    await page.getByRole('button', { name: 'Plan with these limits' }).click();
    await page.getByText('Say under “tokens, per attempt” what one attempt takes.').waitFor();
    await expect.poll(() => answerOf(page)).toBe('Nearly a plan: a field needs your attention.');
    await expect.poll(() => page.evaluate(() => (document.activeElement as HTMLInputElement).name)).toBe('tokens');
    await type(page, 'tokens', '2000');
    await expect.poll(() => answerOf(page)).toContain('The tokens limit binds at 15 attempts/min');
  });

  it('says the same as the command that it offers', async () => {
    const page = await open('#/headers', { clipboard: true });
    for (const name of ['Anthropic 429', 'Okta 429', 'OpenAI out of quota']) {
      await page.getByRole('button', { name, exact: true }).click();
      await page.getByRole('button', { name: 'Export' }).click();
      await page.getByRole('button', { name: 'Copy the command line' }).click();
      await page.getByText('Copied', { exact: true }).waitFor();
      await page.keyboard.press('Escape');
      await page.locator('.menu').waitFor({ state: 'detached' });
      const [first = '', ...rest] = (await page.evaluate(() => navigator.clipboard.readText())).split('\n');
      const line = first.replace(/^holdoff /, '').replace(/ <<'END'$/, '');
      const { out } = await holdoff(`${line} --quiet`, { files: { '-': rest.slice(0, -1).join('\n') } });
      await expect.poll(async () => `${await answerOf(page)}\n`).toBe(out);
    }
  });

  it('keeps the last answer beside a message when the text is no response', async () => {
    const page = await open('#/headers');
    await box(page).fill(REFUSED);
    await box(page).fill('what is this');
    await page.getByText(/There is no response in this/).waitFor();
    await expect.poll(() => answerOf(page)).toContain('Try again in 20.0 s');
    await page.getByRole('button', { name: 'Clear' }).click();
    await expect.poll(() => answerOf(page)).toContain('Paste a response');
  });

  it('shows every sample without a word that is no word', async () => {
    const page = await open('#/headers');
    const samples = page.locator('.samples button');
    await expect.poll(() => samples.count()).toBeGreaterThanOrEqual(12);
    for (const sample of await samples.all()) {
      await sample.click();
      await expect.poll(() => tileOf(page, 'verdict')).toMatch(/^(ok|retry|backoff|never|rejected)$/);
      expect(await resultsOf(page)).not.toMatch(/NaN|undefined|Infinity|\{(epoch|iso|http)/);
    }
  });

  it('reads one value of Retry-After to the letter and leniently', async () => {
    const page = await open('#/headers');
    await page.getByLabel('Retry-After', { exact: true }).fill('1.5');
    const rows = page.locator('table.readings tbody tr');
    await expect.poll(() => textOf(rows.nth(0))).toContain('your own backoff');
    await expect.poll(() => textOf(rows.nth(1))).toContain('1,500 ms (1.50 s)');
  });
});
