import { LONGEST_WAIT_MS } from '../../core/backoff/compile.js';
import type { Load } from '../../core/capacity/load.js';
import type { Preset } from '../../core/presets/index.js';
import { scheduleAnswer } from '../../core/schedule/answer.js';
import type { ScheduleReport, ScheduleRow } from '../../core/schedule/report.js';
import { formatShare } from '../../core/text/format-share.js';
import { formatWait } from '../../core/text/format-time.js';
import type { Sentence } from '../../core/text/sentence.js';
import { wrap } from '../../core/text/wrap.js';
import { renderBands } from './bands.js';
import { type Curve, renderCurve } from './curve.js';
import { presetSentences, renderGiven } from './describe.js';
import { type Figure, renderFigures } from './figures.js';
import { renderScheduleTable, SCHEDULE_CSV_COLUMNS, scheduleColumns, shownRows } from './schedule-table.js';
import { renderSentences } from './sentences.js';
import { csvTable, markdownTable } from './table.js';
import type { View } from './view.js';

/** What a schedule is shown with beside its report. */
export interface ScheduleExtras {
  readonly load: Load;
  readonly preset: Preset | null;
  /** How the share of resolved calls grows with time, where success and latency are known. */
  readonly resolved: Curve | null;
}

/** The schedule for people: table, plots, figures, what they mean, and last the line that matters most. */
export function renderSchedule(report: ScheduleReport, { load, preset, resolved }: ScheduleExtras, view: View): string {
  const { style } = view;
  const parts = [
    renderGiven(report.policy, load, preset, view),
    tableAndBands(report.retries, view),
    throttledPart(report, view),
    resolved === null ? '' : renderCurve(resolved, view),
    renderFigures(scheduleFigures(report), view),
    renderSentences([...sentencesBeside(report, resolved !== null), ...presetSentences(preset)], view),
    style.strong(wrap(scheduleAnswer(report, load.deadlineMs), view.width)),
  ];
  return `${parts.filter((part) => part !== '').join('\n\n')}\n`;
}

export function scheduleCsv(report: ScheduleReport): string {
  return csvTable(SCHEDULE_CSV_COLUMNS, report.retries);
}

export function scheduleMarkdown(report: ScheduleReport): string {
  const figures = markdownTable(
    [
      { key: 'figure', title: 'figure', align: 'left', text: ({ label }) => label, value: ({ label }) => label },
      { key: 'value', title: 'value', align: 'left', text: ({ text }) => text, value: ({ text }) => text },
    ],
    scheduleFigures(report),
  );
  return `${markdownTable(scheduleColumns('all'), report.retries)}\n${figures}`;
}

/** That a deadline is missing is not worth a sentence where the curve answers for every deadline. */
function sentencesBeside(report: ScheduleReport, hasCurve: boolean): Sentence[] {
  const hidden = hasCurve && report.resolvedByDeadlineShare === undefined ? 'resolved-by-deadline' : null;
  return report.sentences.filter(({ id }) => id !== hidden);
}

function tableAndBands(rows: readonly ScheduleRow[], view: View): string {
  if (rows.length === 0) return '';
  const { first, last } = shownRows(rows);
  const bands = [...first, ...last].map((row) => ({ ...row, label: String(row.retry) }));
  const plot = renderBands(bands, view);
  return renderScheduleTable(rows, view) + (plot === '' ? '' : `\n\n${plot}`);
}

function throttledPart({ throttled, policy }: ScheduleReport, view: View): string {
  if (throttled === undefined || throttled.retries.length === 0) return '';
  const base = 'throttledBaseMs' in policy.backoff ? (policy.backoff.throttledBaseMs ?? 0) : 0;
  const title = wrap(`After a quota refusal the base is ${formatWait(base)}:`, view.width);
  return `${title}\n${renderScheduleTable(throttled.retries, view)}`;
}

function scheduleFigures(report: ScheduleReport): Figure[] {
  const { total, sample, resolvedByDeadlineShare, largestCapThatFitsMs, attempts } = report;
  const rows: [string, string | null][] = [
    ['expected total', `${formatWait(total.meanMs)} ± ${formatWait(total.stddevMs)} (mean ± σ)`],
    ['range', `${formatWait(total.minMs)} … ${formatWait(total.maxMs)} at worst`],
    ['p50 p90 p95 p99', [total.p50Ms, total.p90Ms, total.p95Ms, total.p99Ms].map(formatWait).join(' · ')],
    ['this sample', `${formatWait(sample.totalMs)} (seed ${sample.seed})`],
    ['resolved in time', resolvedByDeadlineShare === undefined ? null : formatShare(resolvedByDeadlineShare, 2)],
    ['largest cap that fits', largestCapText(largestCapThatFitsMs)],
  ];
  return attempts === 1 && resolvedByDeadlineShare === undefined
    ? []
    : rows.flatMap(([label, text]) => (text === null ? [] : [{ label, text }]));
}

function largestCapText(largestMs: number | null | undefined): string | null {
  if (largestMs === undefined) return null;
  if (largestMs === null) return 'none';
  return largestMs >= LONGEST_WAIT_MS ? 'any' : formatWait(largestMs);
}
