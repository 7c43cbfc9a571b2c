// The page of plans in a browser.

import { describe, expect, it } from 'vitest';
import { chromiumFile } from './chromium.js';
import { answerOf, resultsOf, tileOf, type, usePage } from './use-page.js';

const WORKED =
  '#/plan?v=1&cap=none&attempts=5&success=0.5&latency=4s&in-flight=8&backlog=5000&arrivals=20/min&rpm=1000&tpm=200k&tokens=2000';

describe.skipIf(chromiumFile === null)('the plan', () => {
  const { open } = usePage();

  it('gives the worked example, to the digit', async () => {
    const page = await open(WORKED);
    await expect
      .poll(() => answerOf(page))
      .toBe(
        'The tokens limit binds at 100 attempts/min, reached with 6.67 in flight (6 whole slots): 50 requests per minute resolve, and the backlog clears in 166.7 min.',
      );
    await expect.poll(() => tileOf(page, 'ceiling')).toBe('100/min');
    await expect.poll(() => tileOf(page, 'in flight')).toBe('6');
    await expect.poll(() => tileOf(page, 'planned')).toBe('120.0 %');
    const words = await resultsOf(page);
    for (const figure of ['6.67', '51.6', '48.4 %', '1.94']) expect(words).toContain(figure);
  });

  it('says what to do where there is no limit, and goes on when there is one', async () => {
    const page = await open('#/plan?v=1&attempts=5');
    await expect.poll(() => answerOf(page)).toContain('Give at least one limit');
    await page.getByRole('button', { name: /^Try 1,000 requests/ }).click();
    await expect.poll(() => answerOf(page)).toContain('The tokens limit binds at 100 attempts/min');
  });

  it('says by how much a backlog grows', async () => {
    const page = await open(WORKED);
    await type(page, 'arrivals', '80/min');
    await expect.poll(() => answerOf(page)).toContain('grows');
  });

  it('gives intervals where success was measured', async () => {
    const page = await open('#example=ingestion');
    await page.getByRole('columnheader', { name: '95 % interval' }).waitFor();
    await expect.poll(() => answerOf(page)).toContain('tokens limit binds');
  });
});
