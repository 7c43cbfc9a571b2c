import type { JSX } from 'preact';
import { Section } from './section.js';

/** The end of every page: where its figures stop being true. */
export function NotTold({ points }: { points: readonly string[] }): JSX.Element {
  return (
    <Section title="What this does not tell you">
      <ul class="sentences">
        {[...points, ...ALWAYS].map((point) => (
          <li key={point}>{point}</li>
        ))}
      </ul>
    </Section>
  );
}

const ALWAYS = [
  'This page computes and never retries anything. Nothing you type is uploaded: no request is made but for the page’s own files.',
];
