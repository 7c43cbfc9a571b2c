// What is known of a server before it has answered: by its name, or by the host of the request.

import { InputError } from '../core/errors.js';
import { valuesAt } from '../core/headers/body/body-path.js';
import { standardDecoder } from '../core/headers/decode.js';
import type { Dialect } from '../core/headers/dialects/dialect.js';
import { isRepeatable } from '../core/headers/dialects/repeatable.js';
import type { RequestFacts } from './fetch-request.js';

/** The dialect of a provider. Throws {@link InputError} when there is none of that name. */
export function dialectNamed(name: string): Dialect {
  try {
    return standardDecoder().dialectOf(name);
  } catch (error) {
    if (!(error instanceof InputError)) throw error;
    throw new InputError({ ...error.issue, field: 'provider' });
  }
}

/** Hosts, or the ends of hosts, and the dialect that is spoken there. */
const HOSTS: readonly (readonly [end: string, dialect: string])[] = [
  ['api.anthropic.com', 'anthropic'],
  ['api.openai.com', 'openai'],
  ['.openai.azure.com', 'azure-openai'],
  ['generativelanguage.googleapis.com', 'gemini'],
  ['aiplatform.googleapis.com', 'gemini'],
  ['api.groq.com', 'groq'],
  ['api.mistral.ai', 'mistral'],
  ['api.x.ai', 'xai'],
  ['api.cohere.com', 'cohere'],
  ['api.together.xyz', 'together'],
  ['api.fireworks.ai', 'fireworks'],
  ['api.cerebras.ai', 'cerebras'],
  ['openrouter.ai', 'openrouter'],
  ['api.github.com', 'github'],
  ['.myshopify.com', 'shopify'],
  ['api.stripe.com', 'stripe'],
  ['slack.com', 'slack'],
  ['discord.com', 'discord'],
];

const byHost = new Map<string, Dialect | null>();
const MOST_HOSTS = 1000;

/** The dialect of a known host; null for all others. */
export function dialectOfHost(url: string): Dialect | null {
  const host = hostOf(url);
  let dialect = byHost.get(host);
  if (dialect === undefined) {
    const row = HOSTS.find(
      ([end]) => host === end || (host.endsWith(end) && /^[.-]/.test(host.slice(-end.length - 1))),
    );
    dialect = row === undefined ? null : dialectNamed(row[1]);
    if (byHost.size >= MOST_HOSTS) byHost.clear();
    byHost.set(host, dialect);
  }
  return dialect;
}

/** A request as its provider sees it. */
export interface ProviderView {
  /** Who shares a quota within the account. */
  readonly bucket: string;
  /** Repeating it costs money but no correctness. */
  readonly repeatable: boolean;
  /** The field of a key that makes a repeat safe; null where the server honours none, or the call needs none. */
  readonly idempotencyField: string | null;
}

export function viewOf(
  dialect: Dialect,
  { method, url, hasIdempotencyKey }: RequestFacts,
  body: unknown,
): ProviderView {
  const path = pathOf(url);
  return {
    bucket: bucketOf(dialect, path, body),
    repeatable: isRepeatable(dialect, method, path),
    idempotencyField: method === 'POST' && !hasIdempotencyKey ? (dialect.idempotencyField ?? null) : null,
  };
}

/** The same as the bucket of {@link viewOf}, for whoever needs no more. */
export function bucketFor(dialect: Dialect, url: string, body: unknown): string {
  return dialect.bucket === undefined ? '' : bucketOf(dialect, pathOf(url), body);
}

/** No model has a longer name, and a thousand buckets of what somebody else made up would be kept. */
const LONGEST_NAME = 256;

/** Longer requests are not parsed a second time for the name of a model. */
const LONGEST_REQUEST = 1_048_576;

function bucketOf({ bucket }: Dialect, path: string, body: unknown): string {
  switch (bucket?.by) {
    case 'model': {
      const model = valuesAt(documentOf(body), 'model')[0];
      return typeof model === 'string' ? model.slice(0, LONGEST_NAME) : (/\/models\/([^/:]+)/.exec(path)?.[1] ?? '');
    }
    case 'deployment':
      return /\/deployments\/([^/]+)/.exec(path)?.[1] ?? '';
    case 'resource':
      return /^\/(search|graphql)\b/.exec(path)?.[1] ?? '';
    case 'method':
      return path.slice(path.lastIndexOf('/') + 1);
    default:
      return '';
  }
}

/** Parsed only where there is something to find: for every call that costs more than the rest of the bucket. */
function documentOf(text: unknown): unknown {
  if (typeof text !== 'string' || text.length > LONGEST_REQUEST || !text.includes('"model"')) return undefined;
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function hostOf(url: string): string {
  return /^[a-z][a-z0-9+.-]*:\/\/(?:[^/?#@]*@)?([^/?#:]*)/i.exec(url)?.[1]?.toLowerCase() ?? '';
}

function pathOf(url: string): string {
  return /^(?:[a-z][a-z0-9+.-]*:\/\/[^/?#]*)?([^?#]*)/i.exec(url)?.[1] ?? '';
}
