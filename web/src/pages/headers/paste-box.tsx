import type { JSX } from 'preact';
import { useId, useRef } from 'preact/hooks';
import { DIALECTS } from '../../../../src/core/headers/dialects/all.js';
import { formatNumber } from '../../../../src/core/text/format-number.js';
import { SAMPLES } from './samples.js';
import {
  chosenSample,
  cutFrom,
  droppedLines,
  isEmpty,
  pasted,
  refusal,
  responseReading,
  sender,
  setPasted,
  statusText,
  takeSample,
} from './state.js';

const EXAMPLE = `HTTP/2 429
retry-after: 20
x-ratelimit-remaining-requests: 0`;

/** Where a response is pasted, in any form that tools show one in. */
export function PasteBox(): JSX.Element {
  const id = useId();
  /** Whether some of the text stays at the change that is under way. */
  const isEdit = useRef(false);
  const issue = refusal.value ?? responseReading.value.issue;
  const dropped = droppedLines.value;
  const cut = cutFrom.value;
  return (
    <div class="paste">
      <label for={id}>The response</label>
      <textarea
        id={id}
        rows={9}
        spellcheck={false}
        autocomplete="off"
        autocapitalize="off"
        placeholder={EXAMPLE}
        value={pasted.value}
        aria-invalid={issue !== null}
        aria-describedby={`${id}-note ${id}-issue`}
        onBeforeInput={(event) => {
          const { selectionStart, selectionEnd, value } = event.currentTarget;
          isEdit.current = selectionStart !== 0 || selectionEnd !== value.length;
        }}
        onInput={(event) => {
          takeText(event.currentTarget, isEdit.current);
          // One change may come in several events, a line each.
          isEdit.current = true;
        }}
      />
      <p id={`${id}-issue`} class="issue">
        {issue}
      </p>
      <p id={`${id}-note`} class="note">
        {dropped === 0 ? '' : `${dropped === 1 ? 'A line' : `${dropped} lines`} with credentials dropped. `}
        {cut === null ? '' : `Only the response that counts was kept of ${formatNumber(cut)} characters. `}
        What curl -i or a browser’s network panel shows, a HAR entry, a JSON error, or the line that a client logs. It
        stays in this tab: it is in no link and no request.
      </p>
      <div class="paste-more">
        <StatusField />
        <SenderField />
        {isEmpty.value ? null : (
          <button type="button" class="link" onClick={() => setPasted('')}>
            Clear
          </button>
        )}
      </div>
      <Samples />
    </div>
  );
}

/** What was dropped must leave the box even when the text that is kept is the same as before. */
function takeText(box: HTMLTextAreaElement, isEdit: boolean): void {
  setPasted(box.value, isEdit);
  if (box.value !== pasted.peek()) box.value = pasted.peek();
}

function StatusField(): JSX.Element {
  const id = useId();
  const { statusIssue } = responseReading.value;
  return (
    <div class="field">
      <label for={id}>status</label>
      <span class="control">
        <input
          id={id}
          type="text"
          inputMode="numeric"
          autocomplete="off"
          placeholder="as pasted"
          value={statusText.value}
          aria-invalid={statusIssue !== null}
          aria-describedby={`${id}-issue`}
          onInput={(event) => {
            statusText.value = event.currentTarget.value;
          }}
        />
      </span>
      <p id={`${id}-issue`} class="issue">
        {statusIssue}
      </p>
    </div>
  );
}

function SenderField(): JSX.Element {
  const id = useId();
  return (
    <div class="field">
      <label for={id}>sender</label>
      <select
        id={id}
        value={sender.value === '' ? 'auto' : sender.value}
        onChange={(event) => {
          const next = event.currentTarget.value;
          sender.value = next === 'auto' ? '' : next;
        }}
      >
        <option value="auto">detected</option>
        {DIALECTS.map((dialect) => (
          <option key={dialect.id} value={dialect.id}>
            {dialect.id}
          </option>
        ))}
      </select>
    </div>
  );
}

function Samples(): JSX.Element {
  const chosen = chosenSample.value;
  return (
    <div class="samples">
      <p class="note" id="samples-note">
        Or try one:
      </p>
      <ul aria-labelledby="samples-note">
        {SAMPLES.map((sample) => (
          <li key={sample.id}>
            <button type="button" class="link" aria-pressed={sample === chosen} onClick={() => takeSample(sample)}>
              {sample.title}
            </button>
          </li>
        ))}
      </ul>
      <p class="note about" role="status">
        {chosen?.about ?? ''}
      </p>
    </div>
  );
}
