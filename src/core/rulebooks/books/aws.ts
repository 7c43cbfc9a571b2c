// AWS, by the example of Bedrock: no headers about limits, codes of errors, and since 2026 a wait in milliseconds.

import type { FieldRow } from '../field-row.js';
import { milliseconds } from '../formats/delays.js';
import type { RuleBook } from '../rule-book.js';

const MINUTE_MS = 60_000;

function errorType(code: string): FieldRow {
  return { field: 'x-amzn-errortype', says: { text: code } };
}

export const aws: RuleBook = {
  id: 'aws',
  title: 'AWS (Bedrock)',
  evidence: 'documented',
  source: 'docs.aws.amazon.com, "Retry behavior"; aws/agent-toolkit-for-aws quota-health.md; boto/botocore 1.43.67',
  about:
    'Requests and tokens per minute of each model. Input and the largest output that the request allows are reserved at the start and corrected at the end. A refusal is told by a code; how long to wait stands in x-amz-retry-after, in milliseconds.',
  dialect: 'aws',
  limits: [
    {
      name: 'requests',
      limiter: { kind: 'token-bucket', amount: 50, windowMs: MINUTE_MS },
      cost: { of: 'request' },
      per: 'model',
    },
    {
      name: 'tokens',
      limiter: { kind: 'token-bucket', amount: 200_000, windowMs: MINUTE_MS },
      cost: {
        of: 'tokens',
        counts: 'both',
        taken: 'maximum',
        unboundedOutput: 8192,
        isSettled: true,
        countsCached: true,
      },
      per: 'model',
    },
  ],
  requestIdField: 'x-amzn-requestid',
  fields: [{ field: 'x-amz-retry-after', on: 'refused', says: { waitAs: milliseconds } }],
  refusals: [
    {
      by: ['tokens'],
      status: 429,
      fields: [errorType('ThrottlingException')],
      body: () => ({ message: 'Too many tokens, please wait before trying again.' }),
    },
    {
      status: 429,
      fields: [errorType('ThrottlingException')],
      body: () => ({ message: 'Too many requests, please wait before trying again.' }),
    },
  ],
  conditions: [
    {
      id: 'throttling',
      kind: 'acceleration',
      about: 'a service with the older JSON protocol refuses, which is told as a 400',
      status: 400,
      fields: [
        errorType('ThrottlingException'),
        { field: 'content-type', says: { text: 'application/x-amz-json-1.1' } },
      ],
      body: () => ({ __type: 'ThrottlingException', message: 'Rate exceeded' }),
    },
    {
      id: 'provisioned-throughput',
      kind: 'acceleration',
      about: 'a table of DynamoDB was not provisioned for so much; the code has its namespace before it',
      status: 400,
      fields: [{ field: 'content-type', says: { text: 'application/x-amz-json-1.0' } }],
      body: () => ({
        __type: 'com.amazonaws.dynamodb.v20120810#ProvisionedThroughputExceededException',
        message: 'The table was asked for more than its provisioned throughput. Reduce the rate of requests.',
      }),
    },
    {
      id: 'request-limit',
      kind: 'acceleration',
      about: 'the API of EC2 is called too often; its protocol answers in XML',
      status: 503,
      fields: [{ field: 'content-type', says: { text: 'text/xml;charset=UTF-8' } }],
      body: ({ requestId }) =>
        `<?xml version="1.0" encoding="UTF-8"?>\n<Response><Errors><Error><Code>RequestLimitExceeded</Code><Message>Request limit exceeded.</Message></Error></Errors><RequestID>${requestId}</RequestID></Response>`,
    },
    {
      id: 'overloaded',
      kind: 'overload',
      about: 'S3 asks for less',
      status: 503,
      fields: [{ field: 'content-type', says: { text: 'application/xml' } }],
      body: ({ requestId }) =>
        `<?xml version="1.0" encoding="UTF-8"?>\n<Error><Code>SlowDown</Code><Message>Please reduce your request rate.</Message><RequestId>${requestId}</RequestId></Error>`,
    },
    {
      id: 'server-error',
      kind: 'failure',
      about: 'something went wrong inside',
      status: 500,
      fields: [errorType('InternalServerException')],
      body: () => ({
        message: 'The system encountered an unexpected error during processing. Try your request again.',
      }),
    },
  ],
};
