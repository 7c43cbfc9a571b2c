import type { JSX } from 'preact';
import { setText } from '../state/store.js';
import { Choice, Field, useText } from './field.js';

const NAMED = [
  ['none', 'none'],
  ['full', 'full (0 … raw)'],
  ['equal', 'equal (½ … raw)'],
  ['decorrelated', 'decorrelated'],
] as const;

/** What a range starts with: OpenAI's SDKs have it, and it shows how a range is written. */
const RANGE = '0.75..1';

/** The jitter: by name, or as the shares of the raw delay between which a wait is drawn. */
export function JitterField(): JSX.Element {
  const text = useText('jitter');
  const isRange = !NAMED.some(([name]) => name === text);
  if (!isRange) return <Choice name="jitter" options={[...NAMED, [RANGE, 'a range of raw']]} />;
  return (
    <div class="field">
      <label for="jitter-kind">jitter</label>
      <select
        id="jitter-kind"
        value="range"
        onChange={(event) => setText('jitter', event.currentTarget.value)}
        aria-describedby="jitter-range-note"
      >
        {NAMED.map(([name, title]) => (
          <option key={name} value={name}>
            {title}
          </option>
        ))}
        <option value="range">a range of raw</option>
      </select>
      <span id="jitter-range-note" class="unseen">
        The next field holds the range.
      </span>
      <div class="beneath">
        <Field name="jitter" label="from..to" />
      </div>
    </div>
  );
}
