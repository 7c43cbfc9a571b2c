import { useComputed } from '@preact/signals';
import type { JSX } from 'preact';
import { useId } from 'preact/hooks';
import { asOneStep } from '../state/address.js';
import { loadPresets, presetGroups } from '../state/presets.js';
import { choosePreset, draft, preset } from '../state/store.js';

/** No preset is called so. An empty value would be taken for nothing chosen. */
const NONE = 'none';

/** Starts from what a real client does by default, and says where that is known from. */
export function PresetChoice(): JSX.Element {
  const id = useId();
  const chosen = useComputed(() => draft.value.preset).value;
  const groups = presetGroups.value;
  return (
    <div class="field preset">
      <label for={id}>preset</label>
      <select
        id={id}
        value={chosen ?? NONE}
        onFocus={load}
        onPointerEnter={load}
        onChange={(event) => {
          const next = event.currentTarget.value;
          asOneStep(() => choosePreset(next === NONE ? null : next));
        }}
      >
        <option value={NONE}>none (defaults)</option>
        {groups === null && chosen !== null ? <option value={chosen}>{chosen}</option> : null}
        {groups?.map((group) => (
          <optgroup key={group.id} label={group.title}>
            {group.presets.map((each) => (
              <option key={each.id} value={each.id}>
                {each.title}
              </option>
            ))}
          </optgroup>
        ))}
      </select>
      <Source />
    </div>
  );
}

function Source(): JSX.Element | null {
  const known = preset.value;
  if (known === null) return null;
  const { url, source, date } = known;
  return (
    <p class="note">
      {url === undefined ? (
        source
      ) : (
        <a href={url} rel="noreferrer">
          {source}
        </a>
      )}
      , {date}
    </p>
  );
}

/** Whoever opens the list of presets is served, even if fetching them failed when the page was idle. */
function load(): void {
  loadPresets().catch(() => {});
}
