import type { JSX } from 'preact';
import { useId } from 'preact/hooks';
import type { ConfigFormat, ImportedPolicy } from '../../../../src/codegen/formats/index.js';
import { asOneStep } from '../../state/address.js';
import { describePolicy } from '../../state/describe.js';
import { draft, page } from '../../state/store.js';
import { importReading, pastedConfig, refusedConfig, setConfig, wantedName } from './import-state.js';
import { Losses } from './losses.js';
import { retriesText } from './said.js';
import { withPolicy } from './take-policy.js';
import { TypedField } from './typed-field.js';

/** Where a config is pasted, to see what it really does, and to take it as the policy. */
export function ImportBox({ format }: { format: ConfigFormat }): JSX.Element {
  const id = useId();
  const { imported, issue, nameIssue } = importReading.value;
  const told = refusedConfig.value ?? issue;
  const isNameAsked = nameIssue !== null || wantedName.value !== '' || (imported?.names.length ?? 0) > 1;
  return (
    <div class="import">
      <h3>
        <label for={id}>Have one already? Paste it, and see what {format.system} does with it</label>
      </h3>
      <textarea
        id={id}
        rows={6}
        spellcheck={false}
        autocomplete="off"
        autocapitalize="off"
        value={pastedConfig.value}
        aria-invalid={told !== null}
        aria-describedby={`${id}-note ${id}-issue`}
        onInput={(event) => setConfig(event.currentTarget.value)}
      />
      <p id={`${id}-issue`} class="issue">
        {told}
      </p>
      <p id={`${id}-note`} class="note">
        The whole file as it is{format.syntax === 'data' ? ', JSON or YAML' : ''}. It stays in this tab: it is in no
        link and no request.
      </p>
      {isNameAsked ? (
        <TypedField label="which one" typed={wantedName} placeholder="as the file names it" issue={nameIssue} />
      ) : null}
      {imported === null ? null : <Imported format={format} imported={imported} />}
    </div>
  );
}

function Imported({ format, imported }: { format: ConfigFormat; imported: ImportedPolicy }): JSX.Element {
  const { policy, name, warnings, losses, largestMeanChange } = imported;
  return (
    <div class="imported" role="status">
      <p>
        <strong>{name === '' ? format.title : name}</strong>: {describePolicy(policy)}. That is 1 call +{' '}
        {retriesText(policy.maxAttempts - 1)}.
      </p>
      {warnings.map((warning) => (
        <p key={warning} class="warning">
          {warning.charAt(0).toUpperCase() + warning.slice(1)}
        </p>
      ))}
      <p class="buttons">
        <button type="button" class="button" onClick={() => take(imported)}>
          Take it as the policy
        </button>
        <button type="button" class="button" onClick={() => take(imported, true)}>
          Show its schedule
        </button>
      </p>
      <Losses title="What a policy does not say" losses={losses} change={largestMeanChange} />
    </div>
  );
}

function take({ policy }: ImportedPolicy, isShown = false): void {
  asOneStep(() => {
    draft.value = withPolicy(draft.peek(), policy);
    if (isShown) page.value = 'schedule';
  });
  if (isShown) scrollTo({ top: 0 });
}
