import type { JSX } from 'preact';
import { useId } from 'preact/hooks';
import { Section } from '../../ui/section.js';
import { readingRows, TESTED } from './retry-after-readings.js';
import { receivedAt, testedValue } from './state.js';

/** One value of Retry-After, read to the letter and leniently. */
export function RetryAfterTester(): JSX.Element {
  const id = useId();
  const rows = readingRows(testedValue.value, receivedAt.value);
  return (
    <Section title="Retry-After, read two ways">
      <div class="tester">
        <div class="field">
          <label for={id}>Retry-After</label>
          <input
            id={id}
            type="text"
            autocomplete="off"
            spellcheck={false}
            value={testedValue.value}
            onInput={(event) => {
              testedValue.value = event.currentTarget.value;
            }}
          />
        </div>
        <ul aria-label="Values to try">
          {TESTED.map((value) => (
            <li key={value}>
              <button
                type="button"
                class="link"
                onClick={() => {
                  testedValue.value = value;
                }}
              >
                {value}
              </button>
            </li>
          ))}
        </ul>
      </div>
      <table class="readings">
        <caption class="unseen">What Retry-After: {testedValue.value} says</caption>
        <thead>
          <tr>
            <th scope="col">read</th>
            <th scope="col">wait</th>
            <th scope="col">form</th>
          </tr>
        </thead>
        <tbody>
          {rows.map(({ how, wait, form, remarks }) => (
            <tr key={how}>
              <th scope="row">{how}</th>
              <td>
                {wait}
                <span class="what">{remarks}</span>
              </td>
              <td>{form}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </Section>
  );
}
