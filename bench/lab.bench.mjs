// Whether the lab's picture moves while it runs, and how soon it stops: pictures per second beside those of a page that
// does nothing, in the same browser and the same run, and the time from pressing Stop until nothing moves.

import { withBuiltPage } from './built-page.mjs';

export const title = 'the lab';

const WATCHED_MS = 2500;
const STOPS = 8;

const RUNS = [
  ['thundering herd, played in 10 s', '#/lab'],
  ['recovery with budget, in 10 s', '#/lab?v=1&scenario=recovery-with-budget'],
  ['100,000 clients, at full speed', '#/lab?v=1&set=clients%3D100000', 'To the end'],
];

const BESIDE = { path: '/nothing', text: '<!doctype html><title>nothing</title>' };

export async function bench() {
  await withBuiltPage(title, BESIDE, measure);
}

async function measure(browser, origin) {
  console.log(`\n${title}: pictures a second over ${WATCHED_MS / 1000} s, and ms from Stop to rest (${STOPS} times)`);
  const idle = await pictures(await open(browser, `${origin}/nothing`));
  console.log(`${'a page that does nothing'.padEnd(34)}${idle.perSecond.toFixed(0).padStart(4)}/s`);
  for (const [name, hash, press] of RUNS) {
    const page = await open(browser, `${origin}/${hash}`);
    const stop = page.getByRole('button', { name: 'Stop', exact: true });
    await stop.waitFor();
    await page.waitForTimeout(700);
    if (press !== undefined) await page.getByRole('button', { name: press }).click();
    const { perSecond, longestMs } = await pictures(page);
    const stops = await stopped(page, stop, press);
    await page.close();
    console.log(
      `${name.padEnd(34)}${perSecond.toFixed(0).padStart(4)}/s, longest gap ${longestMs.toFixed(0)} ms` +
        `   rests after ${stops[Math.floor(stops.length / 2)].toFixed(1)} ms median, ${stops.at(-1).toFixed(1)} ms at most`,
    );
  }
}

async function open(browser, url) {
  const page = await browser.newPage({ viewport: { width: 1440, height: 900 } });
  await page.goto(url);
  return page;
}

/** Counts the frames that the page gets to draw. */
function pictures(page) {
  return page.evaluate(
    (forMs) =>
      new Promise((resolve) => {
        const startedMs = performance.now();
        let [count, before, longestMs] = [0, startedMs, 0];
        requestAnimationFrame(function next() {
          const now = performance.now();
          count++;
          longestMs = Math.max(longestMs, now - before);
          before = now;
          if (now - startedMs < forMs) requestAnimationFrame(next);
          else resolve({ perSecond: (count * 1000) / (now - startedMs), longestMs });
        });
      }),
    WATCHED_MS,
  );
}

/** Stops and goes on; the page itself notes how long each took. */
async function stopped(page, stop, press) {
  const goOn = page.getByRole('button', { name: press ?? 'Continue' });
  for (let round = 0; round < STOPS; round++) {
    // A run that is over is run again.
    if ((await stop.count()) === 0) await page.getByRole('button', { name: 'Run again' }).click();
    await page.waitForTimeout(200);
    await stop.click();
    await goOn.click();
  }
  const found = await page.evaluate(() => performance.getEntriesByName('lab-stop').map(({ duration }) => duration));
  return found.sort((a, b) => a - b);
}
