// Every config format. A new one needs a folder beside this file and a row here.

import { InputError } from '../../core/errors.js';
import { nearest } from '../../core/text/nearest.js';
import { axiosRetry } from './axios-retry/axios-retry.js';
import { bullmq } from './bullmq/bullmq.js';
import { celery } from './celery/celery.js';
import { cloudTasks } from './cloud-tasks/cloud-tasks.js';
import { type ConfigFormat, configFormat } from './config-format.js';
import { curl } from './curl/curl.js';
import { envoy } from './envoy/envoy.js';
import { gatewayApi } from './gateway-api/gateway-api.js';
import { got } from './got/got.js';
import { grpc } from './grpc/grpc.js';
import { istio } from './istio/istio.js';
import { kubernetes } from './kubernetes/kubernetes.js';
import { ky } from './ky/ky.js';
import { pRetry } from './p-retry/p-retry.js';
import { polly } from './polly/polly.js';
import { pubSub } from './pub-sub/pub-sub.js';
import { resilience4j } from './resilience4j/resilience4j.js';
import { sidekiq } from './sidekiq/sidekiq.js';
import { springRetry } from './spring-retry/spring-retry.js';
import { stepFunctions } from './step-functions/step-functions.js';
import { temporal } from './temporal/temporal.js';
import { tenacity } from './tenacity/tenacity.js';
import { undici } from './undici/undici.js';
import { urllib3 } from './urllib3/urllib3.js';

export type { ConfigFormat } from './config-format.js';
export type { Exported } from './export-policy.js';
export type { ImportedPolicy, ImportOptions } from './import-policy.js';
export type { Loss } from './loss.js';
export type { MeanChange } from './mean-change.js';

/** All formats, in the order of the documentation. */
export const FORMATS: readonly ConfigFormat[] = [
  configFormat(grpc),
  configFormat(envoy),
  configFormat(istio),
  configFormat(gatewayApi),
  configFormat(stepFunctions),
  configFormat(temporal),
  configFormat(cloudTasks),
  configFormat(pubSub),
  configFormat(resilience4j),
  configFormat(springRetry),
  configFormat(polly),
  configFormat(bullmq),
  configFormat(celery),
  configFormat(sidekiq),
  configFormat(kubernetes),
  configFormat(urllib3),
  configFormat(tenacity),
  configFormat(undici),
  configFormat(got),
  configFormat(ky),
  configFormat(axiosRetry),
  configFormat(pRetry),
  configFormat(curl),
];

/**
 * The format with this id. `field` is what the message calls the place where it was typed.
 * Throws {@link InputError} naming the nearest id.
 */
export function formatOf(id: string, field = 'format'): ConfigFormat {
  const format = FORMATS.find((known) => known.id === id);
  if (format !== undefined) return format;
  const ids = FORMATS.map((known) => known.id);
  const close = nearest(String(id), ids);
  const issue = { field, value: id, allowed: `one of ${ids.join(', ')}` };
  throw new InputError(close === null ? issue : { ...issue, hint: `did you mean ${close}?` });
}
