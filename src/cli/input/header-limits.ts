import { quotasWithCosts } from '../../core/capacity/costs.js';
import type { Load } from '../../core/capacity/load.js';
import type { Limit } from '../../core/grammar/limit.js';
import { type ReportedLimits, type ReportedLimitsOptions, reportedLimits } from '../../core/headers/reported-limits.js';
import { UsageError } from '../failure.js';
import type { Io } from '../io.js';
import { asProviderFault, type CapturedResponse, readCapturedResponse } from './captured-response.js';

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

/**
 * The limits that the last response of a capture reports. `provider` says whose it is, where that is not to be
 * detected. One attempt takes of them what the load's costs say, and limits of the load itself take precedence. Throws
 * `UsageError` when the text holds no response or none that reports limits in a way we know; `PolicyError` when a limit
 * counts tokens and no cost was given; `InputError` for a provider that nobody knows.
 */
export async function readHeaderLimits(
  io: Io,
  path: string,
  load: Load,
  provider: string | undefined,
): Promise<HeaderLimits> {
  const response = await readCapturedResponse(io, path, FLAG);
  const { name } = response;
  const reported = limitsOf(response, { dialect: provider, body: response.body, nowMs: io.now() });
  if (reported === null) {
    throw new UsageError('no-limits', `${FLAG}: ${name} reports no limits that are understood`, UNDERSTOOD);
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
  'understood are the fields of Anthropic, OpenAI, GitHub, the IETF drafts and every other sender that --provider knows, and x-ratelimit-… of anybody; holdoff headers shows what a response says, and --limit gives what it does not';

function limitsOf({ headers }: CapturedResponse, options: ReportedLimitsOptions): ReportedLimits | null {
  try {
    return reportedLimits(headers, options);
  } catch (error) {
    throw asProviderFault(error);
  }
}

function quotaOf({ name, amount, windowMs }: Omit<Limit, 'cost' | 'burst'>): Omit<Limit, 'cost'> {
  return { name, amount, windowMs, burst: amount };
}
