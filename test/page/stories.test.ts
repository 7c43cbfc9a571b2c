// The five worked examples, each as its story goes: in the page from its deep link, and by the command.

import { describe, expect, it } from 'vitest';
import { holdoff } from '../../src/cli/fixtures/fake-io.js';
import { formatWait } from '../../src/core/text/format-time.js';
import { chromiumFile } from './chromium.js';
import { codeOf, withoutVersion } from './code-of.js';
import { answerOf, resultsOf, textOf, tileOf, usePage } from './use-page.js';

async function json(line: string): Promise<ReturnType<typeof JSON.parse>> {
  return JSON.parse((await holdoff(`${line} --json`)).out);
}

describe('the stories, by the command', () => {
  it('payments: five retries must fit 30 s; the largest cap that does is 15 s', async () => {
    const { total, largestCapThatFitsMs } = await json('schedule --retries 5 --deadline 30s');
    expect({ worst: total.maxMs, largestCapThatFitsMs }).toEqual({ worst: 31_000, largestCapThatFitsMs: 15_000 });
    expect((await holdoff('schedule --retries 5 --deadline 30s --check')).code).toBe(3);
    expect((await holdoff('schedule --retries 5 --deadline 30s --cap 15s --check')).code).toBe(0);
    expect((await holdoff('generate java --retries 5 --cap 15s')).out).toMatch(/cap 15s\. Jitter full/);
  });

  it('incident review: none warns of a fleet in step, full halves the mean and leaves the worst', async () => {
    const none = await json('schedule --base 500ms --jitter none');
    const full = await json('schedule --base 500ms --jitter full');
    expect(none.sentences.map(({ text }: { text: string }) => text).join(' ')).toContain('dangerous for a fleet');
    expect(full.total.meanMs).toBe(none.total.meanMs / 2);
    expect(full.total.maxMs).toBe(none.total.maxMs);
    expect((await holdoff('generate go --base 500ms --jitter none')).out).toMatch(/dangerous for a\s+(\/\/\s+)?fleet/);
  });

  it('Python ingestion: the code obeys Retry-After beside a 429, unless it is told not to', async () => {
    const { code, notes } = await json('generate python --preset openai-python');
    expect(code).toContain('headers.get("Retry-After"');
    expect(notes).toEqual([]);
    const { out } = await holdoff('generate python --preset openai-python --no-retry-after');
    expect(out).not.toContain('"Retry-After"');
  });

  it('a platform team: full waits least on average, equal never less than half, decorrelated longest at worst', async () => {
    const [full, equal, decorrelated] = await Promise.all(
      ['full', 'equal', 'decorrelated'].map((jitter) => json(`schedule --base 100ms --cap 10s --jitter ${jitter}`)),
    );
    expect(full.total.meanMs).toBeLessThan(equal.total.meanMs);
    expect(equal.total.minMs).toBe(equal.total.maxMs / 2);
    expect(full.total.maxMs).toBe(equal.total.maxMs);
    expect(decorrelated.total.maxMs).toBeGreaterThan(equal.total.maxMs);
  });

  it('a nightly check: curl --retry 1 survives one 503 after a second, and bash does the same', async () => {
    const { out: policy } = await holdoff('import curl -', {
      files: { '-': 'curl --fail --retry 1 https://status.example.com/' },
    });
    const schedule = JSON.parse((await holdoff('schedule --policy - --json', { files: { '-': policy } })).out);
    expect(schedule.retries.map(({ minMs, maxMs }: Record<string, number>) => [minMs, maxMs])).toEqual([[1000, 1000]]);
    const { out } = await holdoff('generate bash --retries 1 --jitter none --url https://status.example.com/');
    expect(out).toContain('max_retries=1');
    expect(out).toContain('https://status.example.com/');
    expect((await holdoff('export curl --retries 1 --jitter none --cap 10m')).out).toMatch(/^curl --retry 1 /);
  });
});

describe.skipIf(chromiumFile === null)('the stories, in the page', () => {
  const { open } = usePage();

  it('payments: the cap that it offers goes into the code', async () => {
    const page = await open('#example=payments');
    await expect.poll(() => answerOf(page)).toContain('31.0 s at worst');
    await page.getByRole('button', { name: 'Set the cap to 15.0 s' }).click();
    await expect.poll(() => answerOf(page)).toContain('30.0 s at worst');
    await page.getByRole('link', { name: 'Code' }).click();
    await expect.poll(() => codeOf(page)).toContain('CAP_MS = 15_000;');
    await expect.poll(() => answerOf(page)).toContain('each after 15.0 s at most');
  });

  it('incident review: full beside none, and back in the code', async () => {
    const page = await open('#example=incident');
    await page.locator('.tiles .other').first().waitFor();
    await expect.poll(() => page.locator('[name="jitter"]').inputValue()).toBe('full');
    await page.locator('[name="jitter"]').selectOption('none');
    await expect.poll(() => resultsOf(page)).toContain('dangerous for a fleet');
    await page.getByRole('link', { name: 'Code' }).click();
    await expect.poll(() => codeOf(page)).toContain('Jitter none');
    await page.locator('[name="jitter"]').selectOption('full');
    await expect.poll(() => codeOf(page)).toContain('Jitter full');
  });

  it('Python ingestion: the code is in Python and obeys Retry-After, as the command has it', async () => {
    const page = await open('#example=ingestion');
    await expect.poll(() => answerOf(page)).toContain('tokens limit binds');
    await page.getByRole('link', { name: 'Code' }).click();
    const { out } = await holdoff('generate python --preset openai-python');
    await expect.poll(() => codeOf(page)).toBe(withoutVersion(out).trimEnd());
    await expect
      .poll(() => resultsOf(page))
      .toContain('Where a response names a wait by Retry-After it waits that instead');
  });

  it('a platform team: equal, decorrelated and full are one choice away from each other', async () => {
    const page = await open('#example=jitters');
    await page.locator('.tiles .other').first().waitFor();
    const shown = async (jitter: string): Promise<string> => {
      const { total } = await json(`schedule --base 100ms --cap 10s --jitter ${jitter}`);
      return formatWait(total.meanMs);
    };
    await expect.poll(() => tileOf(page, 'expected total')).toBe(await shown('equal'));
    const tile = page.locator('.tiles > div', { has: page.getByText('expected total', { exact: true }) });
    await expect.poll(() => textOf(tile.locator('.other'))).toContain(await shown('decorrelated'));
    await page.locator('[name="jitter"]').selectOption('full');
    const full = await shown('full');
    await expect.poll(() => tileOf(page, 'expected total')).toBe(full);
  });

  it('nightly: two attempts, in bash and as flags of curl, and what curl says otherwise', async () => {
    const page = await open('#example=nightly');
    await expect.poll(() => answerOf(page)).toContain('Two attempts wait 1.00 s');
    await page.getByRole('link', { name: 'Code' }).click();
    await expect.poll(() => codeOf(page)).toContain('max_retries=1');
    await expect.poll(() => textOf(page.locator('.config .code'))).toMatch(/^curl --retry 1 /);
    await page.getByLabel('address').fill('https://status.example.com/');
    await expect.poll(() => codeOf(page)).toContain('https://status.example.com/');
    await expect.poll(() => page.locator('.config .losses p').textContent()).toBe('Every mean wait stays what it is.');
  });
});
