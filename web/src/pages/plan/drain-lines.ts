import type { Drain, PlanReport } from '../../../../src/core/capacity/report.js';

/** Requests waiting by time in ms, as corners of a line. */
export type DrainLine = readonly (readonly [ms: number, count: number])[];

export interface DrainLines {
  readonly a: DrainLine;
  readonly b: DrainLine | null;
  /** What the interval of the success share makes of it. */
  readonly range: { readonly low: DrainLine; readonly high: DrainLine } | null;
  readonly endMs: number;
  readonly most: number;
}

const MINUTE_MS = 60_000;
/** How far a backlog that grows, or hardly shrinks, is looked ahead. */
const AHEAD_MS = 60 * MINUTE_MS;
/** Room after the end. */
const ROOM = 1.24;

/** The lines of a backlog that is there, or grows. */
export function drainLines(report: PlanReport, other: PlanReport | null): DrainLines {
  const { backlog } = report.load;
  const ends = [report, other].flatMap((each) => (each === null ? [] : (timeOf(each.drain) ?? [])));
  const endMs = ends.length === 0 ? AHEAD_MS : Math.max(...ends) * ROOM;
  const a = lineOf(backlog, report.drain.netPerMinute, endMs);
  const b = other === null ? null : lineOf(backlog, other.drain.netPerMinute, endMs);
  const net = report.intervals?.['drain.netPerMinute'];
  const range =
    net === undefined || net.low === null || net.high === null
      ? null
      : { low: lineOf(backlog, net.high, endMs), high: lineOf(backlog, net.low, endMs) };
  // The interval may grow without end beside a line that falls: it is allowed to leave the picture.
  const most = Math.max(...[a, b ?? []].flat().map(([, count]) => count), 1) * 1.08;
  return { a, b, range: range === null ? null : clipped(range, most), endMs, most };
}

function timeOf(drain: Drain): number | null {
  return drain.status === 'clears' ? (drain.ms ?? null) : null;
}

function lineOf(backlog: number, netPerMinute: number, endMs: number): DrainLine {
  const at = (ms: number): number => Math.max(0, backlog - (netPerMinute * ms) / MINUTE_MS);
  const emptyMs = netPerMinute > 0 ? (backlog / netPerMinute) * MINUTE_MS : Number.POSITIVE_INFINITY;
  if (emptyMs >= endMs)
    return [
      [0, backlog],
      [endMs, at(endMs)],
    ];
  return [
    [0, backlog],
    [emptyMs, 0],
    [endMs, 0],
  ];
}

function clipped(
  { low, high }: { low: DrainLine; high: DrainLine },
  most: number,
): { low: DrainLine; high: DrainLine } {
  const [first, last] = [high[0], high.at(-1)];
  if (first === undefined || last === undefined || last[1] <= most) return { low, high };
  const crossMs = ((most - first[1]) / (last[1] - first[1])) * last[0];
  return { low, high: [first, [crossMs, most], [last[0], most]] };
}
