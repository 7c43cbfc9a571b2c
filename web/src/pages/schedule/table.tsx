import { useSignal } from '@preact/signals';
import type { JSX } from 'preact';
import type { ScheduleRow } from '../../../../src/core/schedule/report.js';
import { formatNumber } from '../../../../src/core/text/format-number.js';
import { formatTableMs } from '../../../../src/core/text/format-time.js';
import { capBadge, type TimeColumn, timeColumns } from './columns.js';
import { pointedRetry } from './live.js';

/** Beyond so many rows only the first and the last are shown until all are asked for. */
const MOST_ROWS = 30;
const FIRST_ROWS = 20;
const LAST_ROWS = 5;

/** One row for each retry. */
export function ScheduleTable({ rows, caption }: { rows: readonly ScheduleRow[]; caption: string }): JSX.Element {
  const isWhole = useSignal(false);
  const columns = timeColumns(rows);
  const isCut = rows.length > MOST_ROWS && !isWhole.value;
  const first = isCut ? rows.slice(0, FIRST_ROWS) : rows;
  const last = isCut ? rows.slice(-LAST_ROWS) : [];
  const left = rows.length - first.length - last.length;
  return (
    // Scrolled by keyboard too, where it is wider than the screen.
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls has to be reachable
    <section class="table" aria-label={caption} tabIndex={0}>
      <table class="retries">
        <caption class="unseen">{caption}</caption>
        <thead>
          <tr>
            <th scope="col">retry</th>
            {columns.map(({ key, title, isSpare }) => (
              <th key={key} scope="col" class={isSpare ? 'spare' : undefined}>
                {title}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {first.map((row) => (
            <Row key={row.retry} row={row} columns={columns} />
          ))}
          {left > 0 ? (
            <tr>
              <td colSpan={columns.length + 1} class="gap">
                <button
                  type="button"
                  class="link"
                  onClick={() => {
                    isWhole.value = true;
                  }}
                >
                  Show {formatNumber(left)} more rows
                </button>
              </td>
            </tr>
          ) : null}
          {last.map((row) => (
            <Row key={row.retry} row={row} columns={columns} />
          ))}
        </tbody>
      </table>
    </section>
  );
}

function Row({ row, columns }: { row: ScheduleRow; columns: readonly TimeColumn[] }): JSX.Element {
  const badge = capBadge(row);
  return (
    <tr
      class={pointedRetry.value === row.retry ? 'pointed' : undefined}
      onPointerEnter={() => {
        pointedRetry.value = row.retry;
      }}
      onPointerLeave={() => {
        pointedRetry.value = null;
      }}
    >
      <th scope="row">
        {formatNumber(row.retry)}
        {badge === '' ? null : <span class="badge">{badge}</span>}
      </th>
      {columns.map(({ key, isSpare }) => (
        <td key={key} class={isSpare ? 'spare' : undefined}>
          <Time text={formatTableMs(row[key])} />
        </td>
      ))}
    </tr>
  );
}

/** `2,110 ms (2.11 s)`: the exact figure, and the rounder reading fainter beside it. */
function Time({ text }: { text: string }): JSX.Element {
  const [exact, beside] = text.split(' (');
  return (
    <>
      {exact}
      {beside === undefined ? null : <span class="beside"> ({beside}</span>}
    </>
  );
}
