import type { JSX } from 'preact';
import { SAME_SHARE } from '../../../../src/core/capacity/limits.js';
import type { PlanReport } from '../../../../src/core/capacity/report.js';
import { digitsOf } from '../../../../src/core/grammar/digits.js';
import { formatNumber } from '../../../../src/core/text/format-number.js';
import { asOneStep } from '../../state/address.js';
import { setText } from '../../state/store.js';
import { unbroken } from '../../ui/unbroken.js';

/** What does not hold, and which lever moves it. */
export function Verdict({ report }: { report: PlanReport }): JSX.Element {
  const { planned, slots } = report;
  const isOver = planned !== null && planned.utilization > 1 + SAME_SHARE;
  const [first, ...urgent] = report.sentences.filter(({ id }) => isTold(id, report)).sort(firstOf(lead(report)));
  return (
    <div class="verdict">
      <p>
        {unbroken(first?.text ?? '')}{' '}
        {isOver && slots !== null && slots > 0 ? (
          <button type="button" class="link" onClick={() => asOneStep(() => setText('in-flight', digitsOf(slots)))}>
            Plan {formatNumber(slots)} in flight
          </button>
        ) : null}
      </p>
      {urgent.map(({ id, text }) => (
        <p key={id} class="warning">
          {unbroken(text)}
        </p>
      ))}
    </div>
  );
}

/** Whether the verdict tells a sentence, so that it need not be told again. */
export function isTold(id: string, report: PlanReport): boolean {
  const { drain, load, hiddenCapacityPerMinute } = report;
  if (id === lead(report) || id.startsWith('warning-')) return true;
  if (id === 'drain') return drain.status === 'grows';
  return id === 'hidden-capacity' && load.arrivalsPerMinute > hiddenCapacityPerMinute;
}

/** What follows from the answer first: the plan against the ceiling, or without a plan how many in flight. */
function lead({ planned }: PlanReport): string {
  return planned === null ? 'in-flight' : 'planned';
}

function firstOf(lead: string) {
  return (a: { id: string }, b: { id: string }): number => Number(b.id === lead) - Number(a.id === lead);
}
