import { signal } from '@preact/signals';

const query = matchMedia('(min-width: 60rem)');

/** Whether there is room for the policy beside the page. The style sheet decides by the same width. */
export const isWide = signal(query.matches);

query.addEventListener('change', ({ matches }) => {
  isWide.value = matches;
});
