import type { Scenario } from '../../../../../src/simulator/index.js';

/** What a side did when it was run ahead, to its end or as far as there was time. */
export interface Lookahead {
  readonly scenario: Scenario;
  readonly nowMs: number;
  readonly isDone: boolean;
  readonly attempts: number;
  /** The highest number of a call. */
  readonly lastCall: number;
}

/** How long a run is about to take, and which calls are shown one by one. */
export interface Horizon {
  readonly endMs: number;
  /** Until then the run is shown more closely: where one side is over long before the other. Else the end. */
  readonly closeMs: number;
  /** Every so manieth call has a line of dots, and so many lines there are. */
  readonly stride: number;
  readonly lanes: number;
}

const LANES = 48;
/** More dots on a side are neither told apart nor drawn in time. */
const MOST_DOTS = 8000;
/** Where nothing is known, the end is so many times further. */
const GUESS = 4;

export function horizonOf(sides: readonly Lookahead[]): Horizon {
  const ends = sides.map(endOf);
  const endMs = Math.max(1, ...ends);
  const earliest = Math.min(...ends) * 1.25;
  const calls = Math.max(1, ...sides.map(callsOf));
  const attempts = Math.max(...sides.map((side, index) => attemptsOf(side, ends[index] as number)));
  const stride = Math.max(1, Math.ceil(calls / LANES), Math.ceil(attempts / MOST_DOTS));
  return {
    endMs,
    closeMs: earliest > 0 && earliest < endMs / 2 ? earliest : endMs,
    stride,
    lanes: Math.ceil(calls / stride),
  };
}

function endOf({ scenario, nowMs, isDone }: Lookahead): number {
  if (isDone) return nowMs;
  const { load, durationMs, drainMs } = scenario;
  const isTimed = load.kind === 'open' || load.kind === 'closed';
  return isTimed ? Math.max(nowMs, durationMs + (drainMs ?? 0)) : nowMs * GUESS;
}

/** On a slow machine little is seen ahead, and many calls may wait behind the first: those that are certain to come count. */
function callsOf({ scenario: { load }, isDone, lastCall }: Lookahead): number {
  const seen = lastCall + 1;
  if (isDone) return seen;
  switch (load.kind) {
    case 'herd':
      return Math.max(seen, load.clients);
    case 'trace':
      return Math.max(seen, load.atMs.length);
    case 'batch':
      return Math.max(seen, load.callsEach * (load.clients - 1) + (load.callsOfFirst ?? load.callsEach));
    default:
      return seen;
  }
}

function attemptsOf({ attempts, nowMs, isDone }: Lookahead, endMs: number): number {
  return isDone || nowMs === 0 ? attempts : (attempts * endMs) / nowMs;
}

/** Share of the playing time that the closer part takes. */
const CLOSE_SHARE = 0.5;

/**
 * The virtual time when so much of the playing time has passed (1: all of it; beyond, the run took longer than expected).
 * At an even speed; after a closer part faster and faster, so that the tail of one side does not bore.
 */
export function clockAt({ endMs, closeMs }: Horizon, played: number): number {
  if (closeMs === endMs) return endMs * played;
  if (played <= CLOSE_SHARE) return (closeMs * played) / CLOSE_SHARE;
  return closeMs * (endMs / closeMs) ** ((played - CLOSE_SHARE) / (1 - CLOSE_SHARE));
}

/** The share of the playing time at which the clock shows an instant: the inverse of {@link clockAt}. */
export function playedAt({ endMs, closeMs }: Horizon, clockMs: number): number {
  if (closeMs === endMs) return clockMs / endMs;
  if (clockMs <= closeMs) return (clockMs / closeMs) * CLOSE_SHARE;
  return CLOSE_SHARE + (1 - CLOSE_SHARE) * (Math.log(clockMs / closeMs) / Math.log(endMs / closeMs));
}

/** Where the axis of time ends at an instant: it doubles when it is too short, and stops at the end. */
export function axisAt({ endMs, closeMs }: Horizon, clockMs: number): number {
  let axisMs = closeMs;
  while (axisMs < clockMs) axisMs = axisMs < endMs ? Math.min(2 * axisMs, endMs) : 2 * axisMs;
  return axisMs;
}
