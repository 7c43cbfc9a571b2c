// From a request to what the limits see of it.

import type { Demand, RuleBook } from '../core/rulebooks/index.js';
import { endpointFor } from './endpoints/all.js';
import type { Call, Endpoint } from './endpoints/endpoint.js';
import { tokensFor } from './endpoints/prompt.js';
import type { EmulatedRequest } from './request.js';

export interface Asked {
  readonly demand: Demand;
  /** Both are null for what is no call of a language model. */
  readonly endpoint: Endpoint | null;
  readonly call: Call | null;
}

/** Reads a request. A text says what is wrong with one that cannot be read; it is for the client. */
export function askedOf(request: EmulatedRequest, book: RuleBook, account: string): Asked | string {
  const { method, path, query, body } = request;
  const endpoint = endpointFor(method, path);
  const resource = book.resourceOf?.(path) ?? '';
  const isQuery = resource === 'graphql';
  const json = endpoint !== null || isQuery ? objectIn(body) : null;
  if (endpoint !== null && json === null) return 'The body must be a JSON object.';
  const call = endpoint === null ? null : endpoint.read(path, query, json ?? {});
  const demand: Demand = {
    account,
    method,
    route: path,
    resource,
    model: call === null ? '' : bounded(call.model),
    tokens: call === null ? NO_TOKENS : { input: tokensFor(call.characters), outputBounds: call.outputBounds },
    operation: isQuery ? (/^\s*mutation\b/.test(String(json?.query)) ? 'mutation' : 'query') : method,
    queryCost: 1,
  };
  return { demand, endpoint, call };
}

/** Of a name that allowances are kept under: 20,000 of a megabyte each would fill the memory. */
const LONGEST_MODEL = 256;

/** Put together anew, since a part of a text that is cut out keeps the whole of it in memory. */
function bounded(model: string): string {
  return model.length <= LONGEST_MODEL ? model : [...model.slice(0, LONGEST_MODEL)].join('');
}

const NO_TOKENS = { input: 0, outputBounds: [] };

function objectIn(body: string): Record<string, unknown> | null {
  try {
    const value: unknown = JSON.parse(body);
    return typeof value === 'object' && value !== null && !Array.isArray(value)
      ? (value as Record<string, unknown>)
      : null;
  } catch {
    return null;
  }
}
