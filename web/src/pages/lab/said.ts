// What a run came to, in words.

import { formatCount } from '../../../../src/core/text/format-number.js';
import { formatShare } from '../../../../src/core/text/format-share.js';
import { formatWait } from '../../../../src/core/text/format-time.js';
import { canRecover, type Figures } from '../../../../src/simulator/index.js';
import type { Asked, Side } from './asked.js';

/** One sentence that puts the sides against each other. `figures` are theirs, in the same order. */
export function conclusion({ sides }: Pick<Asked, 'sides'>, figures: readonly Figures[]): string {
  const parts = sides.map((side, index) => {
    const own = figures[index];
    if (own === undefined) return '';
    const said = factsOf(side, own);
    return sides.length === 1 ? said : `${label(side.name)} ${said}`;
  });
  const text = parts.filter((part) => part !== '').join('; ');
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}.`;
}

function label(name: string): string {
  return name === 'your policy' || name === 'your B' ? `with ${name}` : `with “${name}”`;
}

function factsOf({ scenario }: Side, figures: Figures): string {
  const cost = `a call takes ${formatCount(figures.amplification, 'attempt')}`;
  if (canRecover(scenario)) {
    const { recoveredAfterMs } = figures;
    const healed =
      recoveredAfterMs === null
        ? 'the service does not recover'
        : recoveredAfterMs === 0
          ? 'the service is well again at once'
          : `the service is well again ${formatWait(recoveredAfterMs)} after the fault`;
    return `${healed} and ${cost}`;
  }
  const isTimed = scenario.load.kind === 'open' || scenario.load.kind === 'closed';
  if (isTimed) return `${cost} and ${formatShare(figures.successShare)} of the calls end well`;
  const failed = figures.failed === 0 ? '' : `, ${formatShare(figures.successShare)} of them well`;
  return `${cost} and the last ends after ${formatWait(figures.completionMs)}${failed}`;
}
