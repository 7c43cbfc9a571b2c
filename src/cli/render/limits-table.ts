import type { DecodedLimit } from '../../core/headers/decoded.js';
import { allBackMs, nextRequestTime } from '../../core/headers/limits/limit-times.js';
import { writeDuration } from '../../core/policy/written.js';
import { formatNumber } from '../../core/text/format-number.js';
import { formatWait } from '../../core/text/format-time.js';
import { type Column, textTable, widthOfTable } from './table.js';
import type { View } from './view.js';

/** Some servers name their limits at length. */
const LONGEST_NAME = 32;

type LimitColumn = Column<DecodedLimit>;

const NAME: LimitColumn = {
  key: 'name',
  title: 'limit',
  align: 'left',
  text: ({ name }) => (name.length > LONGEST_NAME ? `${name.slice(0, LONGEST_NAME - 1)}…` : name),
  value: ({ name }) => name,
};

function column(key: string, title: string, text: LimitColumn['text']): LimitColumn {
  return { key, title, text, value: text };
}

const LIMIT = column('limit', 'allowed', ({ limit }) => formatNumber(limit));
const REMAINING = column('remaining', 'remaining', ({ remaining }) => formatNumber(remaining));
const NEXT = column('next', 'next', nextText);
const FULL = column('full', 'full', (limit) => inText(allBackMs(limit)));
const WINDOW = column('window', 'window', ({ windowMs }) => (windowMs === null ? '–' : writeDuration(windowMs)));
const CONFIDENCE: LimitColumn = { ...column('confidence', '', ({ confidence }) => confidence), align: 'left' };

/** For Markdown, and for people where there is room. */
export const LIMIT_COLUMNS: readonly LimitColumn[] = [NAME, LIMIT, REMAINING, NEXT, FULL, WINDOW, CONFIDENCE];

/** What can be done without when there is less room. */
const NARROWER: readonly (readonly LimitColumn[])[] = [
  LIMIT_COLUMNS,
  [NAME, LIMIT, REMAINING, NEXT, FULL, WINDOW],
  [NAME, LIMIT, REMAINING, NEXT, FULL],
  [NAME, REMAINING, NEXT],
];

/** The limits that a response tells, as wide as the view allows; empty when it tells none. */
export function renderLimits(limits: readonly DecodedLimit[], view: View): string {
  if (limits.length === 0) return '';
  const columns = NARROWER.find((each) => widthOfTable(each, limits) <= view.width) ?? [NAME, REMAINING];
  const [heading = '', ...rows] = textTable(columns, limits).split('\n');
  return [view.style.strong(heading), ...rows].join('\n');
}

/** The columns for programs: each figure of the JSON by itself. */
export const LIMIT_CSV_COLUMNS: readonly LimitColumn[] = (
  [
    ['name', ({ name }) => name],
    ['limit', ({ limit }) => limit],
    ['remaining', ({ remaining }) => remaining],
    ['resetMs', ({ resetMs }) => resetMs],
    ['resetMeans', ({ resetMeans }) => resetMeans],
    ['windowMs', ({ windowMs }) => windowMs],
    ['algorithm', ({ algorithm }) => algorithm],
    ['resolutionAmount', ({ resolution }) => resolution.amount],
    ['resolutionMs', ({ resolution }) => resolution.resetMs],
    ['confidence', ({ confidence }) => confidence],
  ] as const satisfies readonly (readonly [string, (limit: DecodedLimit) => string | number | null])[]
).map(([key, value]) => ({ key, title: key, text: (limit) => String(value(limit) ?? ''), value }));

function nextText(limit: DecodedLimit): string {
  const next = nextRequestTime(limit);
  return next?.isUpperBound === true && next.ms > 0 ? `≤ ${formatWait(next.ms)}` : inText(next?.ms ?? null);
}

function inText(ms: number | null): string {
  return ms === 0 ? 'now' : formatWait(ms);
}
