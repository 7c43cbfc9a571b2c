import type { JSX } from 'preact';
import { Field } from './field.js';

/** What is asked of the dependency, and how well it answers. */
export function LoadSection(): JSX.Element {
  return (
    <section class="fields" aria-labelledby="load-heading">
      <h2 id="load-heading">Load</h2>
      <Field name="success" />
      <Field name="latency" />
      <Field name="deadline" />
    </section>
  );
}
