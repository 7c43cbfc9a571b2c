import type { JSX } from 'preact';
import { useMemo } from 'preact/hooks';
import { planAnswer } from '../../../../src/core/capacity/answer.js';
import type { PlanReport } from '../../../../src/core/capacity/report.js';
import type { Sentence } from '../../../../src/core/text/sentence.js';
import { csvText, markdownText } from '../../../../src/core/text/table-text.js';
import { BarChart } from '../../charts/bar-chart.js';
import { isStale } from '../../state/store.js';
import { useAfterPaint } from '../../ui/after-paint.js';
import { Answer } from '../../ui/answer.js';
import { CopyButton } from '../../ui/copy-button.js';
import { Derivation } from '../../ui/derivation.js';
import { lazy } from '../../ui/lazy.js';
import { NotTold } from '../../ui/not-told.js';
import { Results } from '../../ui/results.js';
import { Section } from '../../ui/section.js';
import { Sentences } from '../../ui/sentences.js';
import { StepList } from '../../ui/step-list.js';
import { Tiles } from '../../ui/tiles.js';
import { arrivalsMark, capacityBars, limitBars, plannedMark } from './bars.js';
import { csvRows, textRows } from './columns.js';
import { DrainChart } from './drain-chart.js';
import { NoLimits } from './empty.js';
import { figureRows } from './figures.js';
import { FiguresTable } from './figures-table.js';
import { hasLimits, planLive } from './live.js';
import { planTiles } from './tiles.js';
import { isTold, Verdict } from './verdict.js';
import type { PlanSide, PlanView } from './view.js';

export function PlanPage(): JSX.Element {
  const { value, isPending, fault } = planLive.value;
  const isEmpty = !hasLimits.value;
  return (
    <Results
      title="Plan: what the limits allow"
      isStale={isStale.value && !isEmpty}
      isPending={isPending && !isEmpty}
      fault={isEmpty ? null : fault}
    >
      {isEmpty ? <NoLimits /> : value === null ? null : <Plan view={value} />}
    </Results>
  );
}

function Plan({ view }: { view: PlanView }): JSX.Element {
  const { report } = view.a;
  // What stands further down follows a frame later, so that the answer and the pictures beside it do not wait for it.
  const painted = useAfterPaint(view);
  const details = useMemo(() => <Details view={painted} />, [painted]);
  return (
    <>
      <Answer text={planAnswer(report)}>
        <Verdict report={report} />
      </Answer>
      <Tiles label="Figures of the plan" tiles={planTiles(view)} />
      <div class="charts">
        <BarChart
          title="What each limit allows"
          unit="attempts a minute"
          bars={limitBars(report)}
          mark={plannedMark(report)}
        />
        <BarChart
          title="What it can carry"
          unit="requests a minute"
          bars={capacityBars(report)}
          mark={arrivalsMark(report)}
        />
      </div>
      {details}
    </>
  );
}

function Details({ view }: { view: PlanView }): JSX.Element {
  return (
    <>
      <DrainChart view={view} />
      <Section title="Every figure" aside={<CopyFigures />}>
        <FiguresTable rows={figureRows(view.a)} />
        <Derivation>
          <Steps side={view.a} />
        </Derivation>
      </Section>
      <Section title="In words">
        <Sentences sentences={wordsBeside(view.a.report)} />
      </Section>
      <NotTold points={NOT_TOLD} />
    </>
  );
}

const Steps = lazy(async () => {
  const { planDerivation } = await import('./derivation.js');
  return ({ side }: { side: PlanSide }) => <StepList steps={planDerivation(side)} />;
});

function CopyFigures(): JSX.Element {
  // Of the latest result, which the table follows.
  const text = (write: (side: PlanSide) => string): string => {
    const view = planLive.peek().value;
    return view === null ? '' : write(view.a);
  };
  return (
    <p class="actions">
      <CopyButton label="Copy CSV" what="of the figures" text={() => text(({ report }) => csvText(csvRows(report)))} />
      <CopyButton
        label="Copy Markdown"
        what="of the figures"
        text={() => text((side) => markdownText(textRows(figureRows(side))))}
      />
    </p>
  );
}

function wordsBeside(report: PlanReport): Sentence[] {
  return report.sentences.filter(({ id }) => !isTold(id, report));
}

const NOT_TOLD = [
  'A plan is about averages. Queues form well below the ceiling when requests come in bursts; only the simulator shows them.',
  'Limits are taken to be yours alone. Who shares a key or a project shares its limits.',
  'Success is taken to stay as it is. At the ceiling it may fall, since what is above a limit is refused.',
];
