// HubSpot: limits per second, per ten seconds and per day, without a reset. A refusal names the policy that refused, and
// the longest wait is one window of it.

import { milliseconds } from '../encodings/delays.js';
import { windowName } from '../limits/window-name.js';
import type { Dialect, InferredWindow, WindowClues } from './dialect.js';

const SECOND_MS = 1000;
const TEN_SECONDS_MS = 10_000;
const DAY_MS = 86_400_000;
const INTERVAL = 'x-hubspot-ratelimit-interval-milliseconds';

function statedInterval({ view }: WindowClues): InferredWindow {
  const ms = milliseconds.read(view.text(INTERVAL) ?? '', view);
  const windowMs = ms > 0 ? ms : TEN_SECONDS_MS;
  return { windowMs, name: windowName('requests', windowMs) };
}

export const hubspot: Dialect = {
  id: 'hubspot',
  title: 'HubSpot',
  evidence: 'captured',
  source: 'developers.hubspot.com, "API usage guidelines and limits"; captured response; mk-node-hubspot #89',
  marks: [
    { weight: 'own', field: { name: 'x-hubspot-ratelimit-*' } },
    { weight: 'own', field: { name: 'x-hubspot-correlation-id' } },
    { weight: 'own', body: { at: 'policyName', is: ['SECONDLY', 'TEN_SECONDLY_ROLLING', 'DAILY'] } },
  ],
  fields: [INTERVAL],
  limits: [
    {
      name: 'requestsPerSecond',
      limit: ['x-hubspot-ratelimit-secondly'],
      remaining: ['x-hubspot-ratelimit-secondly-remaining'],
      means: 'window',
      window: SECOND_MS,
      algorithm: 'window',
    },
    {
      name: 'requestsPer10s',
      limit: ['x-hubspot-ratelimit-max'],
      remaining: ['x-hubspot-ratelimit-remaining'],
      means: 'window',
      window: statedInterval,
      algorithm: 'window',
    },
    {
      name: 'requestsPerDay',
      limit: ['x-hubspot-ratelimit-daily'],
      remaining: ['x-hubspot-ratelimit-daily-remaining'],
      means: 'window',
      window: DAY_MS,
      algorithm: 'window',
    },
  ],
  signals: [
    {
      when: { status: [429], body: { at: 'policyName', is: ['DAILY'] } },
      verdict: 'never',
      meaning: "the portal's requests of this day are used up",
      scope: 'account',
      refusedBy: 'requestsPerDay',
    },
    {
      when: { status: [429], body: { at: 'policyName', is: ['SECONDLY'] } },
      verdict: 'retry',
      meaning: 'the limit per second refused the request',
      refusedBy: 'requestsPerSecond',
      defaultWaitMs: SECOND_MS,
    },
    {
      when: { status: [429], body: { at: 'policyName', is: ['TEN_SECONDLY_ROLLING'] } },
      verdict: 'retry',
      meaning: 'the limit per ten seconds refused the request',
      refusedBy: 'requestsPer10s',
      defaultWaitMs: TEN_SECONDS_MS,
    },
  ],
  bucket: { account: 'app', by: 'account' },
};
