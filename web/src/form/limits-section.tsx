import { useComputed } from '@preact/signals';
import type { JSX } from 'preact';
import { goTo } from '../state/address.js';
import { draft, page } from '../state/store.js';
import { Field, Lines } from './field.js';

const PER_MINUTE = [
  ['itpm', 'input-tokens'],
  ['otpm', 'output-tokens'],
  ['ipm', 'images'],
] as const;

const RARE = ['itpm', 'input-tokens', 'otpm', 'output-tokens', 'ipm', 'images', 'rpd', 'tpd', 'limit'];

/** What the server allows, and how much work there is. */
export function LimitsSection(): JSX.Element {
  const isUsed = useComputed(() => RARE.some((key) => (draft.value.values[key] ?? '') !== '')).value;
  return (
    <section class="fields" aria-labelledby="limits-heading">
      <div class="heading">
        <h2 id="limits-heading">Limits and work</h2>
        <ReadLimits />
      </div>
      <Field name="rpm" />
      <Field name="tpm" />
      <Field name="tokens" />
      <details class="more" open={isUsed || undefined}>
        <summary>More limits</summary>
        {PER_MINUTE.map(([limit, cost]) => (
          <>
            <Field key={limit} name={limit} />
            <Field key={cost} name={cost} />
          </>
        ))}
        <Field name="rpd" />
        <Field name="tpd" />
        <Lines name="limit" example="search=30/min@1+10" />
      </details>
      <Field name="in-flight" />
      <Field name="backlog" />
      <Field name="arrivals" />
    </section>
  );
}

/** The way to limits that are not in one's head but in any response. */
function ReadLimits(): JSX.Element | null {
  if (page.value === 'headers') return null;
  return (
    <p class="note">
      <button type="button" class="link" onClick={() => goTo('headers')}>
        Read from a response
      </button>
    </p>
  );
}
