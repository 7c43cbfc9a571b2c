import { compile, type Rules } from '../../../../src/core/backoff/compile.js';
import type { Load } from '../../../../src/core/capacity/load.js';
import { type CurvePoint, resolvedCurve } from '../../../../src/core/distributions/resolved-curve.js';
import {
  type CallModel,
  resolvedShare,
  resolvedTimeQuantileMs,
} from '../../../../src/core/distributions/time-to-success.js';
import type { TotalWaits } from '../../../../src/core/distributions/wait-distribution.js';
import type { Policy } from '../../../../src/core/policy/policy.js';
import { callModel } from '../../../../src/core/schedule/by-deadline.js';
import type { ScheduleReport } from '../../../../src/core/schedule/report.js';
import { scheduleFrom } from '../../../../src/core/schedule/schedule-from.js';
import { uniformWaits } from '../../../../src/core/schedule/uniform-waits.js';
import type { Waits } from '../../../../src/core/schedule/waits.js';
import { type DeadlineTerm, deadlineTerms } from './deadline-terms.js';
import type { Herd } from './herd.js';
import { waitedCurve, waitedEndMs } from './waited-curve.js';

export interface ScheduleInput {
  readonly policy: Policy;
  readonly load: Load;
  readonly seed: number;
  /** A second policy under the same load; null for none. */
  readonly pinned: Policy | null;
}

/** Everything the page shows, as plain data. */
export interface ScheduleView {
  readonly input: ScheduleInput;
  readonly a: ScheduleSide;
  readonly b: ScheduleSide | null;
  /** How a fleet under the first policy comes back, null without retries; or it is made when it is drawn. */
  readonly herd: Herd | null | 'when drawn';
  readonly curveKind: CurveKind;
  /** Where the curves end. */
  readonly endMs: number;
}

/** `resolved`: calls that have succeeded by then; `waited`: runs of all retries whose waits add up to no more. */
export type CurveKind = 'resolved' | 'waited';

export interface ScheduleSide {
  readonly report: ScheduleReport;
  readonly curve: readonly CurvePoint[];
  /** The share of calls that succeed at all; null while success is not known. */
  readonly everShare: number | null;
  /** What each attempt adds to the share resolved by the deadline; empty while that is not known. */
  readonly terms: readonly DeadlineTerm[];
}

/** A deadline further out than this many times the end of the curve would squeeze it flat. */
const FARTHEST_DEADLINE = 2;
/** Room to the right of the end, so that it can be seen that nothing comes after. */
const ROOM = 1.04;

/** What a view is made of, where that depends on who makes it. */
export interface Makers {
  waitsOf(rules: Rules): Waits;
  herdOf(side: Side, load: Load): Herd | null | 'when drawn';
}

/** What is not heavy needs little code, and the answer waits neither for the fleet nor for the code of it. */
const ON_THE_SPOT: Makers = { waitsOf: uniformWaits, herdOf: () => 'when drawn' };

/** The schedule of one policy, or of two that are compared. Pure. What is heavy needs other makers. */
export function scheduleView(input: ScheduleInput, { waitsOf, herdOf }: Makers = ON_THE_SPOT): ScheduleView {
  const { policy, load, seed, pinned } = input;
  const sides = [policy, ...(pinned === null ? [] : [pinned])].map((each) => sideOf(each, load, waitsOf));
  const curveKind = sides.every(({ call }) => call !== null) ? 'resolved' : 'waited';
  const endMs = endOf(sides, curveKind, load.deadlineMs);
  const [a, b] = sides.map(({ rules, totals, call }): ScheduleSide => {
    const total = totals.after(totals.retries);
    return {
      report: scheduleFrom(waitsOf, rules, { seed, load }),
      curve: curveKind === 'resolved' ? resolvedCurve(call as CallModel, endMs) : waitedCurve(total, endMs),
      everShare: call === null ? null : resolvedShare(call),
      terms: call === null || load.deadlineMs === null ? [] : deadlineTerms(call, load.deadlineMs),
    };
  });
  return {
    input,
    a: a as ScheduleSide,
    b: b ?? null,
    herd: herdOf(sides[0] as Side, load),
    curveKind,
    endMs,
  };
}

/** Whether a schedule takes longer than a frame. Totals of decorrelated jitter come from tables, long sums from convolutions. */
export function isHeavySchedule({ policy, pinned }: ScheduleInput): boolean {
  return [policy, pinned].some((each) => each !== null && (each.jitter === 'decorrelated' || each.maxAttempts > 100));
}

/** A policy, compiled, under a load. */
export interface Side {
  readonly rules: Rules;
  readonly totals: TotalWaits;
  /** Null where nothing ever succeeds, or success or latency is not known. */
  readonly call: CallModel | null;
}

export function sideOf(policy: Policy, load: Load, waitsOf: Makers['waitsOf']): Side {
  const rules = compile(policy);
  const { totals } = waitsOf(rules);
  const call = callModel(rules, totals, load);
  return { rules, totals, call: call === null || call.successShare === 0 ? null : call };
}

function endOf(sides: readonly Side[], kind: CurveKind, deadlineMs: number | null): number {
  const ends = sides.map(({ call, totals }) =>
    kind === 'resolved' ? (resolvedTimeQuantileMs(call as CallModel, 0.999) ?? 0) : waitedEndMs(totals),
  );
  const end = Math.max(...ends);
  if (end === 0) return deadlineMs || 1000;
  const isNear = deadlineMs !== null && deadlineMs <= FARTHEST_DEADLINE * end;
  return (isNear ? Math.max(end, deadlineMs) : end) * ROOM;
}
