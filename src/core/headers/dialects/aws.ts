// AWS's services, Amazon Bedrock among them. They send no limits, and throttle with any status: the code of the error
// decides, wherever it stands. `x-amz-retry-after` is in milliseconds.

import type { Condition, Dialect } from './dialect.js';

/** Those that all SDKs take as throttling. */
const THROTTLING_CODES: readonly string[] = [
  'Throttling',
  'ThrottlingException',
  'ThrottledException',
  'RequestThrottledException',
  'TooManyRequestsException',
  'ProvisionedThroughputExceededException',
  'TransactionInProgressException',
  'RequestLimitExceeded',
  'BandwidthLimitExceeded',
  'LimitExceededException',
  'RequestThrottled',
  'SlowDown',
  'PriorRequestNotComplete',
  'EC2ThrottledException',
];

/** A code may be wrapped: `com.amazonaws.x#ThrottlingException`, `ThrottlingException:http://…`. */
const WITHIN: readonly string[] = [
  ...THROTTLING_CODES.filter((code) => code !== 'LimitExceededException').map((code) => code.toLowerCase()),
  // There are others that end so, such as ResourceLimitExceededException, and do not go away.
  '#limitexceededexception',
];

const ERROR_TYPE = 'x-amzn-errortype';
/** Not 200: a stored object may hold any text. */
const FAILED = [400, 429, 500, 502, 503, 504, 509];

function codeWithin(code: string): Condition[] {
  return [
    { status: FAILED, field: { name: ERROR_TYPE, has: code } },
    { status: FAILED, body: { at: '__type', has: code } },
  ];
}

export const aws: Dialect = {
  id: 'aws',
  title: 'AWS',
  evidence: 'captured',
  source:
    'AWS SDKs and Tools Reference Guide, "Retry behavior"; botocore 1.43.67; smithy-typescript; captured responses in public issues',
  aliases: ['aws-sdk-*', 'amazon', 'bedrock', 'amazon-bedrock', 'dynamodb', 's3'],
  marks: [
    { weight: 'own', field: { name: 'x-amz-retry-after' } },
    // API Gateway sends these for whoever uses it, and others' object stores speak as S3 does.
    { weight: 'shared', field: { name: ERROR_TYPE } },
    { weight: 'shared', field: { name: 'x-amzn-requestid' } },
    { weight: 'shared', field: { name: 'x-amz-request-id' } },
    { weight: 'shared', field: { name: 'x-amz-id-2' } },
    { weight: 'shared', body: { at: '__type', has: 'exception' } },
  ],
  signals: [
    {
      when: { status: [400, 429], text: ['too many tokens per day'] },
      verdict: 'never',
      meaning: 'the tokens of the day are used up',
      refusedBy: 'tokensPerDay',
    },
    {
      when: codeWithin('modelnotreadyexception'),
      verdict: 'retry',
      meaning: 'the model is not ready yet, which is no quota',
      overload: true,
    },
    {
      when: [
        { status: FAILED, field: { name: ERROR_TYPE, is: THROTTLING_CODES.map((code) => code.toLowerCase()) } },
        ...['__type', 'code', 'Code', 'error.code', 'Error.Code'].map((at) => ({
          status: FAILED,
          body: { at, is: THROTTLING_CODES },
        })),
        ...WITHIN.flatMap(codeWithin),
        { status: FAILED, text: THROTTLING_CODES.map((code) => `<code>${code.toLowerCase()}</code>`) },
      ],
      verdict: 'retry',
      meaning: 'the service throttled the request',
      // SlowDown comes with 503, and speaks of the caller's rate.
      overload: false,
    },
  ],
  refusedBy: [
    { when: { text: ['too many tokens'] }, name: 'tokens' },
    { when: { text: ['too many requests'] }, name: 'requests' },
  ],
  // In each region by itself.
  bucket: { account: 'organisation', by: 'method' },
  repeatable: [
    { method: 'POST', path: '/model/*/converse' },
    { method: 'POST', path: '/model/*/converse-stream' },
    { method: 'POST', path: '/model/*/invoke' },
    { method: 'POST', path: '/model/*/invoke-with-response-stream' },
    { method: 'POST', path: '/model/*/count-tokens' },
  ],
  costs: [
    {
      // Bedrock. A request that does not state its largest output reserves the model's. Some models weigh a token of
      // output as five; which ones is not told in a response.
      limit: 'tokens',
      taken: 'maximum',
      maximumAt: ['inferenceConfig.maxTokens', 'max_tokens'],
      usageAt: [
        'usage.inputTokens',
        'usage.cacheWriteInputTokens',
        'usage.outputTokens',
        'usage.input_tokens',
        'usage.cache_creation_input_tokens',
        'usage.output_tokens',
      ],
    },
  ],
};
