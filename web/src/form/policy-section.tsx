import type { JSX } from 'preact';
import { Field } from './field.js';
import { JitterField } from './jitter-field.js';
import { MoreSettings } from './more-settings.js';
import { PresetChoice } from './preset-choice.js';
import { UndoChanges } from './undo-changes.js';

/** What the client does: how long it waits, and how often it tries. */
export function PolicySection(): JSX.Element {
  return (
    <section class="fields" aria-labelledby="policy-heading">
      <div class="heading">
        <h2 id="policy-heading">Policy</h2>
        <UndoChanges />
      </div>
      <PresetChoice />
      <Field name="base" />
      <Field name="multiplier" />
      <Field name="cap" />
      <Field name="attempts" />
      <JitterField />
      <MoreSettings />
    </section>
  );
}
