import type { LinkState } from '../link.js';

/** A situation to start from. Each can be linked to by itself: `#example=payments`. */
export interface Example {
  readonly id: string;
  readonly title: string;
  /** What to look at, in one or two sentences. */
  readonly about: string;
  readonly state: LinkState;
}

export const EXAMPLES: readonly Example[] = [
  {
    id: 'payments',
    title: 'Payments within 30 s',
    about:
      'Five retries must fit the 30 s for which a caller waits. The worst case misses that by a second: take the cap that the page offers, 15 s.',
    state: { page: 'schedule', draft: { preset: null, values: { deadline: '30s' } }, pinned: null, choices: {} },
  },
  {
    id: 'incident',
    title: 'Incident review: no jitter',
    about:
      'B is what ran during the outage, without jitter; A is the same with full jitter. See how much of the fleet comes back in the same instant.',
    state: {
      page: 'schedule',
      draft: { preset: null, values: { base: '500ms', success: '0.3', latency: '200ms', deadline: '30s' } },
      pinned: { preset: null, values: { base: '500ms', jitter: 'none' } },
      choices: {},
    },
  },
  {
    id: 'ingestion',
    title: 'Python ingestion under 429s',
    about:
      'A job on OpenAI’s Python client that has to get through 20,000 documents. The tokens bind: the number to set is the one in flight.',
    state: {
      page: 'plan',
      draft: {
        preset: 'openai-python',
        values: {
          success: '37/50',
          latency: '3s',
          rpm: '500',
          tpm: '200k',
          tokens: '1500',
          'in-flight': '8',
          backlog: '20k',
        },
      },
      pinned: null,
      // For whoever goes on to the code.
      choices: { target: 'python', format: 'urllib3' },
    },
  },
  {
    id: 'jitters',
    title: 'Equal, decorrelated or full',
    about:
      'A waits by equal jitter, B by decorrelated. Choose full for A to see the third: the least waiting, and the widest spread.',
    state: {
      page: 'schedule',
      draft: {
        preset: null,
        values: { base: '100ms', cap: '10s', jitter: 'equal', success: '0.5', latency: '300ms', deadline: '10s' },
      },
      pinned: { preset: null, values: { base: '100ms', cap: '10s', jitter: 'decorrelated' } },
      choices: {},
    },
  },
  {
    id: 'collapse',
    title: 'An outage that does not end',
    about:
      'Ten seconds without a network, and with retries the database never comes back. With a retry budget of 5 % it does. Stop on the way, and step in.',
    state: {
      page: 'lab',
      draft: { preset: null, values: {} },
      pinned: null,
      choices: { scenario: 'recovery-with-budget' },
    },
  },
  {
    id: 'nightly',
    title: 'Nightly check with curl',
    about:
      'curl --retry 1 survives one 503 after waiting a second. One machine a night needs no jitter; a thousand at midnight do.',
    state: {
      page: 'schedule',
      draft: {
        preset: null,
        values: { cap: '10m', attempts: '2', jitter: 'none', success: '0.99', latency: '1s', deadline: '10s' },
      },
      pinned: null,
      choices: { target: 'bash', format: 'curl' },
    },
  },
];

/** The hash that leads to an example. */
export function exampleLink({ id }: Pick<Example, 'id'>): string {
  return `#example=${id}`;
}
