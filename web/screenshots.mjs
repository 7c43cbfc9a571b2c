// `node web/screenshots.mjs [NAME …]`: pictures of the built page in both schemes and at several widths, for looking at
// them. They go to .tsbuild/screenshots, which git ignores; with `--readme` the two of the README are made anew in
// docs/images (then make them small: `pngquant --ext .png --force`). Build first: `npx vite build`.

import { mkdirSync, readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { extname, join, normalize } from 'node:path';
import { fileURLToPath } from 'node:url';
import { chromium } from 'playwright-core';

const root = fileURLToPath(new URL('..', import.meta.url));
const built = join(root, 'dist/web');
const forReadme = process.argv.includes('--readme');
const target = join(root, forReadme ? 'docs/images' : '.tsbuild/screenshots');
const types = { '.html': 'text/html', '.js': 'text/javascript', '.css': 'text/css', '.svg': 'image/svg+xml' };

const START = '';
const PAIR = '#/schedule?v=1&attempts=8&success=0.5&latency=1s&deadline=30s&b.preset=none&b.attempts=8&b.jitter=none';
const README_SHOTS = [
  ['page-schedule', START, 1440, 'light'],
  ['page-plan', '#example=ingestion', 1440, 'dark'],
];
const SHOTS = [
  ['schedule-light', START, 1440, 'light'],
  ['schedule-dark', START, 1440, 'dark'],
  ['schedule-phone', START, 360, 'light'],
  ['schedule-phone-dark', START, 360, 'dark'],
  ['schedule-320', START, 320, 'light'],
  ['schedule-tablet', START, 820, 'light'],
  ['schedule-4k', START, 3840, 'light'],
  ['schedule-pair', PAIR, 1440, 'light'],
  ['schedule-bare', '#/schedule?v=1&attempts=6', 1440, 'light'],
  [
    'schedule-decorrelated',
    '#/schedule?v=1&jitter=decorrelated&success=37/50&latency=800ms&deadline=20s',
    1440,
    'dark',
  ],
  ['schedule-bad', '#/schedule?v=1&base=abc&cap=-3&colour=red&success=0.5&latency=4s', 1440, 'light'],
  ['schedule-many', '#/schedule?v=1&attempts=60&base=100ms&cap=20s&jitter=equal', 1440, 'light'],
  [
    'plan-light',
    '#/plan?v=1&success=0.5&latency=4s&deadline=30s&in-flight=8&backlog=5000&arrivals=20/min&rpm=1000&tpm=200k&tokens=2000',
    1440,
    'light',
  ],
  [
    'plan-dark',
    '#/plan?v=1&success=37/50&latency=4s&in-flight=8&backlog=5000&arrivals=20/min&rpm=1000&tpm=200k&tokens=2000',
    1440,
    'dark',
  ],
  [
    'plan-phone',
    '#/plan?v=1&success=0.5&latency=4s&in-flight=8&backlog=5000&arrivals=80/min&rpm=1000&tpm=200k&tokens=2000',
    360,
    'light',
  ],
  ['plan-empty', '#/plan', 1440, 'light'],
  ['plan-asks', '#/plan?v=1&itpm=50000', 1440, 'light'],
  [
    'plan-320',
    '#/plan?v=1&success=37/50&latency=4s&in-flight=8&backlog=5M&arrivals=20/min&rpm=1000&tpm=200k&tokens=2000',
    320,
    'light',
  ],
  ['headers-empty', '#/headers', 1440, 'light'],
  ['headers-light', '#/headers', 1440, 'light', 'Anthropic 429'],
  ['headers-dark', '#/headers', 1440, 'dark', 'IETF draft 10'],
  ['headers-phone', '#/headers', 360, 'light', 'OpenAI 429, wait in the text'],
  ['headers-never', '#/headers', 1440, 'light', 'OpenAI out of quota'],
  ['code-light', '#/code?v=1&target=javascript&format=envoy', 1440, 'light'],
  ['code-dark', '#/code?v=1&jitter=equal&deadline=30s&target=python&format=celery', 1440, 'dark'],
  ['code-go', '#/code?v=1&target=go&format=kubernetes&retryAfter.honor=false', 1440, 'light'],
  ['code-phone', '#example=nightly', 360, 'dark', 'Code'],
  ['code-320', '#/code?v=1&target=rust&format=step-functions', 320, 'light'],
  ['code-4k', '#/code?v=1&target=typescript&format=grpc', 3840, 'light'],
  ['lab-light', '#/lab', 1440, 'light', ended],
  ['lab-dark', '#/lab', 1440, 'dark', ended],
  ['lab-midway', '#/lab', 1440, 'light', midway],
  ['lab-phone', '#/lab', 360, 'light', ended],
  ['lab-phone-dark', '#/lab?v=1&scenario=recovery-with-budget', 360, 'dark', ended],
  ['lab-320', '#/lab?v=1&scenario=retry-storm&side-b=yours', 320, 'light', ended],
  ['lab-budget', '#/lab?v=1&scenario=recovery-with-budget', 1440, 'dark', ended],
  ['lab-metastable', '#/lab?v=1&scenario=metastable', 1440, 'light', stepIn],
  [
    'lab-own',
    '#/lab?v=1&scenario=bring-your-own&rpm=600&arrivals=700/min&latency=200ms&b.jitter=none',
    1440,
    'light',
    ended,
  ],
  ['lab-changed', '#/lab?v=1&set=clients=100', 1440, 'light', ended],
  ['lab-pointed', '#/lab?v=1&scenario=naive-versus-policy', 1440, 'light', pointed],
  ['lab-bad', '#/lab?v=1&scenario=batch-drian&set=clients=zero', 1440, 'light'],
  ['embed-schedule', '?embed#example=incident', 720, 'light'],
  ['embed-plan', '?embed#example=ingestion', 360, 'dark'],
  ['embed-lab', '?embed#/lab', 720, 'dark', ended],
  ['editing-phone', '', 390, 'light', edit],
  ['share-phone', '', 360, 'light', 'Share'],
  ['export-phone', '#/lab', 360, 'dark', 'Export'],
  ['code-import', '#/code?v=1&target=java&format=resilience4j', 1440, 'light', importConfig],
];

/** A run at its end. */
async function ended(page) {
  await page.getByRole('button', { name: 'To the end' }).click();
  await page.getByRole('button', { name: 'Run again' }).waitFor();
}

/** A run on its way. */
async function midway(page) {
  await page.waitForTimeout(3000);
  await page.getByRole('button', { name: 'Stop' }).click();
}

/** A run in which somebody sheds load. */
async function stepIn(page) {
  await page.waitForTimeout(4000);
  await page.getByRole('button', { name: 'Switch' }).click();
  await page.waitForTimeout(2000);
  await page.getByRole('button', { name: 'Shed load' }).click();
  await ended(page);
}

/** A run at its end, with the pointer in one of its pictures. */
async function pointed(page) {
  await ended(page);
  await page.locator('.lab-lines svg').first().hover();
}

/** The policy, unfolded where there is no room beside the page. */
async function edit(page) {
  await page.locator('.folded summary').first().click();
}

/** A config with two policies, one of which is meant. */
async function importConfig(page) {
  const instance = (attempts) => `{ maxAttempts: ${attempts}, waitDuration: 2s, enableExponentialBackoff: true }`;
  const text = `resilience4j: { retry: { instances: { payments: ${instance(4)}, search: ${instance(3)} } } }`;
  await page.getByLabel(/^Have one already/).fill(text);
  await page.getByLabel('which one').fill('payments');
}

const server = createServer(serve);
await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
const origin = `http://127.0.0.1:${server.address().port}/`;
mkdirSync(target, { recursive: true });
const browser = await chromium.launch({
  executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium',
  args: ['--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run', '--disable-background-networking'],
});
const wanted = process.argv.slice(2).filter((argument) => argument !== '--readme');
for (const [name, hash, width, colorScheme, press] of forReadme ? README_SHOTS : SHOTS) {
  if (wanted.length > 0 && !wanted.some((each) => name.startsWith(each))) continue;
  const page = await browser.newPage({
    viewport: { width, height: width < 600 ? 780 : width > 2000 ? 2160 : 900 },
    colorScheme,
  });
  page.on('console', (message) => console.log(`${name}: ${message.type()} ${message.text()}`));
  page.on('pageerror', (error) => console.log(`${name}: ${error.message}`));
  await page.goto(origin + hash);
  await page.waitForSelector('.results > *');
  if (typeof press === 'function') await press(page);
  else if (press !== undefined) await page.locator('button, nav a').getByText(press, { exact: true }).click();
  if (forReadme) await page.evaluate(() => document.querySelector('.notices button')?.click());
  await page.waitForTimeout(700);
  await page.screenshot({ path: join(target, `${name}.png`), fullPage: !forReadme });
  await page.close();
}
await browser.close();
server.close();
console.log(`${target}`);

function serve(request, response) {
  const path = normalize(new URL(request.url, 'http://x').pathname);
  const file = join(built, path === '/' ? 'index.html' : path);
  try {
    const content = readFileSync(file);
    response.writeHead(200, { 'content-type': types[extname(file)] ?? 'application/octet-stream' });
    response.end(content);
  } catch {
    response.writeHead(404).end();
  }
}
