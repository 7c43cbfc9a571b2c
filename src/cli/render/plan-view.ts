import { planAnswer } from '../../core/capacity/answer.js';
import type { PlannedLimit, PlanReport } from '../../core/capacity/report.js';
import type { Preset } from '../../core/presets/index.js';
import type { TotalWait } from '../../core/schedule/total-wait.js';
import { formatFixed, formatNumber } from '../../core/text/format-number.js';
import { wrap } from '../../core/text/wrap.js';
import { presetSentences, renderGiven } from './describe.js';
import { renderFigures } from './figures.js';
import { planFigures } from './plan-figures.js';
import { renderSentences } from './sentences.js';
import { type Column, markdownTable, textTable } from './table.js';
import type { View } from './view.js';

/** What a plan is shown with beside its report. */
export interface PlanExtras {
  readonly allFail: TotalWait;
  readonly preset: Preset | null;
}

/** The plan for people: the limits, the figures, what they mean, and last the line that matters most. */
export function renderPlan(report: PlanReport, { allFail, preset }: PlanExtras, view: View): string {
  const { style } = view;
  const [heading = '', ...rows] = textTable(columnsOf(report), report.limits).split('\n');
  return [
    renderGiven(report.policy, report.load, preset, view),
    '',
    style.strong(heading),
    ...rows,
    '',
    renderFigures(planFigures(report, allFail), view),
    '',
    renderSentences([...report.sentences, ...presetSentences(preset)], view),
    '',
    style.strong(wrap(planAnswer(report), view.width)),
    '',
  ].join('\n');
}

export function planMarkdown(report: PlanReport, allFail: TotalWait): string {
  const figures = planFigures(report, allFail);
  return `${markdownTable(columnsOf(report), report.limits)}\n${markdownTable(FIGURE_COLUMNS, figures)}`;
}

function columnsOf({ binding }: PlanReport): Column<PlannedLimit>[] {
  return [
    { key: 'name', title: 'limit', align: 'left', text: ({ name }) => name, value: ({ name }) => name },
    {
      key: 'attemptsPerMinute',
      title: 'attempts/min',
      text: ({ attemptsPerMinute }) => formatNumber(attemptsPerMinute),
      value: ({ attemptsPerMinute }) => attemptsPerMinute,
    },
    {
      key: 'headroom',
      title: 'headroom',
      text: ({ headroom }) => `${formatFixed(headroom, 1)}×`,
      value: ({ headroom }) => headroom,
    },
    {
      key: 'unitsToDrain',
      title: 'units to drain',
      text: ({ unitsToDrain }) => formatNumber(unitsToDrain),
      value: ({ unitsToDrain }) => unitsToDrain,
    },
    {
      key: 'binds',
      title: '',
      align: 'left',
      text: ({ name }) => (name === binding ? 'binds' : ''),
      value: ({ name }) => name === binding,
    },
  ];
}

const FIGURE_COLUMNS: readonly Column<{ label: string; text: string }>[] = [
  { key: 'figure', title: 'figure', align: 'left', text: ({ label }) => label, value: ({ label }) => label },
  { key: 'value', title: 'value', align: 'left', text: ({ text }) => text, value: ({ text }) => text },
];
