// Who sent a response, by the marks that it bears.

import type { Confidence } from '../decoded.js';
import type { BodyIndex, BodyMark } from '../response/body-index.js';
import type { SeenMark } from '../response/field-index.js';
import type { ResponseView } from '../response/response-view.js';
import { fieldHolds } from '../verdict/condition.js';
import type { Dialect, MarkWeight } from './dialect.js';
import { unknown } from './unknown.js';

export interface Detected {
  readonly dialect: Dialect;
  readonly confidence: Confidence;
  readonly reason: string;
}

const WEIGHTS: Readonly<Record<MarkWeight, number>> = { own: 1000, format: 30, shared: 10, hint: 1 };

/** The dialect of this list whose marks weigh most. */
export function detect(view: ResponseView, dialects: readonly Dialect[], bodyIndex: BodyIndex): Detected {
  const { layout } = view;
  const inBody = bodyIndex.marksIn(view.body);
  if (inBody.length > 0 || layout.marksByValue.some((mark) => isBorne(mark, view)))
    return weigh(view, inBody, dialects);
  // By the names alone: the same for all responses that have these fields.
  layout.sender ??= weigh(view, inBody, dialects);
  return layout.sender;
}

function weigh(view: ResponseView, inBody: readonly BodyMark[], dialects: readonly Dialect[]): Detected {
  const scores: Score[] = [];
  for (const mark of view.layout.marks) {
    if (isBorne(mark, view)) add(mark.dialect, mark.weight, mark.test.name, scores);
  }
  for (const { dialect, weight, test } of inBody) add(dialect, weight, test.at, scores);
  let best: Score | null = null;
  for (const score of scores) {
    if (score.strongest !== 'hint' && (best === null || isBetter(score, best, dialects))) best = score;
  }
  if (best === null) return NOBODY;
  const { dialect, strongest, sign } = best;
  return { dialect, confidence: CONFIDENCE[strongest], reason: SAYS[strongest](sign, dialect.title) };
}

interface Score {
  readonly dialect: Dialect;
  sum: number;
  strongest: MarkWeight;
  /** The field or body path of the strongest mark. */
  sign: string;
}

const NOBODY: Detected = {
  dialect: unknown,
  confidence: 'guess',
  reason: 'no field or body tells who sent it',
};

const CONFIDENCE: Readonly<Record<MarkWeight, Confidence>> = {
  own: 'certain',
  format: 'certain',
  shared: 'likely',
  hint: 'guess',
};

const SAYS: Readonly<Record<MarkWeight, (sign: string, title: string) => string>> = {
  own: (sign, title) => `${sign} is sent by ${title} alone`,
  format: (sign, title) => `${sign} has the form of ${title}`,
  shared: (sign, title) => `${sign} comes from ${title}, and others have copied it`,
  hint: (sign, title) => `${sign} is sent by ${title}, too`,
};

/** Of equals the one that stands first in the list, so that the order of the fields does not matter. */
function isBetter(score: Score, best: Score, dialects: readonly Dialect[]): boolean {
  if (score.sum !== best.sum) return score.sum > best.sum;
  return dialects.indexOf(score.dialect) < dialects.indexOf(best.dialect);
}

function isBorne({ test }: SeenMark, view: ResponseView): boolean {
  return (test.is === undefined && test.has === undefined) || fieldHolds(test, view.text(test.name));
}

function add(dialect: Dialect, weight: MarkWeight, sign: string, scores: Score[]): void {
  for (let i = 0; i < scores.length; i++) {
    const score = scores[i] as Score;
    if (score.dialect !== dialect) continue;
    score.sum += WEIGHTS[weight];
    if (WEIGHTS[weight] > WEIGHTS[score.strongest]) {
      score.strongest = weight;
      score.sign = sign;
    }
    return;
  }
  scores.push({ dialect, sum: WEIGHTS[weight], strongest: weight, sign });
}
