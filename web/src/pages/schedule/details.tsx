import type { JSX } from 'preact';
import { formatJitter } from '../../../../src/core/grammar/jitter.js';
import type { Policy } from '../../../../src/core/policy/policy.js';
import type { ScheduleReport, ScheduleRow, ScheduleTotal } from '../../../../src/core/schedule/report.js';
import { formatWait } from '../../../../src/core/text/format-time.js';
import type { Sentence } from '../../../../src/core/text/sentence.js';
import { csvText, markdownText } from '../../../../src/core/text/table-text.js';
import { preset } from '../../state/store.js';
import { CopyButton } from '../../ui/copy-button.js';
import { Derivation } from '../../ui/derivation.js';
import { lazy } from '../../ui/lazy.js';
import { NotTold } from '../../ui/not-told.js';
import { Section } from '../../ui/section.js';
import { Sentences } from '../../ui/sentences.js';
import { StepList } from '../../ui/step-list.js';
import { csvRows, textRows } from './columns.js';
import { CompareTable } from './compare-table.js';
import { formulaOf } from './formula.js';
import { HerdChart } from './herd-chart.js';
import { herdOfView } from './herd-of-view.js';
import { scheduleLive } from './live.js';
import { ScheduleTable } from './table.js';
import { isUrgent } from './urgent.js';
import type { ScheduleView } from './view.js';

/** What stands beneath the answer and its pictures. */
export function Details({ view }: { view: ScheduleView }): JSX.Element {
  const { a, input } = view;
  const { report } = a;
  const rows = report.retries;
  const herd = herdOfView(view);
  return (
    <>
      {herd === null ? null : <HerdChart herd={herd} jitter={jitterName(input.policy)} />}
      <CompareTable view={view} />
      {rows.length === 0 ? null : (
        <Section title="Every retry" aside={<CopyTable />}>
          <ScheduleTable rows={rows} caption="Waits of every retry, in milliseconds" />
          <Quantiles total={report.total} />
          <Throttled view={view} />
          <Derivation formula={formulaOf(input.policy)}>
            <Steps view={view} />
          </Derivation>
        </Section>
      )}
      <Section title="In words">
        <Sentences sentences={[...wordsBeside(report), ...presetSentences()]} />
      </Section>
      <NotTold points={NOT_TOLD} />
    </>
  );
}

const Steps = lazy(async () => {
  const { derivation } = await import('./derivation.js');
  return ({ view }: { view: ScheduleView }) => <StepList steps={derivation(view)} />;
});

function CopyTable(): JSX.Element {
  // Of the latest result, which the table follows.
  const rows = (): readonly ScheduleRow[] => scheduleLive.peek().value?.a.report.retries ?? [];
  return (
    <p class="actions">
      <CopyButton label="Copy CSV" what="of the table" text={() => csvText(csvRows(rows()))} />
      <CopyButton label="Copy Markdown" what="of the table" text={() => markdownText(textRows(rows()))} />
    </p>
  );
}

/** Of all the waits together, as the command prints them. */
function Quantiles({ total }: { total: ScheduleTotal }): JSX.Element {
  const { p50Ms, p90Ms, p95Ms, p99Ms } = total;
  const quantiles = Object.entries({ p50: p50Ms, p90: p90Ms, p95: p95Ms, p99: p99Ms });
  return (
    <p class="quantiles">
      all waits together:{' '}
      {quantiles.map(([name, ms]) => (
        <span key={name}>
          {name} <b>{formatWait(ms)}</b>{' '}
        </span>
      ))}
    </p>
  );
}

/** The same after quota refusals, where the policy has a base of its own for them. */
function Throttled({ view }: { view: ScheduleView }): JSX.Element | null {
  const { report } = view.a;
  if (report.throttled === undefined) return null;
  const { backoff } = report.policy;
  const base = 'throttledBaseMs' in backoff ? formatWait(backoff.throttledBaseMs) : '';
  return (
    <details class="throttled">
      <summary>
        After a quota refusal (429) the base is {base}: {formatWait(report.throttled.total.meanMs)} in total on average
      </summary>
      <ScheduleTable rows={report.throttled.retries} caption="Waits after quota refusals, in milliseconds" />
    </details>
  );
}

/** Told above already. */
const ABOVE = ['total', 'deadline', 'worst-case'];

function wordsBeside(report: ScheduleReport): Sentence[] {
  return report.sentences.filter((sentence) => !ABOVE.includes(sentence.id) && !isUrgent(sentence, report));
}

function presetSentences(): Sentence[] {
  return (preset.value?.differs ?? []).map((text, index) => ({
    id: `preset-${index}`,
    text: `The preset differs from the client it describes: ${text}`,
  }));
}

function jitterName({ jitter }: Policy): string {
  return typeof jitter === 'string' ? `${jitter} jitter` : `jitter ${formatJitter(jitter)}`;
}

const NOT_TOLD = [
  'Latency, server time and timeouts are left out of the waits; they count only where a latency is given, as the time of every attempt.',
  'Attempts are taken to succeed independently of each other. In an outage they do not: then the worst case is the likely one.',
  'The picture of the fleet shows when it comes back, not what that does to the dependency.',
];
