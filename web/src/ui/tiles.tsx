import type { JSX } from 'preact';

/** One figure: what it is, its value with the unit, and what belongs to it. */
export interface Tile {
  readonly label: string;
  readonly value: string;
  readonly note?: string | undefined;
  /** The same of the policy that is compared with. */
  readonly other?: string | undefined;
}

/** Values of more characters are set smaller, and broken if need be. */
const LONG_VALUE = 13;

/** The figures that matter, side by side. */
export function Tiles(props: {
  readonly label: string;
  readonly tiles: readonly Tile[];
  /** Values may be words, which are broken where they are long. */
  readonly isWords?: boolean;
}): JSX.Element {
  const { label, tiles, isWords = false } = props;
  const isCompared = tiles.some(({ other }) => other !== undefined);
  return (
    <dl class={`tiles${tiles.length > 8 ? ' many' : ''}${isWords ? ' words' : ''}`} aria-label={label}>
      {tiles.map((tile) => (
        <div key={tile.label}>
          <dt>{tile.label}</dt>
          <dd>
            <span class={tile.value.length > LONG_VALUE ? 'value long' : 'value'}>{tile.value}</span>
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
