import type { JSX } from 'preact';
import { LIMIT_COLUMNS, type LimitRow } from './limits.js';

/** Each limit with what is left of it, when the next request may go, and when all of it is back. */
export function LimitsTable({ rows }: { rows: readonly LimitRow[] }): JSX.Element {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls has to be reachable
    <section class="table" aria-label="Limits that the response reports" tabIndex={0}>
      <table>
        <caption class="unseen">Limits that the response reports</caption>
        <thead>
          <tr>
            {LIMIT_COLUMNS.map(([key, title]) => (
              <th key={key} scope="col">
                {title}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={row.name}>
              {LIMIT_COLUMNS.map(([key]) =>
                key === 'name' ? (
                  <th key={key} scope="row">
                    {row.name}
                  </th>
                ) : (
                  <td key={key}>{row[key]}</td>
                ),
              )}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
