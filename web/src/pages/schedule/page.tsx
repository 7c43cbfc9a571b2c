import type { JSX } from 'preact';
import { useMemo } from 'preact/hooks';
import { scheduleAnswer } from '../../../../src/core/schedule/answer.js';
import { isStale } from '../../state/store.js';
import { useAfterPaint } from '../../ui/after-paint.js';
import { Answer } from '../../ui/answer.js';
import { lazy } from '../../ui/lazy.js';
import { Results } from '../../ui/results.js';
import { Tiles } from '../../ui/tiles.js';
import { BandChart } from './band-chart.js';
import { CurveChart } from './curve-chart.js';
import { scheduleLive } from './live.js';
import { scheduleTiles } from './tiles.js';
import { Verdict } from './verdict.js';
import type { ScheduleView } from './view.js';

export function SchedulePage(): JSX.Element {
  const { value, isPending, fault } = scheduleLive.value;
  return (
    <Results title="Schedule: what each retry waits" isStale={isStale.value} isPending={isPending} fault={fault}>
      {value === null ? null : <Schedule view={value} />}
    </Results>
  );
}

function Schedule({ view }: { view: ScheduleView }): JSX.Element {
  const { a, input } = view;
  const { report } = a;
  // What stands further down follows a frame later, so that the answer and the pictures beside it do not wait for it.
  const painted = useAfterPaint(view);
  const details = useMemo(() => <Details view={painted} />, [painted]);
  return (
    <>
      <Answer text={scheduleAnswer(report, input.load.deadlineMs)}>
        <Verdict report={report} load={input.load} />
      </Answer>
      <Tiles label="Figures of the schedule" tiles={scheduleTiles(view)} />
      <div class="charts">
        {report.retries.length === 0 && view.b === null ? null : <BandChart view={view} />}
        <CurveChart view={view} />
      </div>
      {details}
    </>
  );
}

/** It has a file of its own, so that the first answer does not wait for the code either. */
const Details = lazy(async () => (await import('./details.js')).Details);
