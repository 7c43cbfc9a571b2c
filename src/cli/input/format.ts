import type { ConfigFormat } from '../../codegen/formats/index.js';
import type { FlagValues } from '../../core/policy/flag.js';
import type { Operand } from '../command.js';
import { UsageError } from '../failure.js';

/** Loaded only when a command needs it, as all that only one command needs. */
const formats = () => import('../../codegen/formats/index.js');

export const FORMAT_OPERAND: Operand = {
  name: 'FORMAT',
  about:
    'grpc, envoy, istio, gateway-api, step-functions, temporal, cloud-tasks, pub-sub, resilience4j, spring-retry, polly, bullmq, celery, sidekiq, kubernetes, urllib3, tenacity, undici, got, ky, axios-retry, p-retry or curl.',
};

/** The format that was named. Throws `UsageError` without one, `InputError` with the nearest for an unknown one. */
export async function readFormat({ FORMAT: id }: FlagValues): Promise<ConfigFormat> {
  const { FORMATS, formatOf } = await formats();
  if (typeof id === 'string') return formatOf(id, 'FORMAT');
  const known = FORMATS.map((format) => format.id).join(', ');
  throw new UsageError('missing-value', 'FORMAT: missing; name a config format', `it is one of ${known}`);
}
