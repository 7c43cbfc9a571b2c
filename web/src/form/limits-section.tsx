import type { JSX } from 'preact';
import { draft } from '../state/store.js';
import { Field, Lines } from './field.js';

const PER_MINUTE = [
  ['itpm', 'input-tokens'],
  ['otpm', 'output-tokens'],
  ['ipm', 'images'],
] as const;

const RARE = ['itpm', 'input-tokens', 'otpm', 'output-tokens', 'ipm', 'images', 'rpd', 'tpd', 'limit'];

/** What the server allows, and how much work there is. */
export function LimitsSection(): JSX.Element {
  const isUsed = RARE.some((key) => (draft.value.values[key] ?? '') !== '');
  return (
    <section class="fields" aria-labelledby="limits-heading">
      <h2 id="limits-heading">Limits and work</h2>
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
