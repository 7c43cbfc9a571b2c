import { isListed } from '../../../../src/core/policy/policy.js';
import type { ScheduleRow } from '../../../../src/core/schedule/report.js';
import { formatNumber } from '../../../../src/core/text/format-number.js';
import { formatShare } from '../../../../src/core/text/format-share.js';
import { formatWait } from '../../../../src/core/text/format-time.js';
import type { Step } from '../../ui/step-list.js';
import { formulaOf, rawFormula } from './formula.js';
import type { ScheduleView } from './view.js';

/** Sums longer than this are cut in the middle. */
const MOST_TERMS = 8;

/** How every figure of the page is computed, with the numbers of this policy. */
export function derivation(view: ScheduleView): Step[] {
  const rows = view.a.report.retries;
  if (rows.length === 0) return [];
  return [...waitSteps(view), ...totalSteps(view), ...deadlineSteps(view), NUMBERING];
}

function waitSteps({ input, a }: ScheduleView): Step[] {
  const { policy } = input;
  const row = a.report.retries[Math.min(3, a.report.retries.length) - 1] as ScheduleRow;
  const drawn = `retry ${row.retry}: ${row.minMs === row.maxMs ? 'always ' : `${formatWait(row.minMs)} … `}${formatWait(row.maxMs)}, mean ${formatWait(row.meanMs)}, σ ${formatWait(row.stddevMs)}`;
  if (policy.jitter === 'decorrelated') {
    const about =
      'Each wait is drawn between the base and three times the wait before it, then cut at the cap. Its density follows from the one before, fₖ₊₁(y) = ∫ fₖ(x) ÷ (3x − base) dx over x ≥ max(base, y ÷ 3), with a lump at the cap; that is solved, not simulated.';
    return [{ title: 'Each wait', about, worked: [formulaOf(policy), drawn] }];
  }
  const raw = `retry ${row.retry}: ${rawOf(row, policy)}`;
  return [
    {
      title: 'Raw delay',
      about: isListed(policy.backoff)
        ? 'The delays are given; the last one repeats.'
        : 'Each retry multiplies the delay before it, until the cap is reached.',
      worked: [`raw(k) = ${rawFormula(policy)}`, raw],
    },
    {
      title: 'Jitter',
      about: 'A draw that is even between a and b has mean (a + b) ÷ 2 and standard deviation σ = (b − a) ÷ √12.',
      worked: [formulaOf(policy).replace(/, raw\(k\) =.*$/, ''), drawn],
    },
  ];
}

function rawOf({ retry, rawMs }: ScheduleRow, { backoff }: ScheduleView['input']['policy']): string {
  const result = formatWait(rawMs);
  if (isListed(backoff)) return result;
  const { baseMs, multiplier, capMs } = backoff;
  const grown = baseMs * multiplier ** (retry - 1);
  const power = `${formatWait(baseMs)} · ${formatNumber(multiplier)}^${retry - 1} = ${formatWait(grown)}`;
  return capMs !== null && grown > (rawMs ?? 0) ? `${power}, cut to ${result}` : power;
}

function totalSteps({ a, input }: ScheduleView): Step[] {
  const { retries, total, sample } = a.report;
  const isDecorrelated = input.policy.jitter === 'decorrelated';
  const spread = isDecorrelated
    ? 'The waits depend on each other, so their covariances count too.'
    : 'The draws are independent, so variances add up: σ² is the sum of the σ² of the waits.';
  return [
    {
      title: 'Total',
      about: 'What a run waits that uses up all its retries. Sums first, then rounding.',
      worked: [
        `mean: ${sum(retries, (row) => row.meanMs)} = ${formatWait(total.meanMs)}`,
        `worst: ${sum(retries, (row) => row.maxMs)} = ${formatWait(total.maxMs)}`,
        `sample of seed ${sample.seed}: ${sum(retries, (row) => row.sampleMs)} = ${formatWait(sample.totalMs)}`,
      ],
    },
    {
      title: 'Spread of the total',
      about: `${spread} Quantiles come from the exact distribution of the sum, not from random runs.`,
      worked: [
        `σ = ${formatWait(total.stddevMs)}`,
        `half wait at most ${formatWait(total.p50Ms)}, 90 % ${formatWait(total.p90Ms)}, 95 % ${formatWait(total.p95Ms)}, 99 % ${formatWait(total.p99Ms)}`,
      ],
    },
  ];
}

function deadlineSteps({ a, input }: ScheduleView): Step[] {
  const { load, policy } = input;
  const { deadlineMs, latencyMs } = load;
  if (deadlineMs === null) return [];
  const attemptsMs = policy.maxAttempts * (latencyMs ?? 0);
  const worstMs = a.report.total.maxMs + attemptsMs;
  const steps: Step[] = [
    {
      title: 'Worst case against the deadline',
      about: 'The longest wait of every retry, and as many latencies as there are attempts.',
      worked: [
        `${formatWait(a.report.total.maxMs)} + ${formatNumber(policy.maxAttempts)} · ${formatWait(latencyMs ?? 0)} = ${formatWait(worstMs)}, deadline ${formatWait(deadlineMs)}`,
      ],
    },
  ];
  if (a.terms.length === 0) return steps;
  const shown = a.terms.slice(0, MOST_TERMS);
  const worked = shown.map(({ attempt, succeedsShare, leftMs, inTimeShare }) => {
    const before = `attempt ${attempt}: ${formatShare(succeedsShare, 2)} succeed at it`;
    if (leftMs < 0) return `${before}, too late in any case`;
    if (attempt === 1) return `${before}, without waiting`;
    return `${before}, ${formatShare(inTimeShare, 2)} of them in time (waits ≤ ${formatWait(leftMs)})`;
  });
  const rest = a.terms.length - shown.length;
  steps.push({
    title: 'Resolved by the deadline',
    about:
      'For each attempt: the chance that it is the one that succeeds, times the chance that the waits before it leave time for it.',
    worked: [
      ...worked,
      ...(rest > 0 ? [`and ${formatNumber(rest)} more`] : []),
      `sum: ${formatShare(a.report.resolvedByDeadlineShare ?? null, 2)}`,
    ],
  });
  return steps;
}

const NUMBERING: Step = {
  title: 'Numbering',
  about:
    'Here retry 1 waits the base: 1, 2, 4, 8 … times it. The formula on AWS’s page counts from the attempt and so starts at twice the base: 2, 4, 8 … With another tool’s numbers beside these, compare the first wait before the rest.',
  worked: [],
};

function sum(rows: readonly ScheduleRow[], value: (row: ScheduleRow) => number): string {
  const terms = rows.map((row) => formatWait(value(row)));
  if (terms.length <= MOST_TERMS) return terms.join(' + ');
  return `${terms.slice(0, MOST_TERMS - 2).join(' + ')} + … + ${terms.at(-1)}`;
}
