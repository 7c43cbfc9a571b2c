import type { JSX } from 'preact';
import type { FigureRow } from './figures.js';

/** Every figure in a row of its own, with its interval where success was measured. */
export function FiguresTable({ rows }: { rows: readonly FigureRow[] }): JSX.Element {
  const hasIntervals = rows.some(({ interval }) => interval !== '');
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls has to be reachable
    <section class="table" aria-label="Every figure of the plan" tabIndex={0}>
      <table class="figures">
        <caption class="unseen">Every figure of the plan</caption>
        <thead class={hasIntervals ? undefined : 'unseen'}>
          <tr>
            <th scope="col">figure</th>
            <th scope="col">value</th>
            {hasIntervals ? <th scope="col">95 % interval</th> : null}
          </tr>
        </thead>
        <tbody>
          {rows.map(({ title, value, interval }) => (
            <tr key={title}>
              <th scope="row">{title}</th>
              <td>{value}</td>
              {hasIntervals ? <td class="beside-always">{interval}</td> : null}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
