import { formatNumber } from '../../core/text/format-number.js';
import { formatShare } from '../../core/text/format-share.js';
import { formatWait } from '../../core/text/format-time.js';
import { sparkline } from '../../core/text/sparkline.js';
import { widthOfText, wrap } from '../../core/text/wrap.js';
import { canRecover, type FigureName, type ScenarioInput, type SeriesReport, usualTop } from '../../simulator/index.js';
import type { VariantResult } from '../input/run-in-slices.js';
import { estimateText } from './estimate-text.js';
import { type Column, csvTable, markdownTable, textTable, widthOfTable } from './table.js';
import type { View } from './view.js';

export interface SimulationExtras {
  readonly input: ScenarioInput;
  /** What to notice, or what came of other figures. */
  readonly sentence: string;
  /** Nothing was changed, so the story is that of this run. */
  readonly isUsual: boolean;
  readonly runs: number;
  readonly seed: number;
  readonly isInterrupted: boolean;
  /** What the search for the hidden capacity found, in a sentence; null without one. */
  readonly hiddenCapacity: string | null;
}

/** A simulation for people: the story, figures of every variant, load and useful work over time, and what to notice. */
export function renderSimulation(results: readonly VariantResult[], extras: SimulationExtras, view: View): string {
  const { input, sentence, hiddenCapacity, isInterrupted } = extras;
  const parts = [
    view.style.strong(input.title ?? input.id ?? ''),
    wrap(storyOf(extras), view.width),
    tables(results, view),
    ...results.map((result) => sparklines(result, view)),
    view.style.faint(wrap(basis(results, extras), view.width)),
    isInterrupted ? view.style.warning('Stopped by Ctrl-C: this is what there was by then.') : '',
    hiddenCapacity === null ? '' : wrap(hiddenCapacity, view.width),
    view.style.strong(wrap(sentence, view.width)),
  ];
  return `${parts.filter((part) => part !== '').join('\n\n')}\n`;
}

/** A story tells figures, and what came of them: beside a run with others it has to say whose they are. */
function storyOf({ input: { story }, isUsual }: SimulationExtras): string {
  if (story === undefined) return '';
  return isUsual ? story : `With its own settings, which were changed for this run: ${story}`;
}

/** The first run of each variant over time, in full precision. */
export function simulationCsv(results: readonly VariantResult[]): string {
  const rows = results.flatMap(({ name, result }) => {
    const { series } = result.first;
    return series.offeredPerSecond.map((_, bin) => ({ name, bin, series }));
  });
  const cell = (key: Exclude<keyof SeriesReport, 'binMs'>): Column<(typeof rows)[number]> => ({
    key,
    title: key,
    text: () => '',
    value: ({ bin, series }) => series[key][bin] ?? null,
  });
  return csvTable(
    [
      { key: 'variant', title: '', text: () => '', value: ({ name }) => name },
      { key: 'fromMs', title: '', text: () => '', value: ({ bin, series }) => bin * series.binMs },
      cell('callsPerSecond'),
      cell('offeredPerSecond'),
      cell('usefulPerSecond'),
      cell('refusedPerSecond'),
      cell('wastedPerSecond'),
      cell('inFlight'),
      cell('queued'),
      cell('callsInProgress'),
    ],
    rows,
  );
}

export function simulationMarkdown(results: readonly VariantResult[]): string {
  return markdownTable([NAME, ...columnsFor(results)], results);
}

const NAME: Column<VariantResult> = {
  key: 'variant',
  title: '',
  align: 'left',
  text: ({ name }) => name,
  value: ({ name }) => name,
};

const COLUMNS: readonly Column<VariantResult>[] = [
  column('calls', 'calls', formatNumber),
  column('succeeded', 'succeeded', formatNumber),
  column('attempts', 'attempts', formatNumber),
  column('amplification', 'per call', formatNumber),
  column('wastedShare', 'in vain', formatShare),
  column('peakPerSecond', 'peak/s', formatNumber),
  column('busiestTenthShare', 'busiest tenth', formatShare),
  column('latencyP50Ms', 'p50', formatWait),
  column('latencyP99Ms', 'p99', formatWait),
  column('completionMs', 'last end', formatWait),
  column('recoveredAfterMs', 'recovered after', formatWait),
];

function column(name: FigureName, title: string, format: (value: number) => string): Column<VariantResult> {
  return {
    key: name,
    title,
    text: ({ result }) => estimateText(result.estimates[name], format),
    value: ({ result }) => result.estimates[name]?.mean ?? null,
  };
}

/** Whether there was something to recover from is a matter of the scenario. */
function columnsFor(results: readonly VariantResult[]): Column<VariantResult>[] {
  const isAsked = results.some(({ scenario }) => canRecover(scenario));
  return COLUMNS.filter(({ key }) => key !== 'recoveredAfterMs' || isAsked);
}

/** As many tables beneath each other as the width asks for. */
function tables(results: readonly VariantResult[], view: View): string {
  const blocks: Column<VariantResult>[][] = [[NAME]];
  for (const next of columnsFor(results)) {
    const block = blocks.at(-1) as Column<VariantResult>[];
    if (block.length > 1 && widthOfTable([...block, next], results) > view.width) blocks.push([NAME, next]);
    else block.push(next);
  }
  return blocks.map((block) => textTable(block, results)).join('\n\n');
}

function sparklines({ name, result }: VariantResult, view: View): string {
  const { series, endedAtMs } = result.first;
  const lines: [label: string, values: readonly number[]][] = [
    ['load', series.offeredPerSecond],
    ['useful', series.usefulPerSecond],
  ];
  const width = Math.min(72, view.width - 8);
  // What runs on afterwards, such as timers, reaches no bin.
  const end = formatWait(Math.min(endedAtMs, series.binMs * series.offeredPerSecond.length));
  const top = usualTop(series.offeredPerSecond);
  const heading = wrap(`${name}: the highest blocks are ${formatNumber(top)}/s and more`, view.width);
  const columns = Math.min(width, series.offeredPerSecond.length);
  const scale = `        0 s${' '.repeat(Math.max(1, columns - 3 - widthOfText(end)))}${end}`;
  return [
    heading,
    ...lines.map(([label, values]) => `${label.padEnd(8)}${sparkline(values, top, width)}`.trimEnd()),
    view.style.faint(scale),
  ].join('\n');
}

function basis(results: readonly VariantResult[], { runs, seed }: SimulationExtras): string {
  const windowMs = results[0]?.scenario.peakWindowMs ?? 0;
  const peak =
    windowMs === 1000 ? 'The peak is the busiest second.' : `The peak is the busiest ${formatWait(windowMs)}.`;
  if (runs === 1) return `One run, seed ${seed}; --runs 20 gives confidence intervals. ${peak}`;
  const interval = '± is the 95 % confidence interval, left out where it is smaller than the last digit.';
  return `Means of ${formatNumber(runs)} runs from seed ${seed} on; ${interval} The lines show the first run. ${peak}`;
}
