// Tells a file that was given as another format than its own.

import { InputError } from '../../core/errors.js';
import type { FormatFacts } from './format.js';
import { walk } from './walk.js';

/** Keys that stand in one format only. Of each that is read as data; and Polly, whose options stand in JSON as well. */
const MARKS: readonly (readonly [id: string, what: string, keys: readonly string[]])[] = [
  [
    'grpc',
    'a gRPC service config',
    ['methodConfig', 'method_config', 'initialBackoff', 'initial_backoff', 'InitialBackoff', 'retryableStatusCodes'],
  ],
  [
    'envoy',
    'an Envoy configuration',
    ['retry_on', 'num_retries', 'numRetries', 'retry_back_off', 'retryBackOff', 'virtual_hosts', 'virtualHosts'],
  ],
  ['istio', 'an Istio VirtualService', ['retryRemoteLocalities']],
  ['gateway-api', 'an HTTPRoute of the Gateway API', ['backendRequest']],
  ['step-functions', 'a Retry of Step Functions', ['ErrorEquals', 'BackoffRate', 'IntervalSeconds']],
  [
    'temporal',
    'a retry policy of Temporal',
    ['initialInterval', 'backoffCoefficient', 'backoff_coefficient', 'maximumInterval', 'maximumAttempts'],
  ],
  ['cloud-tasks', 'a queue of Cloud Tasks', ['maxDoublings', 'max_doublings', 'minBackoff', 'task_retry_limit']],
  ['pub-sub', 'a Pub/Sub subscription', ['minimumBackoff', 'maximumBackoff', 'deadLetterPolicy']],
  ['resilience4j', 'a resilience4j configuration', ['resilience4j', 'waitDuration', 'wait-duration']],
  ['bullmq', 'options of BullMQ', ['defaultJobOptions']],
  ['polly', 'options of Polly', ['MaxRetryAttempts']],
];

const KINDS: ReadonlyMap<unknown, string> = new Map([
  ['VirtualService', 'istio'],
  ['HTTPRoute', 'gateway-api'],
]);

const ID_OF_KEY: ReadonlyMap<string, string> = new Map(
  MARKS.flatMap(([id, , keys]) => keys.map((key) => [key, id] as const)),
);

/** Throws {@link InputError} where the data bears the marks of other formats and none of this one. */
export function refuseOther({ id, syntax }: FormatFacts, source: unknown): void {
  if (syntax !== 'data') return;
  const marked = new Set<string>();
  walk(source, (node) => {
    const kind = KINDS.get(node.kind);
    if (kind !== undefined) marked.add(kind);
    for (const key of Object.keys(node)) {
      // Spring's keys may have dots.
      const other = ID_OF_KEY.get(key.startsWith('resilience4j.') ? 'resilience4j' : key);
      if (other !== undefined) marked.add(other);
    }
  });
  const other = MARKS.find(([known]) => marked.has(known));
  if (other === undefined || marked.has(id)) return;
  const [right, what] = other;
  const allowed = `${right}, since this is ${what}`;
  throw new InputError({ field: 'format', value: id, allowed, hint: `holdoff import ${right}` });
}
