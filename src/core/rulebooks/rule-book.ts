// What a rule book is: one provider's limits and what it says about them, as data. See README.md in this folder.

import type { Evidence } from '../headers/dialects/dialect.js';
import type { LimiterSpec } from '../limiters/create-limiter.js';
import type { CostRule } from './cost.js';
import type { FieldRow } from './field-row.js';
import type { Standing } from './standing.js';

/** One provider as data: its limits, how it counts, how it tells them, and how it refuses. */
export interface RuleBook {
  /** Lower case with hyphens; what `holdoff emulate` takes. */
  readonly id: string;
  /** The name for people. */
  readonly title: string;
  /** How well it is known; of the figures, which change often, only the shape is meant. */
  readonly evidence: Evidence;
  /** The documents, repositories or issues that it was read in. */
  readonly source: string;
  /** How this provider counts, in one or two sentences. */
  readonly about: string;
  /** The id of the decoder's dialect that reads what is written here. */
  readonly dialect: string;
  readonly limits: readonly LimitRule[];
  /** The header with the number of the request, on every answer. */
  readonly requestIdField?: string;
  /** The headers about limits, in the provider's order. */
  readonly fields: readonly FieldRow[];
  /** What the endpoint's own JSON answer carries about limits, where the provider puts it there. */
  readonly extension?: (standing: Standing) => object | null;
  /** What a refusal looks like; the first that fits counts, and the last fits all. */
  readonly refusals: readonly RefusalRow[];
  /** Answers that do not come from a limit, to be switched on: overload, terminal errors and the like. */
  readonly conditions: readonly Condition[];
  /** The kind of endpoint that a path belongs to, where limits differ by it. */
  readonly resourceOf?: (path: string) => string;
}

export interface LimitRule {
  /** As the decoder calls it. */
  readonly name: string;
  /** As a plan and its flags call it (requests, tokens, inputTokens …), where that is another name. */
  readonly planned?: string;
  readonly limiter: LimiterSpec;
  readonly cost: CostRule;
  /** What within an account has an allowance of its own; `account` when everything is counted together. */
  readonly per: 'account' | 'model' | 'resource' | 'route';
  /** Only requests to these resources count. */
  readonly resources?: readonly string[];
  /** Enforced only when an amount is given for it: not every plan of the provider has it. */
  readonly isOptional?: true;
  /** Enforced and never reported. */
  readonly isHidden?: true;
}

/** An answer that stands in the place of the endpoint's own. */
export interface AnswerRow {
  readonly status: number;
  /** Beside those of the book. */
  readonly fields?: readonly FieldRow[];
  /** The book's fields about limits are left out. */
  readonly withoutLimits?: true;
  /** A JSON value; a text is sent as it is. */
  readonly body: (standing: Standing) => unknown;
}

export interface RefusalRow extends AnswerRow {
  /** The names of the limits whose refusals look like this; without it those of all. */
  readonly by?: readonly string[];
  /** Only for a request that can never fit. */
  readonly isForever?: true;
}

/**
 * `overload`: the service has no capacity, whatever the limits say. `terminal`: waiting does not help. `acceleration`:
 * the load grows too fast. `failure`: the request may have been processed.
 */
export type ConditionKind = 'overload' | 'terminal' | 'acceleration' | 'failure';

export interface Condition extends AnswerRow {
  readonly id: string;
  readonly kind: ConditionKind;
  /** When the provider answers so, as a clause. */
  readonly about: string;
  /** The wait that is told unless another is given; none unless given. */
  readonly waitMs?: number;
}
