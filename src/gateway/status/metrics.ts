// The text format of Prometheus, version 0.0.4.

import type { BucketSnapshot } from '../../core/engine/snapshot.js';
import { DURATION_CLASSES } from '../tally.js';
import type { GatewayStatus } from './status.js';

export const METRICS_TYPE = 'text/plain; version=0.0.4; charset=utf-8';

type Labels = Readonly<Record<string, string>>;
type Sample = readonly [labels: Labels, value: number];

export function metricsOf(status: GatewayStatus): string {
  const { callers, client, connections, store } = status;
  const { counters, buckets } = client;
  const byBucket = (figureOf: (bucket: BucketSnapshot) => number): Sample[] =>
    buckets.map((bucket) => [bucketLabels(bucket), figureOf(bucket)]);
  const byLimit = (figureOf: (limit: BucketSnapshot['limits'][number]) => number | null): Sample[] =>
    buckets.flatMap((bucket) =>
      bucket.limits.flatMap((limit) => {
        const value = figureOf(limit);
        const labels = { ...bucketLabels(bucket), limit: limit.name, from: limit.from };
        return value === null ? [] : [[labels, value] as const];
      }),
    );
  return [
    family('requests_total', 'counter', 'Answers to callers, by status.', labelled('code', callers.answered)),
    family(
      'refused_total',
      'counter',
      'Requests that were not passed on, by reason.',
      labelled('reason', callers.refused),
    ),
    family('open_requests', 'gauge', 'Requests of callers under way.', one(callers.open)),
    family('dropped_total', 'counter', 'Callers that left before the end of their answer.', one(callers.dropped)),
    family('broken_total', 'counter', 'Answers whose body broke off.', one(callers.broken)),
    durations(status),
    family('queued', 'gauge', 'Calls that wait for their turn.', one(client.queued)),
    family('in_flight', 'gauge', 'Calls that the upstream works on.', one(client.inFlight)),
    family('upstream_connections', 'gauge', 'Open connections to the upstream.', one(connections)),
    ...(store === null ? [] : storeFamilies(store)),
    ...Object.entries(counters).map(([name, value]) =>
      family(`client_${snake(name)}_total`, 'counter', COUNTERS[name] ?? name, one(value)),
    ),
    family(
      'bucket_queued',
      'gauge',
      'Calls that wait, by bucket.',
      byBucket(({ queued }) => queued),
    ),
    family(
      'bucket_in_flight',
      'gauge',
      'Calls in flight, by bucket.',
      byBucket(({ inFlight }) => inFlight),
    ),
    family(
      'bucket_cooldown_seconds',
      'gauge',
      'How long a bucket is shut.',
      byBucket(({ cooldownMs }) => cooldownMs / 1000),
    ),
    family(
      'bucket_share',
      'gauge',
      'Our share of a bucket, 0 to 1.',
      byBucket(({ share }) => share),
    ),
    family(
      'limit_per_minute',
      'gauge',
      'What a limit allows in a minute.',
      byLimit(({ perMinute }) => perMinute),
    ),
    family(
      'limit_level',
      'gauge',
      'Units of a limit that may be taken now.',
      byLimit(({ level }) => level),
    ),
  ].join('');
}

function storeFamilies({ state, outages }: NonNullable<GatewayStatus['store']>): string[] {
  return [
    family('store_up', 'gauge', 'Whether the store that quotas are shared by is there.', one(state === 'gone' ? 0 : 1)),
    family('store_outages_total', 'counter', 'How often that store has gone.', one(outages)),
  ];
}

const COUNTERS: Readonly<Record<string, string>> = {
  calls: 'Calls that are over.',
  attempts: 'Requests sent to the upstream.',
  retries: 'Requests among them that were repeats.',
  refused: 'Attempts that a quota refused.',
  overloaded: 'Attempts that met an overloaded upstream.',
  unknown: 'Attempts of which nobody knows whether they were processed.',
  gaveUp: 'Calls that were given up.',
  interrupted: 'Answers that broke off after they had been handed out.',
  aborted: 'Calls whose callers left.',
};

function family(name: string, type: 'counter' | 'gauge', help: string, samples: readonly Sample[]): string {
  const full = `holdoff_${name}`;
  const lines = samples.map(([labels, value]) => `${full}${written(labels)} ${value}\n`);
  return `# HELP ${full} ${help}\n# TYPE ${full} ${type}\n${lines.join('')}`;
}

function durations({ callers }: GatewayStatus): string {
  const full = 'holdoff_request_seconds';
  let sum = 0;
  const lines = callers.durations.map((count, index) => {
    sum += count;
    return `${full}_bucket{le="${DURATION_CLASSES[index] ?? '+Inf'}"} ${sum}\n`;
  });
  const head = `# HELP ${full} From the head of a request to the end of its answer.\n# TYPE ${full} histogram\n`;
  return `${head}${lines.join('')}${full}_sum ${callers.seconds}\n${full}_count ${sum}\n`;
}

function one(value: number): Sample[] {
  return [[{}, value]];
}

function labelled(label: string, counts: Readonly<Record<string, number>>): Sample[] {
  return Object.entries(counts).map(([name, value]) => [{ [label]: name }, value]);
}

function bucketLabels({ account, bucket }: BucketSnapshot): Labels {
  return { account, bucket };
}

function written(labels: Labels): string {
  const pairs = Object.entries(labels).map(([name, value]) => `${name}="${escaped(value)}"`);
  return pairs.length === 0 ? '' : `{${pairs.join(',')}}`;
}

function escaped(value: string): string {
  return value.replaceAll('\\', '\\\\').replaceAll('"', '\\"').replaceAll('\n', '\\n');
}

function snake(name: string): string {
  return name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}
