import { writeDuration } from '../../../src/core/policy/written.js';

/** A duration as people would type it: `22.2s` where core, which writes for machines, has `22200ms`. */
export function durationText(ms: number): string {
  const exact = writeDuration(ms);
  return exact.endsWith('ms') && ms >= 1000 ? `${Number((ms / 1000).toFixed(3))}s` : exact;
}
