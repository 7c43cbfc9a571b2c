// Schedule and plan of every jitter, beside what one would do without the maths: average 2 000 random runs.
// Budget: 2 ms for the uniform jitters, 100 ms for decorrelated totals to 10 retries, quantiles to 1e-3.
//
// The runs draw their waits with the same function as the schedule's sample. Their errors are taken against the exact
// figures, and the bench refuses to print any if all runs together contradict those by more than five standard errors.

import { backoffMs } from '../dist/core/backoff/backoff.js';
import { compile } from '../dist/core/backoff/compile.js';
import { planOf } from '../dist/core/capacity/plan.js';
import { parsePolicy } from '../dist/core/policy/parse-policy.js';
import { createRandom } from '../dist/core/random/random.js';
import { scheduleOf } from '../dist/core/schedule/schedule.js';
import { figure, race, spread, summary, table } from './measure.mjs';

export const title = 'schedule and plan, beside averaging 2 000 random runs';

const RUNS = 2000;
/** Batches of runs whose errors are compared. */
const BATCHES = 41;

const load = {
  success: { value: 0.5, counts: null },
  limits: [{ name: 'requests', amount: 1000, windowMs: 60_000, burst: 1000, cost: 1 }],
};

/** What the exact figures promise: time, and error (docs/maths.md). */
const uniform = { budgetMs: 2, within: '1e-9' };
const decorrelated = { budgetMs: 100, within: 'mean 1e-10, others 1e-3' };

const cases = [
  { name: 'none, 6 attempts', jitter: 'none', maxAttempts: 6, ...uniform },
  { name: 'full, 6 attempts', jitter: 'full', maxAttempts: 6, ...uniform },
  { name: 'equal, 6 attempts', jitter: 'equal', maxAttempts: 6, ...uniform },
  { name: '0.8..1.2, 6 attempts', jitter: '0.8..1.2', maxAttempts: 6, ...uniform },
  { name: 'full, 30 attempts', jitter: 'full', maxAttempts: 30, ...uniform },
  { name: 'full, 1 000 attempts', jitter: 'full', maxAttempts: 1000, ...uniform },
  { name: 'decorrelated, 6 attempts', jitter: 'decorrelated', maxAttempts: 6, ...decorrelated },
  { name: 'decorrelated, 11 attempts', jitter: 'decorrelated', maxAttempts: 11, ...decorrelated },
];

/** Mean, median and 95th percentile of the total of so many seeded runs. */
function averaged(policy, seed) {
  const rules = compile(policy);
  const { next } = createRandom(seed);
  const totals = new Float64Array(RUNS);
  let sum = 0;
  for (let run = 0; run < RUNS; run++) {
    let previousMs = rules.baseMs;
    let total = 0;
    for (let retry = 1; retry < policy.maxAttempts; retry++) {
      previousMs = backoffMs(rules, retry, previousMs, next());
      total += previousMs;
    }
    totals[run] = total;
    sum += total;
  }
  totals.sort();
  return { meanMs: sum / RUNS, p50Ms: totals[RUNS / 2 - 1], p95Ms: totals[RUNS * 0.95 - 1] };
}

/** What batches of runs are off by, as shares of the exact figures. */
function errorsOf(policy, exact) {
  const batches = Array.from({ length: BATCHES }, (_, seed) => averaged(policy, seed));
  const meanMs = batches.reduce((sum, batch) => sum + batch.meanMs, 0) / BATCHES;
  const standardErrorMs = exact.stddevMs / Math.sqrt(RUNS * BATCHES);
  if (Math.abs(meanMs - exact.meanMs) > 5 * standardErrorMs + 1e-9 * exact.meanMs) {
    throw new Error(`not the same schedule: all runs average ${meanMs} ms, the exact mean is ${exact.meanMs} ms`);
  }
  const errors = (key) => summary(batches.map((batch) => Math.abs(batch[key] / exact[key] - 1)));
  return { mean: errors('meanMs'), p50: errors('p50Ms'), p95: errors('p95Ms') };
}

export async function bench() {
  const rows = [];
  for (const { name, jitter, maxAttempts, budgetMs, within } of cases) {
    const policy = parsePolicy({ jitter, maxAttempts });
    const repeat = (once) => (times) => {
      for (let k = 0; k < times; k++) once(k);
    };
    const [exact, runs] = await race({
      exact: repeat(() => [scheduleOf(policy, { load }), planOf(policy, load)]),
      runs: repeat((k) => averaged(policy, k)),
    });
    rows.push({ name, exact, runs, budgetMs, within, errors: errorsOf(policy, scheduleOf(policy).total) });
  }
  const milliseconds = ({ median, min, max }) =>
    `${figure(median / 1000)} (${spread({ min: min / 1000, max: max / 1000 })})`;
  table(title, rows, [
    ['', ({ name }) => name],
    ['exact, ms', ({ exact }) => milliseconds(exact.us)],
    ['of budget', ({ exact, budgetMs }) => percent(exact.us.median / 1000 / budgetMs)],
    ['runs, ms', ({ runs }) => milliseconds(runs.us)],
    ['runs ÷ exact', ({ runs }) => `${figure(runs.ratio.median)} (${spread(runs.ratio)})`],
  ]);
  const off = ({ median, max }) => `${percent(median)} (…${percent(max)})`;
  table(`what ${RUNS.toLocaleString('en-US')} runs are off by: median of ${BATCHES} batches, and the worst`, rows, [
    ['', ({ name }) => name],
    ['mean', ({ errors }) => off(errors.mean)],
    ['p50', ({ errors }) => off(errors.p50)],
    ['p95', ({ errors }) => off(errors.p95)],
    ['exact figures', ({ within }) => within],
  ]);
}

const percent = (share) => `${figure(share * 100)} %`;
