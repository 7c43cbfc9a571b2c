// Slack. Retry-After is all it tells, in whole seconds, and for the one method that was called: the others go on.

import type { Dialect } from './dialect.js';

const LIMITED = ['ratelimited', 'rate_limited'];

export const slack: Dialect = {
  id: 'slack',
  title: 'Slack',
  evidence: 'captured',
  source: 'docs.slack.dev, "Rate limits"; slackapi/node-slack-sdk; a captured response in a public issue',
  marks: [
    { weight: 'own', field: { name: 'x-slack-req-id' } },
    { weight: 'own', field: { name: 'x-slack-backend' } },
    { weight: 'own', field: { name: 'x-slack-unique-id' } },
    { weight: 'shared', body: { at: 'error', is: LIMITED } },
    { weight: 'hint', body: { at: 'ok', is: [false] } },
  ],
  signals: [
    {
      // Errors of methods come with 200 otherwise.
      when: { status: [200, 429], body: { at: 'error', is: LIMITED } },
      verdict: 'retry',
      meaning: 'the method was called too often in this workspace',
    },
  ],
  bucket: { account: 'workspace', by: 'method' },
  repeatable: [],
};
