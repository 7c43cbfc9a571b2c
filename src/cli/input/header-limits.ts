import { quotasWithCosts } from '../../core/capacity/costs.js';
import type { Load } from '../../core/capacity/load.js';
import { InputError } from '../../core/errors.js';
import type { Limit } from '../../core/grammar/limit.js';
import { parseRawResponses, type RawResponse } from '../../core/headers/raw-response.js';
import { reportedLimits } from '../../core/headers/reported-limits.js';
import { UsageError } from '../failure.js';
import type { Io } from '../io.js';
import { nameOfInput, readText } from './read-text.js';

/** What a captured response says about the limits, laid under those that were given. */
export interface HeaderLimits {
  /** What the response is called in messages. */
  readonly name: string;
  /** Whose habits it follows. */
  readonly dialect: string;
  /** Those of the response, each replaced by a given one of the same name; then the further ones that were given. */
  readonly limits: readonly Limit[];
  /** What was odd about the response, one sentence each. */
  readonly warnings: readonly string[];
}

const FLAG = '--from-headers';
const MAX_BYTES = 4 * 1024 * 1024;

/**
 * The limits that the last response of a capture reports. One attempt takes of them what the load's costs say, and
 * limits of the load itself take precedence. Throws `UsageError` when the text holds no response or none that reports
 * limits in a way we know; `PolicyError` when a limit counts tokens and no cost was given.
 */
export async function readHeaderLimits(io: Io, path: string, load: Load): Promise<HeaderLimits> {
  const name = nameOfInput(path);
  const response = lastResponse(await readText(io, path, FLAG, MAX_BYTES), name);
  const reported = reportedLimits(response.fields);
  if (reported === null) {
    const hint = `${UNDERSTOOD}; for others give --limit`;
    throw new UsageError('no-limits', `${FLAG}: ${name} reports no limits that are understood`, hint);
  }
  const warnings = [...response.warnings, ...reported.warnings].map(({ message }) => message);
  if (reported.limits.length === 0 && load.limits.length === 0) {
    throw new UsageError('no-limits', `${FLAG}: ${name} reports no limit with an amount`, warnings.join('\n') || null);
  }
  const isGiven = (limit: { name: string }): boolean => load.limits.some((given) => given.name === limit.name);
  const quotas = reported.limits.filter((limit) => !isGiven(limit)).map(quotaOf);
  const known = [...quotasWithCosts(quotas, load.costs), ...load.limits];
  const order = [...reported.limits, ...load.limits].map((limit) => limit.name);
  const limits = [...new Set(order)].flatMap((limit) => known.find((each) => each.name === limit) ?? []);
  return { name, dialect: reported.dialect, limits, warnings };
}

const UNDERSTOOD =
  'understood are the fields of Anthropic (anthropic-ratelimit-…) and of OpenAI and those who copied them (x-ratelimit-limit-…)';

function quotaOf({ name, amount, windowMs }: Omit<Limit, 'cost' | 'burst'>): Omit<Limit, 'cost'> {
  return { name, amount, windowMs, burst: amount };
}

function lastResponse(text: string, name: string): RawResponse {
  try {
    return parseRawResponses(text).at(-1) as RawResponse;
  } catch (error) {
    if (!(error instanceof InputError)) throw error;
    throw new UsageError('no-response', `${FLAG}: ${name} holds no response`, `give ${error.issue.allowed}`);
  }
}
