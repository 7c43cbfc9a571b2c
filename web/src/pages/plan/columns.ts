import type { PlanReport } from '../../../../src/core/capacity/report.js';
import { isPlain } from '../../../../src/core/policy/paths.js';
import type { Cell } from '../../../../src/core/text/table-text.js';
import type { FigureRow } from './figures.js';

/** Every figure by its path in the JSON, with its interval, as the command prints them with `--csv`. */
export function csvRows(report: PlanReport): Cell[][] {
  const { policy: _policy, load: _load, sentences: _sentences, intervals = {}, limits, ...figures } = report;
  const byName = Object.fromEntries(limits.map(({ name, ...limit }) => [name, limit]));
  const rows = leaves({ ...figures, limits: byName }, '').map(([path, value]): Cell[] => {
    return [path, value, intervals[path]?.low ?? null, intervals[path]?.high ?? null];
  });
  return [['path', 'value', 'low', 'high'], ...rows];
}

/** The rows as the table shows them. */
export function textRows(rows: readonly FigureRow[]): string[][] {
  return [['figure', 'value', '95 % interval'], ...rows.map(({ title, value, interval }) => [title, value, interval])];
}

function leaves(value: unknown, path: string): [path: string, value: Cell][] {
  if (!isPlain(value)) return [[path, value as Cell]];
  return Object.entries(value).flatMap(([key, child]) => leaves(child, path === '' ? key : `${path}.${key}`));
}
