import type { JSX } from 'preact';

/** One figure: what it is, its value with the unit, and what belongs to it. */
export interface Tile {
  readonly label: string;
  readonly value: string;
  readonly note?: string | undefined;
  /** The same of the policy that is compared with. */
  readonly other?: string | undefined;
}

/** The figures that matter, side by side. */
export function Tiles({ label, tiles }: { label: string; tiles: readonly Tile[] }): JSX.Element {
  const isCompared = tiles.some(({ other }) => other !== undefined);
  return (
    <dl class={`tiles${tiles.length > 8 ? ' many' : ''}`} aria-label={label}>
      {tiles.map((tile) => (
        <div key={tile.label}>
          <dt>{tile.label}</dt>
          <dd>
            <span class="value">{tile.value}</span>
            {isCompared ? (
              <span class="other">
                <span class="mark-b" aria-hidden="true" />
                <span class="unseen">B: </span>
                {tile.other ?? '–'}
              </span>
            ) : null}
            <span class="note">{tile.note ?? ''}</span>
          </dd>
        </div>
      ))}
    </dl>
  );
}
