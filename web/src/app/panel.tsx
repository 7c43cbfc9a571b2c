import type { JSX } from 'preact';
import { LimitsSection } from '../form/limits-section.js';
import { LoadSection } from '../form/load-section.js';
import { PinSection } from '../form/pin-section.js';
import { PolicySection } from '../form/policy-section.js';
import { startOver } from '../state/address.js';
import { describeLoad, describePolicy } from '../state/describe.js';
import { inputs, isStale, page } from '../state/store.js';
import { isWide } from './wide.js';

/** The policy and the load, beside every page. Where there is no room beside it, folded into a line above. */
export function Panel(): JSX.Element {
  if (isWide.value) {
    return (
      <aside class="panel" aria-label="Policy and load">
        <Sections />
      </aside>
    );
  }
  return (
    <aside class="panel folded" aria-label="Policy and load">
      {/* Folded again on another page, whose answer it would hide. */}
      <details key={page.value}>
        <summary>
          <Summary />
          <span class="edit" aria-hidden="true" />
        </summary>
        <Sections />
      </details>
    </aside>
  );
}

function Summary(): JSX.Element {
  const known = inputs.value;
  if (known === null) return <span>…</span>;
  const load = describeLoad(known.load);
  return (
    <span class="summary">
      {describePolicy(known.policy)}
      {load === '' ? null : <span class="load"> {load}</span>}
      {isStale.value ? <span class="issue"> A field needs your attention.</span> : null}
    </span>
  );
}

function Sections(): JSX.Element {
  return (
    <form class="sections" onSubmit={(event) => event.preventDefault()} autocomplete="off">
      <PolicySection />
      <LoadSection />
      <LimitsSection />
      <PinSection />
      <p>
        <button type="button" class="link" onClick={startOver}>
          Start over
        </button>
      </p>
    </form>
  );
}
