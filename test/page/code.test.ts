// The page of code and configs in a browser: the same texts as the command's, in tabs, and nothing typed breaks out.

import { readFileSync } from 'node:fs';
import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { holdoff } from '../../src/cli/fixtures/fake-io.js';
import { FORMATS } from '../../src/codegen/formats/index.js';
import { TARGETS } from '../../src/codegen/targets/index.js';
import { chromiumFile } from './chromium.js';
import { codeOf, withoutVersion } from './code-of.js';
import { answerOf, resultsOf, textOf, textsOf, type, usePage } from './use-page.js';

const POLICY = '#/code?v=1&base=500ms&cap=9s&attempts=5&jitter=equal';
const FLAGS = '--base 500ms --cap 9s --attempts 5 --jitter equal';

const SERVICE_CONFIG = readFileSync(
  new URL('../../src/codegen/formats/grpc/fixtures/example.txt', import.meta.url),
  'utf8',
);

const configOf = (page: Page): Promise<string> => textOf(page.locator('.config .code'));
const pasteBox = (page: Page) => page.getByLabel(/^Have one already/);
const tab = (page: Page, name: string) => page.getByRole('tab', { name, exact: true });

describe.skipIf(chromiumFile === null)('the code', () => {
  const { open, origin } = usePage();

  it('is that of the command, in every language, in colours, under its own file name', async () => {
    const page = await open(POLICY, { clipboard: true });
    for (const { id, title } of TARGETS) {
      await tab(page, title).click();
      const { out } = await holdoff(`generate ${id} ${FLAGS} --json`);
      const { code, fileName } = JSON.parse(out);
      await expect.poll(() => codeOf(page)).toBe(withoutVersion(code).trimEnd());
      await page.locator('.code [class^="code-"]').first().waitFor();
      const [file] = await Promise.all([
        page.waitForEvent('download'),
        page.getByRole('button', { name: 'Download' }).first().click(),
      ]);
      expect(file.suggestedFilename()).toBe(fileName);
      expect(withoutVersion(readFileSync(await file.path(), 'utf8'))).toBe(withoutVersion(code));
      await page.getByRole('button', { name: `Copy code for ${title}` }).click();
      await page.getByText(`code for ${title} copied`).waitFor({ state: 'attached' });
      expect(withoutVersion(await page.evaluate(() => navigator.clipboard.readText()))).toBe(withoutVersion(code));
    }
  });

  it('is in colours for the languages that targets and formats have', async () => {
    const page = await open('#/code?v=1&target=bash&format=envoy');
    await page.locator('.code .code-comment').first().waitFor();
    await page.locator('.config .code-attr').first().waitFor();
  });

  it('is that of the link, whatever was chosen the last time, and without one it is remembered', async () => {
    const page = await open('#/code');
    await tab(page, 'Go (net/http)').click();
    await tab(page, 'Polly').click();
    await expect.poll(() => page.url()).toBe(`${origin()}#/code?v=1&target=go&format=polly`);
    await page.goto(`${origin()}#/code?v=1&target=java`);
    await page.reload();
    await expect.poll(() => answerOf(page)).toContain('for Java');
    await page.goto(`${origin()}#/schedule`);
    await page.reload();
    await page.getByRole('link', { name: 'Code' }).click();
    await expect.poll(() => answerOf(page)).toContain('for Go');
    await expect.poll(() => page.url()).toContain('target=go&format=polly');
  });

  it('tells of a language that there is not, and shows the usual one', async () => {
    const page = await open('#/code?v=1&target=pyhton');
    await expect.poll(() => textOf(page.locator('.notices'))).toContain('Did you mean python?');
    await expect.poll(() => answerOf(page)).toContain('for JavaScript');
    await expect.poll(() => page.url()).toContain('target=javascript');
  });

  it('obeys Retry-After or not, up to a maximum, as the policy beside it says', async () => {
    const page = await open('#/code?v=1&target=python');
    await expect.poll(() => codeOf(page)).toContain('RETRY_AFTER_MAX_SECONDS = 600.0');
    await page.getByLabel('longest obeyed').fill('30s');
    await expect.poll(() => codeOf(page)).toContain('RETRY_AFTER_MAX_SECONDS = 30.0');
    await page.getByLabel('longest obeyed').fill('soon');
    await page.locator('.code-settings [aria-invalid="true"]').waitFor();
    await expect.poll(() => codeOf(page)).toContain('RETRY_AFTER_MAX_SECONDS = 30.0');
    await page.getByLabel('longest obeyed').fill('30s');
    await page.getByLabel('obey Retry-After').uncheck();
    await expect.poll(() => codeOf(page)).not.toContain('RETRY_AFTER');
    await expect.poll(() => resultsOf(page)).toContain('It does not look at Retry-After.');
    await expect.poll(() => page.url()).toContain('retryAfter.honor=false');
    await page.getByLabel('obey Retry-After').check();
    await expect.poll(() => codeOf(page)).toContain('RETRY_AFTER_MAX_SECONDS = 30.0');
  });

  it('says what of the policy is not in it', async () => {
    const page = await open('#/code?v=1&deadline=30s&target=go');
    await expect.poll(() => resultsOf(page)).toContain('1 part of your policy is not in it.');
    await expect
      .poll(() => textOf(page.locator('.losses').first()))
      .toContain('deadline 30s: stop the call from outside.');
  });

  it('follows what is typed into the policy, and stays while a field is wrong', async () => {
    const page = await open('#/code?v=1&target=javascript');
    await type(page, 'attempts', '4');
    await expect.poll(() => answerOf(page)).toContain('up to 3 retries, each after 4.00 s at most');
    await expect.poll(() => codeOf(page)).toContain('MAX_RETRIES = 3;');
    await type(page, 'attempts', 'four');
    await page.locator('[name="attempts"][aria-invalid="true"]').waitFor();
    await expect.poll(() => codeOf(page)).toContain('MAX_RETRIES = 3;');
  });

  it('nothing typed breaks out of any language, and it is in no link', async () => {
    const page = await open('#/code?v=1&attempts=4');
    const nasty = `https://a.example/</code></pre><script>alert(1)</script><img/src=x/onerror=alert(1)>"';\${x}#`;
    await page.getByLabel('address').fill(nasty);
    await page.getByLabel('name', { exact: true }).fill('x(){}</code><img src=x>');
    await page.getByText(/is not allowed; give letters, digits and _/).waitFor();
    for (const { id, title } of TARGETS) {
      await tab(page, title).click();
      await expect
        .poll(() => textOf(page.locator('.code').nth(1)), { message: id })
        .toContain('<script>alert(1)</script><img/src=x');
      await expect.poll(() => answerOf(page), { message: id }).toContain(`for ${title.replace(/ \(.*/, '')}`);
      expect(await page.locator('main :is(script, img, iframe)').count(), id).toBe(0);
      expect(await codeOf(page), id).not.toContain('x(){}');
    }
    // What may stand in the link is written there after what may not would have been.
    await type(page, 'attempts', '5');
    await expect.poll(() => page.url()).toContain('attempts=5');
    expect(page.url()).toBe(`${origin()}#/code?v=1&attempts=5&target=${TARGETS.at(-1)?.id}&format=grpc`);
  });

  it('offers the commands that give the same', async () => {
    const page = await open(`${POLICY}&refusals.max=7&target=go&format=celery`, { clipboard: true });
    await page.getByLabel('name', { exact: true }).fill('Patiently');
    const run = async (button: string): Promise<string> => {
      await page.getByRole('button', { name: 'Export' }).click();
      await page.getByRole('button', { name: button }).click();
      await page.getByText('Copied', { exact: true }).waitFor();
      await page.keyboard.press('Escape');
      await page.locator('.menu').waitFor({ state: 'detached' });
      const [first = '', ...rest] = (await page.evaluate(() => navigator.clipboard.readText())).split('\n');
      const line = first.replace(/^holdoff /, '').replace(/ <<'END'$/, '');
      const { code, out } = await holdoff(line, { files: { '-': rest.slice(0, -1).join('\n') } });
      expect(code).toBe(0);
      return withoutVersion(out).trimEnd();
    };
    const [code, config] = [
      await run('Copy the command line, Go (net/http)'),
      await run('Copy the command line, Celery task'),
    ];
    await expect.poll(() => codeOf(page)).toBe(code);
    await expect.poll(() => configOf(page)).toBe(config);
  });
});

describe.skipIf(chromiumFile === null)('the config', () => {
  const { open } = usePage();

  it('is that of the command, for every system, with every loss as a sentence', async () => {
    const page = await open(POLICY);
    for (const [at, { id }] of FORMATS.entries()) {
      await page.getByRole('tablist', { name: 'System' }).getByRole('tab').nth(at).click();
      const { text, losses, largestMeanChange } = JSON.parse((await holdoff(`export ${id} ${FLAGS} --json`)).out);
      await expect.poll(() => configOf(page)).toBe(text.trimEnd());
      const said = losses.map(({ sentence }: { sentence: string }) => sentence);
      await expect.poll(() => textsOf(page.locator('.config .losses li'))).toEqual(said);
      await expect
        .poll(() => textOf(page.locator('.config .losses p')))
        .toBe(largestMeanChange?.sentence ?? 'Every mean wait stays what it is.');
    }
  });

  it('of decorrelated jitter is computed aside, and comes', async () => {
    const page = await open('#/code?v=1&jitter=decorrelated&format=temporal');
    await expect.poll(() => configOf(page)).toContain('initialInterval');
    await tab(page, 'BullMQ').click();
    await expect.poll(() => configOf(page)).toContain('backoff');
  });

  it('that is pasted shows what it really does, and becomes the policy, which Back undoes', async () => {
    const page = await open('#/code?v=1&format=grpc&cap=2s&success=0.5');
    await pasteBox(page).fill(SERVICE_CONFIG);
    await page.getByText(/Missing; give one of payments\.Payments\/Charge, search\.Search/).waitFor();
    await page.getByLabel('which one').fill('payments.Payments/Charge');
    const imported = page.locator('.imported');
    await expect.poll(() => textOf(imported)).toContain('4 attempts · base 100ms × 2');
    await expect.poll(() => textOf(imported)).toContain('That is 1 call + 3 retries.');
    await expect
      .poll(() => textOf(imported))
      .toContain('the policy obeys Retry-After; gRPC obeys grpc-retry-pushback-ms');
    await page.getByRole('button', { name: 'Take it as the policy' }).click();
    await expect.poll(() => page.locator('[name="attempts"]').inputValue()).toBe('4');
    await expect.poll(() => page.locator('[name="cap"]').inputValue()).toBe('1200ms');
    await expect.poll(() => page.locator('[name="success"]').inputValue()).toBe('0.5');
    await page.getByRole('button', { name: 'Show its schedule' }).click();
    await expect.poll(() => answerOf(page)).toContain('Four attempts wait 700 ms on average, 840 ms at worst');
    await page.goBack();
    await page.goBack();
    await expect.poll(() => page.locator('[name="cap"]').inputValue()).toBe('2s');
  });

  it('that is pasted is read as YAML, too, and as text where that is its language', async () => {
    const page = await open('#/code?v=1&format=istio');
    await pasteBox(page).fill('retries:\n  attempts: 3\n  retryOn: 5xx\n  backoff: 50ms');
    await expect.poll(() => textOf(page.locator('.imported'))).toContain('4 attempts');
    await tab(page, 'curl').click();
    await pasteBox(page).fill('curl --retry 1 https://status.example.com/');
    await expect.poll(() => textOf(page.locator('.imported'))).toContain('2 attempts · base 1s × 2');
  });

  it.each([
    ['envoy', 'a: [1', /neither JSON nor YAML/],
    ['grpc', '{"methodConfig": []}', /methodConfig: a list is not allowed; give/],
    ['envoy', 'retry_policy: { num_retries: <img src=x onerror=alert(1)> }', /"<img src=x onerror=alert\(1\)>"/],
    ['curl', 'x'.repeat(200_001), /200,001 characters; give at most 200,000/],
  ])('that is wrong is told in a sentence, as text: %s', async (format, text, said) => {
    const page = await open(`#/code?v=1&format=${format}`);
    await pasteBox(page).fill(text);
    await page.getByText(said).first().waitFor();
    expect(await page.locator('main :is(script, img, iframe)').count()).toBe(0);
    expect(await page.locator('.imported').count()).toBe(0);
    expect(page.url()).not.toContain('img');
  });
});
