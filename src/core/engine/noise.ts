// Refusals that have nothing to do with our rate: where twice the pace is refused no more often than the whole was, the
// pace is not what is refused.

import type { AcceptedRate } from './accepted-rate.js';

/** Answers at one pace that make a share. */
const ANSWERS = 16;
/** Fewer refusals than this among them are chance. */
const FEWEST_STRANGE = 2;
/** A share that falls by this shows that the pace is what is refused: one and a half deviations of a fifth of sixteen. */
const LESS = 0.15;
/** Strange rounds before the first trial, so that eight clients that settle beside each other do not all begin one. */
const FIRST_REST = 3;

/** Compares what part of the attempts is accepted at different paces. */
export interface Noise {
  answers: number;
  accepted: number;
  /** Refusals that the own pace does not explain. */
  strange: number;
  /** The part that was accepted before the pace was raised. */
  share: number;
  /** Strange rounds until the next trial; more after each that failed, since a trial costs refusals. */
  rest: number;
  failed: number;
  /** Raises in this trial that brought no more refusals. */
  raised: number;
  /** Refusals are taken to have other reasons: they do not lower the pace. */
  isOn: boolean;
}

export function createNoise(): Noise {
  return { answers: 0, accepted: 0, strange: 0, share: 1, rest: FIRST_REST, failed: 1, raised: 0, isOn: false };
}

/**
 * Notes an answer. While refusals are noise the pace doubles with every sixteen answers, until more of them are refused:
 * then it goes back to the one before.
 */
export function noteAnswer(rate: AcceptedRate, isAccepted: boolean): void {
  const { noise } = rate;
  if (rate.pacePerMs === 0) return;
  noise.answers++;
  if (isAccepted) noise.accepted++;
  if (noise.answers < ANSWERS) return;
  const share = noise.accepted / ANSWERS;
  const isStrange = noise.strange >= FEWEST_STRANGE;
  noise.answers = 0;
  noise.accepted = 0;
  noise.strange = 0;
  if (!noise.isOn) {
    noise.share = share;
    noise.isOn = isStrange && noise.rest-- <= 0;
    noise.raised = 0;
    if (noise.isOn) setPace(rate, 2);
  } else if (share > noise.share - LESS) {
    noise.raised++;
    setPace(rate, 2);
  } else {
    noise.isOn = false;
    // One that was right for a while has ended by chance, sooner or later; a pace that is refused is so at once.
    noise.failed = noise.raised > 0 ? 1 : noise.failed + 1;
    noise.rest = 3 ** noise.failed;
    setPace(rate, 0.5);
  }
}

function setPace(rate: AcceptedRate, factor: number): void {
  rate.pacePerMs *= factor;
  rate.ratePerMs = rate.pacePerMs;
  rate.accepted = ANSWERS;
  rate.elapsedMs = ANSWERS / rate.pacePerMs;
}
