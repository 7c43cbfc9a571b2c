// Measuring side by side. Contestants take turns within one run, so that a busy machine slows all of them alike, and what
// counts is the ratio within a round: the median of seven, with the spread beside it. An absolute figure is only for
// orientation and must never become a test.

export const ROUNDS = 7;

/** How long one turn of a contestant should take: long enough for the clock, short enough for sixty seconds in all. */
const TURN_MS = 60;

/**
 * Runs every contestant in each round. A contestant is a function that does its thing so many times; the first one is what
 * the others are compared with. `size` says how many events or jobs one time has, where a batch cannot be divided.
 * Resolves to a row for each, in µs per event.
 */
export async function race(contestants, { turnMs = TURN_MS, rounds = ROUNDS, size = 1 } = {}) {
  const entries = Object.entries(contestants).map(([name, run]) => ({ name, run, times: 1, us: [] }));
  for (const entry of entries) entry.times = await timesFor(entry.run, turnMs);
  for (let round = 0; round < rounds; round++) {
    // Another one begins each time: whoever comes first would always meet the same state of the heap.
    for (let turn = 0; turn < entries.length; turn++) {
      const entry = entries[(round + turn) % entries.length];
      globalThis.gc?.();
      entry.us.push(((await elapsedMs(entry.run, entry.times)) * 1000) / (entry.times * size));
    }
  }
  const [base] = entries;
  return entries.map(({ name, us }) => ({
    name,
    us: summary(us),
    ratio: summary(us.map((value, round) => value / base.us[round])),
    added: summary(us.map((value, round) => value - base.us[round])),
  }));
}

export function summary(values) {
  const sorted = [...values].sort((a, b) => a - b);
  return { median: sorted[sorted.length >> 1], min: sorted[0], max: sorted[sorted.length - 1] };
}

/** Prints rows as a table. A column is a heading and a function from a row to a text. */
export function table(title, rows, columns) {
  const cells = [columns.map(([heading]) => heading), ...rows.map((row) => columns.map(([, text]) => text(row)))];
  const widths = columns.map((_, index) => Math.max(...cells.map((line) => line[index].length)));
  console.log(`\n${title}`);
  for (const line of cells) {
    const padded = line.map((cell, index) => (index === 0 ? cell.padEnd(widths[0]) : cell.padStart(widths[index])));
    console.log(`  ${padded.join('  ')}`);
  }
}

/** The columns of a race: time, what it is beside the first, and what it adds to that. */
export const raceColumns = [
  ['', ({ name }) => name],
  ['µs each', ({ us }) => figure(us.median)],
  ['spread', ({ us }) => spread(us)],
  ['ratio', ({ ratio }) => figure(ratio.median)],
  ['spread', ({ ratio }) => spread(ratio)],
  ['µs added', ({ added }) => figure(added.median)],
];

export const spread = ({ min, max }) => `${figure(min)}…${figure(max)}`;

/** Three significant digits, which is more than most machines repeat. */
export function figure(value) {
  if (value === 0) return '0';
  const digits = Math.max(0, 2 - Math.floor(Math.log10(Math.abs(value))));
  return Math.abs(value) >= 1000 ? Math.round(value).toLocaleString('en-US') : value.toFixed(Math.min(digits, 4));
}

/** How often a contestant has to repeat to fill a turn; finding out warms it up as well. */
async function timesFor(run, turnMs) {
  let times = 1;
  for (;;) {
    let took = await elapsedMs(run, times);
    // Once more before it is believed: something else on the machine, or a module that is loaded, looks like a long turn.
    if (took >= turnMs / 2) took = Math.min(took, await elapsedMs(run, times));
    if (took >= turnMs / 2) return Math.max(1, Math.round((times * turnMs) / took));
    times = Math.ceil(times * Math.min(10, Math.max(2, turnMs / Math.max(took, 0.01))));
  }
}

async function elapsedMs(run, times) {
  const startedMs = performance.now();
  await run(times);
  return performance.now() - startedMs;
}
