import type { LinkState } from '../link.js';

/** What the page opens with when no link says otherwise: the defaults, under a load that shows every figure at work. */
export const START_STATE: LinkState = {
  page: 'schedule',
  draft: {
    preset: null,
    values: {
      success: '0.5',
      latency: '4s',
      deadline: '30s',
      'in-flight': '8',
      backlog: '5000',
      arrivals: '20/min',
      rpm: '1000',
      tpm: '200k',
      tokens: '2000',
    },
  },
  pinned: null,
  choices: {},
};
