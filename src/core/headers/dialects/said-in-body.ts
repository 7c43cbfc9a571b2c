// Senders without limit fields: what refused stands in the body, and the wait in Retry-After or in the body, too.

import type { Dialect } from './dialect.js';

export const SAID_IN_BODY: readonly Dialect[] = [
  {
    id: 'telegram',
    title: 'Telegram',
    evidence: 'documented',
    source: 'grammY documentation, "Flood limits"; core.telegram.org, ResponseParameters',
    // The wait, parameters.retry_after, is read whoever sends it.
    marks: [
      { weight: 'own', body: { at: 'parameters.retry_after' } },
      { weight: 'hint', body: { at: 'error_code', is: [429] } },
    ],
    bucket: { account: 'key', by: 'resource' },
  },
  {
    id: 'twilio',
    title: 'Twilio',
    evidence: 'documented',
    source: 'twilio.com/docs, error 20429 and "REST API best practices"; twilio-node',
    marks: [
      { weight: 'own', field: { name: 'twilio-request-id' } },
      { weight: 'own', field: { name: 'twilio-concurrent-requests' } },
      { weight: 'own', body: { at: 'code', is: [20429] } },
      { weight: 'own', body: { at: 'more_info', has: 'twilio.com' } },
    ],
    signals: [
      {
        when: { status: [429] },
        verdict: 'retry',
        meaning: 'too many requests of the account were under way at the same time; this one was not processed',
        scope: 'account',
        refusedBy: 'concurrency',
      },
    ],
    bucket: { account: 'user', by: 'account' },
  },
  {
    id: 'notion',
    title: 'Notion',
    evidence: 'documented',
    source: 'developers.notion.com, "Request limits" and "Status codes"; notion-sdk-js 5.26',
    marks: [
      { weight: 'own', field: { name: 'x-notion-request-id' } },
      { weight: 'own', body: { at: 'code', is: ['service_overload'] } },
      { weight: 'own', body: { at: 'additional_data.rate_limit_reason' } },
      { weight: 'shared', body: { at: 'code', is: ['rate_limited'] } },
    ],
    signals: [
      {
        when: [{ status: [529] }, { status: [503], body: { at: 'code', is: ['service_overload'] } }],
        verdict: 'retry',
        meaning: 'the service is overloaded, which has nothing to do with your limits',
        overload: true,
      },
    ],
    refusedBy: [{ body: 'additional_data.rate_limit_reason' }],
    bucket: { account: 'app', by: 'account' },
  },
];
