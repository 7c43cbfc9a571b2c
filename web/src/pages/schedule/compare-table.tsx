import type { JSX } from 'preact';
import type { ScheduleReport } from '../../../../src/core/schedule/report.js';
import { formatNumber } from '../../../../src/core/text/format-number.js';
import { formatShare } from '../../../../src/core/text/format-share.js';
import { formatWait } from '../../../../src/core/text/format-time.js';
import { describePolicy } from '../../state/describe.js';
import { Section } from '../../ui/section.js';
import type { ScheduleView } from './view.js';

interface Figure {
  readonly title: string;
  value(report: ScheduleReport): number | undefined;
  format(value: number): string;
}

const FIGURES: readonly Figure[] = [
  { title: 'attempts', value: ({ attempts }) => attempts, format: formatNumber },
  { title: 'expected total', value: ({ total }) => total.meanMs, format: formatWait },
  { title: 'standard deviation', value: ({ total }) => total.stddevMs, format: formatWait },
  { title: 'median', value: ({ total }) => total.p50Ms, format: formatWait },
  { title: 'p95', value: ({ total }) => total.p95Ms, format: formatWait },
  { title: 'p99', value: ({ total }) => total.p99Ms, format: formatWait },
  { title: 'worst', value: ({ total }) => total.maxMs, format: formatWait },
  {
    title: 'resolved by deadline',
    value: ({ resolvedByDeadlineShare }) => resolvedByDeadlineShare,
    format: (share) => formatShare(share, 2),
  },
];

/** Two policies side by side under the same load. */
export function CompareTable({ view }: { view: ScheduleView }): JSX.Element | null {
  const { a, b, input } = view;
  if (b === null || input.pinned === null) return null;
  return (
    <Section title="This policy and B">
      <div class="table">
        <table class="compare">
          <caption class="unseen">This policy and B compared</caption>
          <thead>
            <tr>
              <td />
              <th scope="col">
                <span class="mark-a" aria-hidden="true" /> this policy
                <span class="what">{describePolicy(input.policy)}</span>
              </th>
              <th scope="col">
                <span class="mark-b" aria-hidden="true" /> B<span class="what">{describePolicy(input.pinned)}</span>
              </th>
              <th scope="col">this ÷ B</th>
            </tr>
          </thead>
          <tbody>
            {FIGURES.map(({ title, value, format }) => {
              const [own, other] = [value(a.report), value(b.report)];
              if (own === undefined || other === undefined) return null;
              return (
                <tr key={title}>
                  <th scope="row">{title}</th>
                  <td>{format(own)}</td>
                  <td>{format(other)}</td>
                  <td class="beside-always">{other === 0 ? '–' : formatShare(own / other)}</td>
                </tr>
              );
            })}
          </tbody>
        </table>
      </div>
    </Section>
  );
}
