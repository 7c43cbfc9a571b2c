import type { JSX } from 'preact';
import { useId } from 'preact/hooks';
import { NO_EXAMPLE, targetOf } from '../../../../src/codegen/targets/index.js';
import { Field, useText } from '../../form/field.js';
import { setText } from '../../state/store.js';
import { code, typedName, typedUrl } from './generated.js';
import { shownTarget } from './shown.js';
import { TypedField } from './typed-field.js';

/** What of the code is decided here: two fields of the policy, at hand, and two of the code alone. */
export function CodeSettings(): JSX.Element {
  const reading = code.value;
  return (
    <div class="code-settings">
      <ObeyField />
      {useText('retryAfter.honor') === 'false' ? null : <Field name="retry-after-max" />}
      <TypedField
        label="name"
        typed={typedName}
        placeholder={targetOf(shownTarget.value).functionName}
        issue={reading?.nameIssue ?? null}
      />
      <TypedField label="address" typed={typedUrl} placeholder={NO_EXAMPLE.url} issue={reading?.urlIssue ?? null} />
    </div>
  );
}

function ObeyField(): JSX.Element {
  const id = useId();
  return (
    <p class="check">
      <input
        id={id}
        type="checkbox"
        checked={useText('retryAfter.honor') !== 'false'}
        onChange={(event) => setText('retryAfter.honor', String(event.currentTarget.checked))}
      />
      <label for={id}>obey Retry-After</label>
    </p>
  );
}
