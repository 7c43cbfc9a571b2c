import type { PlanReport } from '../../core/capacity/report.js';
import { isPlain } from '../../core/policy/paths.js';
import { type Column, csvTable } from './table.js';

type Value = string | number | null;

/** One figure by its path in the JSON, with its interval where success was measured. */
interface PathRow {
  readonly path: string;
  readonly value: Value;
  readonly low: Value;
  readonly high: Value;
}

const COLUMNS: readonly Column<PathRow>[] = (['path', 'value', 'low', 'high'] as const).map((key) => ({
  key,
  title: key,
  text: (row) => String(row[key] ?? ''),
  value: (row) => row[key],
}));

/** Every figure of a plan, in full precision, one a row: a plan is no table, and a row can be looked up by its path. */
export function planCsv(report: PlanReport): string {
  const { policy: _policy, load: _load, sentences: _sentences, intervals = {}, limits, ...figures } = report;
  const byName = Object.fromEntries(limits.map(({ name, ...limit }) => [name, limit]));
  const rows = leaves({ ...figures, limits: byName }, '').map(([path, value]): PathRow => {
    return { path, value, low: intervals[path]?.low ?? null, high: intervals[path]?.high ?? null };
  });
  return csvTable(COLUMNS, rows);
}

function leaves(value: unknown, path: string): [path: string, value: Value][] {
  if (!isPlain(value)) return [[path, value as Value]];
  return Object.entries(value).flatMap(([key, child]) => leaves(child, path === '' ? key : `${path}.${key}`));
}
