import type { JSX } from 'preact';
import { useEffect } from 'preact/hooks';
import { isWide } from '../../app/wide.js';
import { draft, isStale, pinned } from '../../state/store.js';
import { Answer } from '../../ui/answer.js';
import { CopyButton } from '../../ui/copy-button.js';
import { NotTold } from '../../ui/not-told.js';
import { Results } from '../../ui/results.js';
import { Section } from '../../ui/section.js';
import { unbroken } from '../../ui/unbroken.js';
import { type Asked, isAsPublished } from './asked.js';
import { Chooser } from './chooser.js';
import { labCommands } from './command.js';
import { DotStrips } from './dot-strips.js';
import { FiguresTable } from './figures-table.js';
import { LineChart } from './line-chart.js';
import { runAsked } from './run-asked.js';
import { fault, reports, running, status, steppedIn, stop, told } from './runner.js';
import { conclusion } from './said.js';
import { Settings } from './settings.js';
import { asked, chosenKey, chosenKeyOf } from './state.js';
import { StepIn } from './step-in.js';
import { Transport } from './transport.js';

export function LabPage(): JSX.Element {
  const wanted = asked.value;
  return (
    <Results
      title="Lab: what a fleet does to a service"
      isStale={isStale.value || (wanted !== null && wanted.sides.length === 0)}
      isPending={false}
      fault={fault.value}
    >
      {wanted === null ? null : <Lab wanted={wanted} />}
    </Results>
  );
}

function Lab({ wanted }: { wanted: Asked }): JSX.Element {
  const chosen = chosenKey.value;
  // Whoever chooses a scenario wants to see it; settings that are being typed wait for Run.
  useEffect(() => {
    const shown = running.peek();
    if (chosen !== '' && (shown === null || chosen !== chosenKeyOf(shown))) runAsked();
  }, [chosen]);
  // What nobody looks at need not be computed.
  useEffect(() => stop, []);
  const { input } = wanted;
  const notice = <p class="warning">{toldOf(wanted, input.notice)}</p>;
  return (
    <>
      <Answer text={useAnswer(wanted)}>
        <div class={`verdict lab-verdict${wanted.sides.length === 2 ? ' of-two' : ''}`}>
          <p>{toldOf(wanted, input.story)}</p>
          {isWide.value ? notice : null}
        </div>
      </Answer>
      <div class="lab-controls">
        <Chooser asked={wanted} />
        <Settings asked={wanted} />
        <div class="lab-steer">
          <Transport />
          <StepIn />
        </div>
      </div>
      <DotStrips />
      {/* Where one scrolls, what to look at is told beside what can be looked at. */}
      {isWide.value ? null : <div class="verdict">{notice}</div>}
      <div class="charts">
        <LineChart name="load" title="Load at the service" unit="/s" />
        <LineChart name="useful" title="Useful work" unit="/s" />
        <LineChart name="inVain" title="Turned away or in vain" unit="/s" />
        <LineChart name="waiting" title="Calls that wait" unit="" />
      </div>
      <FiguresTable />
      <CommandSection wanted={wanted} />
      <NotTold points={NOT_TOLD} />
      <p class="unseen" role="status">
        {told.value}
      </p>
    </>
  );
}

/** What the scenario tells of itself need not be true of a run that somebody changed. */
function toldOf(wanted: Asked, text = ''): string {
  const shown = running.value;
  const run = shown?.input === wanted.input ? shown : wanted;
  const isChanged = !isAsPublished(run) || (run === shown && steppedIn.value.length > 0);
  return unbroken(isChanged ? `As published: ${text}` : text);
}

/** The title while it runs, and what came of it at the end. */
function useAnswer(wanted: Asked): string {
  const shown = running.value;
  const ended = reports.value;
  if (status.value !== 'done' || shown === null || ended === null) return `${(shown ?? wanted).input.title}.`;
  const figures = ended.map((report) => report.figures);
  const yours = steppedIn.value.length === 0 ? '' : ' You stepped in.';
  return conclusion(shown, figures) + yours;
}

function CommandSection({ wanted }: { wanted: Asked }): JSX.Element | null {
  if (wanted.sides.length === 0) return null;
  const text = labCommands(wanted, draft.value, pinned.value).join('\n');
  return (
    <Section
      title="The same in a terminal"
      aside={
        <span class="actions">
          <CopyButton label="Copy" what="the command" text={() => text} />
        </span>
      }
    >
      <pre class="lab-command">
        <code>{text}</code>
      </pre>
      {steppedIn.value.length === 0 ? null : <p class="note">It runs without what you did to this run.</p>}
    </Section>
  );
}

const NOT_TOLD = [
  'One run is one draw: the command gives confidence intervals with --runs.',
  'Clients here need no time to think, connections cost nothing, and clocks agree.',
  'Which jitter or budget is best depends on the load and the service: these scenarios show what can happen, not what must.',
];
