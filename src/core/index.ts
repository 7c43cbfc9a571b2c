/** holdoff/core: the exact part, pure. Most people want {@link scheduleOf}, {@link planOf} or {@link parsePolicy}. */
export { backoffMs, intervalMs, isCapped, rawDelayMs } from './backoff/backoff.js';
export { compile, type Rules } from './backoff/compile.js';
export { layeredAmplification } from './capacity/amplification.js';
export { planAnswer } from './capacity/answer.js';
export { checkPlan } from './capacity/check-plan.js';
export { type Load, NO_LOAD } from './capacity/load.js';
export { LOAD_FIELDS } from './capacity/load-fields.js';
export { loadFromFlags } from './capacity/load-flags.js';
export { parseLoad } from './capacity/parse-load.js';
export { planOf } from './capacity/plan.js';
export type { Drain, PlannedLimit, PlanReport } from './capacity/report.js';
export { retryQuotaCrossover } from './capacity/retry-quota.js';
export { CallState } from './engine/call-state.js';
export { decide } from './engine/decide.js';
export { Decision, isGiveUp } from './engine/decision.js';
export { Engine, type EngineOptions } from './engine/engine.js';
export { type Explanation, explain } from './engine/explain.js';
export { classify, NO_RESPONSE, Outcome, Trait, type Verdict } from './engine/outcome.js';
export type { SavedState } from './engine/saved-state.js';
export type { BucketSnapshot, LimitSnapshot } from './engine/snapshot.js';
export { InputError, type InputIssue, PolicyError } from './errors.js';
export { parseCount } from './grammar/count.js';
export { parseDuration, parseDurationOrNone } from './grammar/duration.js';
export { formatJitter, type Jitter, parseJitter } from './grammar/jitter.js';
export { type Limit, parseLimit } from './grammar/limit.js';
export { parseRate, perMinute, type Rate } from './grammar/rate.js';
export { parseShare, type Share } from './grammar/share.js';
export { decode, standardDecoder } from './headers/decode.js';
export type {
  Confidence,
  Decoded,
  DecodedLimit,
  DecodeInput,
  DecodeOptions,
  HarHeader,
  HarResponse,
  ResponseParts,
} from './headers/decoded.js';
export { Decoder, type DecoderOptions, type Parts } from './headers/decoder.js';
export { type HintFromOptions, hintFrom } from './headers/error-hint/hint-from.js';
export type { FieldInput, HeadersInput, HeadersLike } from './headers/field-map.js';
export type { HeaderWarning, HeaderWarningCode } from './headers/header-warning.js';
export { headersAnswer } from './headers/headers-answer.js';
export {
  type ReportedLimit,
  type ReportedLimits,
  type ReportedLimitsOptions,
  reportedLimits,
} from './headers/reported-limits.js';
export { parseRetryAfter, type RetryAfter, type RetryAfterOptions } from './headers/retry-after.js';
export type { Field } from './policy/field.js';
export { FIELDS } from './policy/fields.js';
export { policyJsonSchema } from './policy/json-schema.js';
export { linkOf, policyOfLink } from './policy/link.js';
export { parsePolicy } from './policy/parse-policy.js';
export type { Policy, PolicyInput, Quota } from './policy/policy.js';
export { PRESETS, type Preset, presetOf } from './presets/index.js';
export { createRandom, type Random } from './random/random.js';
export { scheduleAnswer } from './schedule/answer.js';
export { checkSchedule } from './schedule/check-schedule.js';
export type { ScheduleReport, ScheduleRow, ScheduleTotal } from './schedule/report.js';
export { scheduleOf } from './schedule/schedule.js';
export type { CheckResult } from './text/check-result.js';
export type { Sentence } from './text/sentence.js';
