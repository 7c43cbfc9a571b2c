import type { JSX } from 'preact';
import { LONGEST_WAIT_MS } from '../../../../src/core/backoff/compile.js';
import { fitsDeadline } from '../../../../src/core/schedule/fits-deadline.js';
import type { ScheduleReport } from '../../../../src/core/schedule/report.js';
import { formatWait } from '../../../../src/core/text/format-time.js';
import { durationText } from '../../form/duration-text.js';
import { asOneStep } from '../../state/address.js';
import { setText } from '../../state/store.js';
import { unbroken } from '../../ui/unbroken.js';
import { isUrgent } from './urgent.js';
import type { ScheduleInput } from './view.js';

/** Whether the worst case fits, what would make it fit, and what is likely to hurt. */
export function Verdict({ report, load }: { report: ScheduleReport; load: ScheduleInput['load'] }): JSX.Element {
  const { deadlineMs, latencyMs } = load;
  const sentence = report.sentences.find(({ id }) => id === (deadlineMs === null ? 'worst-case' : 'deadline'));
  const warnings = report.sentences.filter((sentence) => isUrgent(sentence, report));
  const isLate =
    deadlineMs !== null && !fitsDeadline(report.total.maxMs + report.attempts * (latencyMs ?? 0), deadlineMs);
  const largest = report.largestCapThatFitsMs ?? null;
  const offers = isLate && largest !== null && largest < LONGEST_WAIT_MS && report.attempts > 1;
  return (
    <div class="verdict">
      <p class={isLate ? 'late' : undefined}>
        {unbroken(sentence?.text ?? '')}{' '}
        {offers ? (
          <button type="button" class="link" onClick={() => asOneStep(() => setText('cap', capText(largest)))}>
            Set the cap to {formatWait(floorMs(largest))}
          </button>
        ) : null}
      </p>
      {warnings.map(({ id, text }) => (
        <p key={id} class="warning">
          {unbroken(text)}
        </p>
      ))}
    </div>
  );
}

function capText(largestMs: number): string {
  return durationText(floorMs(largestMs));
}

/** A cap in whole milliseconds, rounded down so that it still fits. */
function floorMs(ms: number): number {
  return Math.floor(ms * (1 + 1e-12));
}
