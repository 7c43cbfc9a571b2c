// The page and the command give the same numbers. A hundred random forms are opened in the page; the command line that it
// offers for each is run, and both tables and both answers are compared, cell by cell.
//
// Numbers may differ in their last digits: how exactly Math.log and Math.pow round is left to the engine, and the browser's
// is another version than Node's.

import fc from 'fast-check';
import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { holdoff } from '../../src/cli/fixtures/fake-io.js';
import { PRESETS } from '../../src/core/presets/index.js';
import { chromiumFile } from './chromium.js';
import { usePage } from './use-page.js';

interface Shown {
  readonly answer: string;
  readonly csv: string;
  readonly command: string;
}

const forms = fc.record(
  {
    preset: fc.constantFrom(...PRESETS.map(({ id }) => id)),
    base: fc.constantFrom('500ms', '1s', '1.7s', '20ms'),
    cap: fc.constantFrom('none', '20s', '5s'),
    attempts: fc.constantFrom('1', '2', '3', '6', '9', '40'),
    jitter: fc.constantFrom('none', 'full', 'equal', '0.8..1.2', 'decorrelated'),
    'refusals.max': fc.constantFrom('5', '7'),
    success: fc.constantFrom('0.5', '37/50', '0.999', '1'),
    latency: fc.constantFrom('4s', '0', '300ms'),
    deadline: fc.constantFrom('30s', '2m'),
    rpm: fc.constantFrom('1000', '60', '0.5'),
    tpm: fc.constantFrom('200k', '90'),
    tokens: fc.constantFrom('2000', '1'),
    backlog: fc.constantFrom('0', '5000'),
    arrivals: fc.constantFrom('20/min', '80/min'),
    'in-flight': fc.constantFrom('8', '1'),
    seed: fc.constantFrom('1', '9', '4294967295'),
    limit: fc.constantFrom('a=10/s', 'b=2/s+9', 'c=100/5m@3'),
  },
  { requiredKeys: [] },
);

/** As links, in which tokens a minute have their cost, a client of listed delays no other waits, a plan has a
 * limit, and a schedule has retries, without which there is no table. */
function links(count: number): string[] {
  return fc.sample(forms, { numRuns: count, seed: 429 }).map((form, index) => {
    const page = index % 2 === 0 ? 'schedule' : 'plan';
    const values: Record<string, string> = { ...form };
    if (values.tpm !== undefined) values.tokens ??= '2000';
    if (page === 'plan') values.rpm ??= '1000';
    else if (values.attempts === '1') values.attempts = '2';
    const isListed = PRESETS.some(({ id, policy }) => id === values.preset && 'delaysMs' in (policy.backoff ?? {}));
    if (isListed) for (const key of ['base', 'cap', 'jitter']) delete values[key];
    return `#/${page}?${new URLSearchParams({ v: '1', ...values })}`;
  });
}

/** Opens a link in the page that is there, and takes down what it shows and copies. */
async function show(page: Page, link: string): Promise<Shown> {
  return page.evaluate(async (hash) => {
    const wait = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));
    const drawn = () => new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)));
    const until = async (holds: () => boolean, what: string) => {
      for (let tries = 0; !holds(); tries++) {
        if (tries > 1000) throw new Error(`${what}: ${hash}`);
        await wait(20);
      }
    };
    const find = (selector: string, text: string) =>
      [...document.querySelectorAll<HTMLElement>(selector)].find((element) => element.textContent?.includes(text));
    const copied: string[] = [];
    navigator.clipboard.writeText = async (text) => {
      copied.push(text);
    };
    const press = async (selector: string, text: string) => {
      const before = copied.length;
      await until(() => find(selector, text) !== undefined, `no ${text}`);
      find(selector, text)?.click();
      await until(() => copied.length > before, `${text} copied nothing`);
      return copied.at(-1) ?? '';
    };
    location.hash = hash;
    await wait(0);
    await drawn();
    await until(() => document.title.startsWith(hash.startsWith('#/plan') ? 'Plan' : 'Schedule'), 'no page');
    await until(() => document.querySelector('.results.pending') === null, 'never done');
    await drawn();
    const csv = await press('main button', 'Copy CSV');
    await until(() => find('.tool', 'Export') !== undefined, 'no export');
    find('.tool', 'Export')?.click();
    const command = await press('.menu button', 'Copy the command line');
    find('.tool', 'Export')?.click();
    const answer = document.querySelector('.answer .sentence')?.textContent ?? '';
    return { answer, csv, command };
  }, link);
}

const CLOSE = 1e-12;

function expectSameTable(shown: string, printed: string, message: string): void {
  const cells = (csv: string) => csv.split('\n').map((line) => line.split(','));
  const [ours, theirs] = [cells(shown), cells(printed)];
  expect(
    ours.map((row) => row.length),
    message,
  ).toEqual(theirs.map((row) => row.length));
  for (const [at, row] of ours.entries()) {
    for (const [column, cell] of row.entries()) {
      const other = theirs[at]?.[column] ?? '';
      const isNumber = /^-?\d/.test(cell) && /^-?\d/.test(other);
      const isSame = isNumber
        ? Math.abs(Number(cell) - Number(other)) <= CLOSE * Math.abs(Number(other))
        : cell === other;
      expect(isSame, `${message}\nrow ${at}: ${cell} is not ${other}`).toBe(true);
    }
  }
}

/** Runs a command line as a shell would, with what it hands over on standard input. */
async function run(command: string, flag: string): Promise<string> {
  const [first = '', ...rest] = command.split('\n');
  const line = first
    .replace(/^holdoff /, '')
    .replace(/ <<'END'$/, '')
    .replaceAll("'", '"');
  const { code, out, err } = await holdoff(`${line} ${flag}`, { files: { '-': rest.slice(0, -1).join('\n') } });
  if (code !== 0) throw new Error(`${command}\n${err}`);
  return out;
}

describe.skipIf(chromiumFile === null)('page and command', () => {
  const { open } = usePage();

  it('give the same numbers for a hundred random forms', async () => {
    const page = await open();
    let compared = 0;
    for (const link of links(100)) {
      const shown = await show(page, link);
      expectSameTable(shown.csv, await run(shown.command, '--csv'), `${link}\n${shown.command}`);
      // The sentence of a schedule names the deadline, which is the caller's and no flag of that command's answer.
      if (link.startsWith('#/plan')) expect(`${shown.answer}\n`, link).toBe(await run(shown.command, '--quiet'));
      compared += 1;
    }
    expect(compared).toBe(100);
  });
});
