// The rate of a server that tells no limits, learned from what it accepts between refusals.

import { createNoise, type Noise, noteAnswer } from './noise.js';

/**
 * A refusal says that the allowance was used up at that moment. So what is accepted from one refusal to the next is what
 * came back in the meantime, whatever the server's algorithm and however fast it was asked. (After the long-term
 * bandwidth sampling of BBR, which finds the rate of a policer in the same way.)
 */
export interface AcceptedRate {
  /** When, and with which attempt, the allowance was last seen used up; −Infinity before the first refusal. */
  emptyAt: number;
  emptyOrder: number;
  /** The attempt that was refused first, and the calls accepted since the last one was. */
  firstOrder: number;
  since: number;
  /** When the last refusal came to be known. */
  knownAt: number;
  /** The server was not asked for all that it would accept since then. */
  wasIdle: boolean;
  /** Over the refusals so far: accepted calls and the time they took. */
  accepted: number;
  elapsedMs: number;
  /** The same, lately; and refusals in a row with nothing accepted between them. */
  lately: number;
  latelyMs: number;
  hunger: number;
  /** Accepted per ms; 0 while it is not known. */
  ratePerMs: number;
  /** It is what was accepted between refusals, rather than a first guess. */
  isMeasured: boolean;
  /** What is sent per ms, a little more than that, so that a faster server is noticed. */
  pacePerMs: number;
  /** Calls accepted since the last refusal. */
  streak: number;
  /** Calls that may go at once. */
  level: number;
  updatedAt: number;
  /** Most that were accepted in one go. */
  burst: number;
  /** Whether refusals have to do with the pace. */
  readonly noise: Noise;
}

/** Fewer accepted calls than this make no rate; where hardly more were let through before the first refusal, two do. */
const FEWEST = 4;
const FEWEST_AMONG_OTHERS = 2;
/** The memory, in accepted calls: more of the past would hide that the server has changed. */
const MEMORY = 400;
/** A rate this far above the known one, over that many calls, is no chance. */
const CLEARLY_MORE = 1.15;
const FEWEST_FOR_MORE = 8;
/** A server is asked once a minute, however little it has accepted. */
const SLOWEST_PER_MS = 1 / 60_000;
/**
 * Without a refusal the pace has doubled after this time, and grows with its cube, so that whoever was left with little
 * soon has its part when the others are done: by then, or with fewer calls than MOST, but never with fewer than FEWEST.
 */
const DOUBLES_MS = 6000;
const MOST_TO_DOUBLE = 200;
const FEWEST_TO_DOUBLE = 5;
/** A rate known from fewer accepted calls than this is tried sooner, but not before this part of the time or the calls. */
const WELL_KNOWN = 16;
const SOONEST = 0.5;
/** Whoever is told what all may have still asks for this part of it, so that it notices when the others are done. */
const LEAST_SHARE = 1 / 64;
/** How much faster with every call while all of the allowance lies unused, by the server's word. */
const GROWTH_INTO_UNUSED = 0.4;
/** And by what part of all that is allowed at least: whoever was left with next to nothing would need minutes. */
const STEP_INTO_UNUSED = 1 / 32;
/** Refusals in a row, with nothing accepted between them, that mean that the server has shut. */
const HUNGRY_FROM = 2;
/** How much faster to ask after a refusal that the own rate does not explain. */
const PROBE = 1.5;

export function createAcceptedRate(): AcceptedRate {
  return {
    emptyAt: -Infinity,
    emptyOrder: -1,
    firstOrder: -1,
    since: 0,
    wasIdle: false,
    knownAt: -Infinity,
    accepted: 0,
    elapsedMs: 0,
    lately: 0,
    latelyMs: 0,
    hunger: 0,
    ratePerMs: 0,
    isMeasured: false,
    pacePerMs: 0,
    streak: 0,
    level: 0,
    updatedAt: 0,
    burst: 1,
    noise: createNoise(),
  };
}

/** When a call may go once `ahead` have gone: an instant ≤ now if at once. */
export function pacedAt(rate: AcceptedRate, now: number, ahead = 0): number {
  if (rate.pacePerMs === 0) return now;
  refill(rate, now);
  const missing = ahead + 1 - rate.level;
  return missing <= 1e-9 ? now : now + missing / rate.pacePerMs;
}

/** Notes a call that is sent. `isLast`: nobody waits behind it, so that more might have been accepted than is asked for. */
export function takePaced(rate: AcceptedRate, now: number, isLast = false): void {
  if (isLast) rate.wasIdle = true;
  if (rate.pacePerMs === 0) return;
  refill(rate, now);
  // No debt of the time when the pace was not applied.
  rate.level = Math.max(0, rate.level - 1);
}

/**
 * Notes an accepted call. The pace grows slowly at first and faster the longer nothing is refused; and at once where the
 * server says that this share of its allowance lies unused.
 */
export function noteAccepted(
  rate: AcceptedRate,
  order: number,
  now: number,
  unusedShare = 0,
  allowedPerMs = Infinity,
): void {
  if (order < rate.emptyOrder) {
    // Its answer comes after that of a later one which was refused.
    if (order > rate.firstOrder) rate.accepted++;
    rate.hunger = 0;
    return;
  }
  noteAnswer(rate, true);
  rate.since++;
  rate.streak++;
  if (rate.pacePerMs === 0) return;
  refill(rate, now);
  const { streak, ratePerMs } = rate;
  const doublesMs = Math.min(MOST_TO_DOUBLE / ratePerMs, DOUBLES_MS);
  // A time in which nobody asked is no evidence, so calls count as well.
  // A told limit bounds the guess that a rate begins with; where nothing is told, it may be far too low.
  const patience = allowedPerMs < Infinity ? 1 : Math.max(SOONEST, Math.min(1, rate.accepted / WELL_KNOWN));
  const doublings = Math.min((now - rate.knownAt) / doublesMs, streak / FEWEST_TO_DOUBLE) / patience;
  const grown = Math.max(
    ratePerMs * (1 + streak / (10 * MOST_TO_DOUBLE) + doublings ** 3),
    grownIntoUnused(rate.pacePerMs, unusedShare, allowedPerMs),
  );
  // After hunger back to what was known, at once.
  rate.pacePerMs =
    rate.pacePerMs < ratePerMs ? Math.min(ratePerMs, rate.pacePerMs * 2) : Math.max(rate.pacePerMs, grown);
  rate.burst += 0.02;
}

/**
 * Notes a refused call: attempt `order` of its bucket, sent at `sentAt`. Every refusal is a moment at which nothing was
 * left, but only one sent after the last refusal was known says something of the pace. `allowedPerMs`: what the server
 * says that it allows to all; Infinity where it says nothing.
 */
export function noteRefused(
  rate: AcceptedRate,
  order: number,
  sentAt: number,
  now: number,
  allowedPerMs = Infinity,
): void {
  if (order < rate.emptyOrder) return;
  noteAnswer(rate, false);
  const isFirst = rate.emptyOrder < 0;
  const isNews = sentAt >= rate.knownAt;
  refill(rate, now);
  if (isFirst) rate.burst = Math.max(1, order);
  if (isFirst || rate.wasIdle) rate.firstOrder = order;
  else learn(rate, rate.since, sentAt - rate.emptyAt, isNews, allowedPerMs);
  rate.since = 0;
  rate.wasIdle = false;
  rate.emptyAt = sentAt;
  rate.emptyOrder = order;
  rate.level = Math.min(0, rate.level);
  if (!isNews) return;
  rate.knownAt = now;
  rate.streak = 0;
}

/** Takes a rate for true, and so many calls at once, until one has been measured. */
export function assumeRate(rate: AcceptedRate, perMs: number, burst: number, now: number): void {
  refill(rate, now);
  rate.ratePerMs = Math.max(perMs, SLOWEST_PER_MS);
  rate.pacePerMs = rate.ratePerMs;
  rate.burst = Math.max(1, burst);
  rate.level = Math.min(rate.level, rate.burst);
}

function learn(rate: AcceptedRate, accepted: number, elapsedMs: number, isNews: boolean, allowedPerMs: number): void {
  const before = rate.ratePerMs;
  rate.lately += accepted;
  rate.latelyMs += elapsedMs;
  const kept = Math.min(1, MEMORY / Math.max(1, rate.accepted));
  rate.accepted = rate.accepted * kept + accepted;
  rate.elapsedMs = rate.elapsedMs * kept + elapsedMs;
  if (rate.noise.isOn) return;
  rate.hunger = accepted > 0 ? 0 : rate.hunger + (isNews ? 1 : 0);
  if (rate.lately >= FEWEST_FOR_MORE) {
    if (before > 0 && rate.lately > CLEARLY_MORE * before * rate.latelyMs) {
      rate.accepted = rate.lately;
      rate.elapsedMs = rate.latelyMs;
    }
    rate.lately = 0;
    rate.latelyMs = 0;
  }
  // Where far more should have been accepted by now, the little that was tells enough.
  const isLittle = rate.elapsedMs * allowedPerMs >= 2 * FEWEST && allowedPerMs < Infinity;
  const fewest = Math.min(FEWEST, Math.max(FEWEST_AMONG_OTHERS, rate.burst / 2));
  // Whoever has no rate yet asks as often as answers come, and of many such clients most are refused.
  const isFirstGuess = before === 0 && rate.hunger >= HUNGRY_FROM && allowedPerMs === Infinity;
  if ((rate.accepted < fewest && !isLittle && !isFirstGuess) || rate.elapsedMs <= 0) return;
  const slowest = allowedPerMs < Infinity ? Math.max(SLOWEST_PER_MS, allowedPerMs * LEAST_SHARE) : SLOWEST_PER_MS;
  if (rate.hunger >= HUNGRY_FROM && !isFirstGuess) {
    // Asked at half the pace until something is accepted again.
    if (isNews) rate.pacePerMs = Math.max(rate.pacePerMs / 2, Math.min(rate.pacePerMs, slowest));
    return;
  }
  rate.ratePerMs = Math.max(1, rate.accepted) / rate.elapsedMs;
  rate.isMeasured = true;
  // Refused though no more was sent than the server is known to accept: then it does not refuse because of our rate.
  const isUnexplained = isNews && before > 0 && accepted + 1 - before * elapsedMs < 0.5;
  if (isUnexplained && allowedPerMs === Infinity) rate.noise.strange++;
  // Waits lower the rate that is measured, and what is measured makes the next wait: without a bound it would last for ever.
  rate.pacePerMs = Math.max(rate.ratePerMs * (isUnexplained ? PROBE : 1), slowest);
}

function grownIntoUnused(pacePerMs: number, unusedShare: number, allowedPerMs: number): number {
  const step = allowedPerMs < Infinity ? STEP_INTO_UNUSED * allowedPerMs : 0;
  const growth = Math.max(GROWTH_INTO_UNUSED * pacePerMs, step);
  return Math.min(pacePerMs + growth * unusedShare ** 2, allowedPerMs);
}

function refill(rate: AcceptedRate, now: number): void {
  if (now <= rate.updatedAt) return;
  rate.level = Math.min(Math.max(1, rate.burst), rate.level + (now - rate.updatedAt) * rate.pacePerMs);
  rate.updatedAt = now;
}
