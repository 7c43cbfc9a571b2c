import type { Load } from '../../core/capacity/load.js';
import { digitsOf } from '../../core/grammar/digits.js';
import { formatJitter } from '../../core/grammar/jitter.js';
import { isListed, type Policy } from '../../core/policy/policy.js';
import { writeDuration } from '../../core/policy/written.js';
import type { Preset } from '../../core/presets/index.js';
import { formatNumber } from '../../core/text/format-number.js';
import { formatShare } from '../../core/text/format-share.js';
import { formatWait } from '../../core/text/format-time.js';
import type { Sentence } from '../../core/text/sentence.js';
import { wrap } from '../../core/text/wrap.js';
import type { View } from './view.js';

/** What was computed with, a line each: the preset, the policy, the load. */
export function renderGiven(policy: Policy, load: Load, preset: Preset | null, view: View): string {
  const lines = [...(preset === null ? [] : [describePreset(preset)]), describePolicy(policy), describeLoad(load)];
  return lines
    .filter((line) => line !== '')
    .map((line) => wrap(line, view.width, '', '  '))
    .join('\n');
}

/** What the policy cannot say of the client that a preset describes, as sentences beside the others. */
export function presetSentences(preset: Preset | null): Sentence[] {
  return (preset?.differs ?? []).map((text) => ({ id: 'preset', text: `The preset differs: ${text}` }));
}

/** A policy in one line: what decides its waits. */
function describePolicy({ backoff, jitter, maxAttempts }: Policy): string {
  return [
    describeAttempts(maxAttempts),
    isListed(backoff)
      ? `listed delays ${describeList(backoff.delaysMs)}`
      : `base ${writeDuration(backoff.baseMs)} ×${digitsOf(backoff.multiplier)}`,
    backoff.capMs === null ? 'no cap' : `cap ${writeDuration(backoff.capMs)}`,
    ...(backoff.minMs === 0 ? [] : [`at least ${writeDuration(backoff.minMs)}`]),
    describeJitter(jitter),
  ].join(' · ');
}

/** Both counts, since half of the world means the other one. */
function describeAttempts(maxAttempts: number): string {
  if (maxAttempts === 1) return '1 attempt (no retries)';
  return `${formatNumber(maxAttempts)} attempts (1 call + ${formatNumber(maxAttempts - 1)} ${maxAttempts === 2 ? 'retry' : 'retries'})`;
}

/** What is known of a load, in one line; empty when nothing is. */
function describeLoad({ success, latencyMs, inFlight, backlog, arrivalsPerMinute, deadlineMs }: Load): string {
  return [
    ...(success === null ? [] : [`success ${formatShare(success.value)}`]),
    ...(latencyMs === null ? [] : [`latency ${formatWait(latencyMs)}`]),
    ...(deadlineMs === null ? [] : [`deadline ${formatWait(deadlineMs)}`]),
    ...(inFlight === null ? [] : [`${formatNumber(inFlight)} in flight`]),
    ...(backlog === 0 ? [] : [`backlog ${formatNumber(backlog)}`]),
    ...(arrivalsPerMinute === 0 ? [] : [`${formatNumber(arrivalsPerMinute)} arriving/min`]),
  ].join(' · ');
}

function describeJitter(jitter: Policy['jitter']): string {
  if (typeof jitter !== 'string') return `jitter ${formatJitter(jitter)}`;
  return jitter === 'none' ? 'no jitter' : `${jitter} jitter`;
}

/** Where a preset comes from, since a default is only as good as its date. */
function describePreset({ title, source, date }: Preset): string {
  return `${title}: ${source}, ${date}`;
}

function describeList(delaysMs: readonly number[]): string {
  const shown = delaysMs.slice(0, 6).map(writeDuration).join(', ');
  return delaysMs.length > 6 ? `${shown}, …` : shown;
}
