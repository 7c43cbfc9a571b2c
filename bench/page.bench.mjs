// What an edit costs on the page: from the key until script and layout of the answer are done, until it is painted, and
// until the foot of the page, which follows a frame later, has been laid out too. Beside a trivial page in the same browser
// and the same run: a field whose handler writes its text into a paragraph. And how much script comes before the first result.

import { gzipSync } from 'node:zlib';
import { builtFile, withBuiltPage } from './built-page.mjs';

export const title = 'the page';

const EDITS = 60;
const WARM_UP = 15;
const TRIVIAL = `<!doctype html><title>trivial</title><input name="base" /><p class="answer">–</p><script>
  document.querySelector('input').oninput = ({ target }) => { document.querySelector('p').textContent = target.value; };
</script>`;
const PLAN = '#/plan?v=1&success=0.5&latency=4s&in-flight=8&backlog=5000&arrivals=20/min&rpm=1000&tpm=200k&tokens=2000';

const BESIDE = { path: '/trivial', text: TRIVIAL };

export async function bench() {
  await withBuiltPage(title, BESIDE, measure);
}

async function measure(browser, origin) {
  const pages = [
    ['trivial page', `${origin}/trivial`],
    ['schedule', `${origin}/`],
    ['schedule, two policies', `${origin}/#/schedule?v=1&attempts=8&success=0.5&latency=1s&deadline=30s&b.jitter=none`],
    ['plan', `${origin}/${PLAN}`],
  ];
  const opened = [];
  for (const [name, url] of pages)
    opened.push({ name, page: await open(browser, url), layout: [], painted: [], whole: [] });
  // In turns, so that a busy machine slows all of them alike.
  for (let round = 0; round < 4; round++) {
    for (const each of opened) {
      await each.page.bringToFront();
      const measured = await each.page.evaluate(edit, { edits: EDITS / 4, warmUp: round === 0 ? WARM_UP : 2 });
      for (const what of ['layout', 'painted', 'whole']) each[what].push(...measured[what]);
    }
  }
  const base = opened[0];
  console.log(`\n${title}: an edit, ms (${EDITS} edits of the base each)`);
  for (const { name, layout, painted, whole } of opened) {
    const ratio = at(painted, 0.95) / at(base.painted, 0.95);
    console.log(
      `${name.padEnd(24)} layout done ${ms(at(layout, 0))} least, ${ms(at(layout, 0.5))} median, ${ms(at(layout, 0.95))} p95` +
        `   painted ${ms(at(painted, 0.5))} median, ${ms(at(painted, 0.95))} p95 (${ratio.toFixed(1)} × trivial)` +
        `   to the foot ${ms(at(whole, 0.5))} median, ${ms(at(whole, 0.95))} p95`,
    );
  }
  const script = await firstScript(browser, `${origin}/`);
  console.log(`script before the first result: ${(script / 1000).toFixed(1)} kB gzip`);
}

async function open(browser, url) {
  const page = await browser.newPage({ viewport: { width: 1440, height: 900 } });
  await page.goto(url);
  await page.waitForSelector('.answer', { state: 'attached' });
  await page.waitForTimeout(500);
  return page;
}

/** In the page. Types values one after the other; each is drawn, to the foot of the page, before the next. */
async function edit({ edits, warmUp }) {
  const field = document.querySelector('[name="base"]');
  const setValue = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value').set;
  // The figures change with every edit; the sentence may not.
  const answer = document.querySelector('.tiles') ?? document.querySelector('.answer');
  const table = document.querySelector('.part table');
  const times = { layout: [], painted: [], whole: [] };
  for (let k = 0; k < edits + warmUp; k++) {
    await new Promise((resolve) => setTimeout(resolve, 20));
    const text = `${1 + ((k * 37) % 97) / 10}s`;
    if (field.value === text) continue;
    const [answered, filled] = [changed(answer), table === null ? null : changed(table)];
    const startedMs = performance.now();
    setValue.call(field, text);
    field.dispatchEvent(new Event('input', { bubbles: true }));
    const whole = filled?.then(laidOut);
    const layoutMs = (await answered.then(laidOut)) - startedMs;
    await new Promise((resolve) => requestAnimationFrame(() => nextTask().then(resolve)));
    const paintedMs = performance.now() - startedMs;
    const wholeMs = whole === undefined ? layoutMs : (await whole) - startedMs;
    if (k < warmUp) continue;
    times.layout.push(layoutMs);
    times.painted.push(paintedMs);
    times.whole.push(wholeMs);
  }
  return times;

  /** When all that is drawn in one go has been: an observer is told after it, and before the browser paints. */
  function changed(element) {
    return new Promise((resolve) => {
      const observer = new MutationObserver(() => {
        observer.disconnect();
        resolve();
      });
      observer.observe(element, { childList: true, characterData: true, subtree: true });
    });
  }

  /** Has the browser lay out what has changed, and tells the time. */
  function laidOut() {
    document.body.getBoundingClientRect();
    return performance.now();
  }

  function nextTask() {
    return new Promise((resolve) => {
      const { port1, port2 } = new MessageChannel();
      port1.onmessage = resolve;
      port2.postMessage(null);
    });
  }
}

/**
 * Bytes of the scripts that were there when the answer first stood in the document, each by itself as servers compress
 * them. The page is told of that instant: from outside it is seen later, when what follows is on its way.
 */
async function firstScript(browser, url) {
  const page = await browser.newPage();
  await page.addInitScript(() => {
    new MutationObserver((_, observer) => {
      if (document.querySelector('.answer .sentence') === null) return;
      observer.disconnect();
      globalThis.scriptsByThen = performance.getEntriesByType('resource').map(({ name }) => new URL(name).pathname);
    }).observe(document, { childList: true, subtree: true });
  });
  await page.goto(url);
  const paths = await page.waitForFunction(() => globalThis.scriptsByThen).then((handle) => handle.jsonValue());
  await page.close();
  const scripts = [...new Set(paths)].filter((path) => path.endsWith('.js'));
  return scripts.reduce((sum, path) => sum + gzipSync(builtFile(path)).length, 0);
}

function at(values, share) {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))];
}

const ms = (value) => value.toFixed(1).padStart(5);
