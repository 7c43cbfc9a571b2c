import type { JSX } from 'preact';
import { planAnswer } from '../../../../src/core/capacity/answer.js';
import type { PlanReport } from '../../../../src/core/capacity/report.js';
import type { Sentence } from '../../../../src/core/text/sentence.js';
import { BarChart } from '../../charts/bar-chart.js';
import { csvText, markdownText } from '../../export/table-text.js';
import { isStale } from '../../state/store.js';
import { Answer } from '../../ui/answer.js';
import { CopyButton } from '../../ui/copy-button.js';
import { Derivation } from '../../ui/derivation.js';
import { NotTold } from '../../ui/not-told.js';
import { Results } from '../../ui/results.js';
import { Section } from '../../ui/section.js';
import { Sentences } from '../../ui/sentences.js';
import { Tiles } from '../../ui/tiles.js';
import { arrivalsMark, capacityBars, limitBars, plannedMark } from './bars.js';
import { csvRows, textRows } from './columns.js';
import { planDerivation } from './derivation.js';
import { DrainChart } from './drain-chart.js';
import { NoLimits } from './empty.js';
import { figureRows } from './figures.js';
import { FiguresTable } from './figures-table.js';
import { hasLimits, planLive } from './live.js';
import { planTiles } from './tiles.js';
import { isTold, Verdict } from './verdict.js';
import type { PlanView } from './view.js';

export function PlanPage(): JSX.Element {
  const { value, isPending, fault } = planLive.value;
  const isEmpty = !hasLimits.value;
  return (
    <Results
      title="Plan: what the limits allow"
      isStale={isStale.value}
      isPending={isPending && !isEmpty}
      fault={isEmpty ? null : fault}
    >
      {isEmpty ? <NoLimits /> : value === null ? null : <Plan view={value} />}
    </Results>
  );
}

function Plan({ view }: { view: PlanView }): JSX.Element {
  const { report } = view.a;
  const rows = figureRows(view.a);
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
      <DrainChart view={view} />
      <Section
        title="Every figure"
        aside={
          <p class="actions">
            <CopyButton label="Copy CSV" what="of the figures" text={() => csvText(csvRows(report))} />
            <CopyButton label="Copy Markdown" what="of the figures" text={() => markdownText(textRows(rows))} />
          </p>
        }
      >
        <FiguresTable rows={rows} />
        <Derivation steps={() => planDerivation(view.a)} />
      </Section>
      <Section title="In words">
        <Sentences sentences={wordsBeside(report)} />
      </Section>
      <NotTold points={NOT_TOLD} />
    </>
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
