// The options of an emulator, checked: every wrong value is named at once, and nothing is guessed.

import { type InputIssue, PolicyError } from '../core/errors.js';
import type { LimitFigures } from '../core/rulebooks/index.js';
import { FIELD_VALUE_RULE, isFieldName, isFieldValue } from './header-text.js';
import type {
  Acceleration,
  ConditionSwitch,
  EmulatorScript,
  ExactAnswer,
  Fault,
  FaultAction,
  Hints,
  Penalty,
  Span,
  When,
} from './options.js';
import { duration, flag, list, number, object, oneOf, type Read, record, refuse, share, text, whole } from './read.js';

/** Checks what a file or a program gives. Throws `PolicyError` that names everything that is wrong. */
export function readScript(value: unknown): EmulatorScript {
  const issues: InputIssue[] = [];
  const read = script(value, '', issues);
  if (issues.length > 0) throw new PolicyError(issues);
  return read;
}

/** Checks a list of exact answers. Throws `PolicyError`. */
export function readAnswers(value: unknown): readonly ExactAnswer[] {
  const issues: InputIssue[] = [];
  const read = list(exactAnswer)(value, 'answers', issues);
  if (issues.length > 0) throw new PolicyError(issues);
  return read;
}

const MOST = 1e11;

/** A number or a pair of them. */
function span(each: Read<number>): Read<Span> {
  return (value, field, issues) => {
    if (!Array.isArray(value)) return each(value, field, issues);
    const [low, high] = value.map((end, index) => each(end, `${field}[${index}]`, issues));
    const isPair = value.length === 2 && !((low ?? 0) > (high ?? 0));
    return isPair ? [low as number, high as number] : refuse(issues, field, value, 'one value, or [low, high]');
  };
}

const whenFields = object<When>({
  share,
  every: whole(1, MOST),
  requests: list(whole(1, MOST)),
  fromMs: duration,
  untilMs: duration,
  path: text,
});

const when: Read<When> = (value, field, issues) => {
  const read = whenFields(value, field, issues);
  const { fromMs = 0, untilMs = Infinity } = read ?? {};
  if (untilMs > fromMs) return read;
  return refuse(
    issues,
    `${field}.untilMs`,
    untilMs,
    `a time after fromMs, which is ${fromMs} ms: nothing happens in none`,
  );
};

const conditionSwitch = object<ConditionSwitch>({ condition: text, when, waitMs: duration }, ['condition']);

/** At least a ms: a stretch of no time holds nothing. */
const stretch: Read<number> = (value, field, issues) => {
  const ms = duration(value, field, issues);
  return ms === undefined || ms >= 1 ? ms : refuse(issues, field, value, 'a duration of 1 ms or more');
};

const acceleration = object<Acceleration>({ windowMs: stretch, factor: number(1, 1e6), floor: whole(0, MOST) }, [
  'windowMs',
  'factor',
  'floor',
]);

const hints = object<Hints>({
  absentShare: share,
  factor: number(0, 1e6),
  addMs: number(-MOST, MOST),
  addPerRefusalMs: number(0, MOST),
  maxMs: duration,
});

const penalty = object<Penalty>({ factor: number(1, 1e6), addMs: duration, maxMs: duration }, ['maxMs']);

const fieldValue: Read<string> = (value, field, issues) =>
  typeof value === 'string' && isFieldValue(value) ? value : refuse(issues, field, value, FIELD_VALUE_RULE);

const headers: Read<Record<string, string | readonly string[] | null>> = (value, field, issues) => {
  const read = record<string | string[] | null>((each, at) => {
    if (each === null) return null;
    return Array.isArray(each) ? list(fieldValue, 100)(each, at, issues) : fieldValue(each, at, issues);
  })(value, field, issues);
  for (const name of Object.keys(read ?? {})) {
    if (!isFieldName(name)) refuse(issues, field, name, 'names that a header can have');
    // Node refuses to send one where none are to come, and none can come after a length.
    if (/^trailer$/i.test(name)) refuse(issues, field, name, 'any header but Trailer: no trailers are sent');
  }
  return read;
};

type Kind = FaultAction['kind'];
type FaultFields = Pick<Fault, 'when' | 'on'>;

/** What each kind of fault needs to know. */
const FAULTS: { readonly [K in Kind]: Readonly<Record<string, Read<unknown>>> } = {
  latency: { ms: span(duration) },
  reset: {},
  hang: {},
  truncate: { characters: whole(0, MOST) },
  slow: { characters: whole(1, MOST), pauseMs: duration },
  'content-length': { addBytes: whole(-MOST, MOST) },
  skew: { ms: number(-MOST, MOST) },
  headers: { set: headers },
  'cut-stream': { events: whole(0, MOST), by: oneOf(['reset', 'end', 'hang', 'error']) },
};
const KINDS = Object.keys(FAULTS) as Kind[];

function faultReader<T>(more: Readonly<Record<string, Read<unknown>>>): Read<T> {
  return (value, field, issues) => {
    const kind = (value as { kind?: unknown } | null)?.kind;
    const known = oneOf(KINDS)(kind, `${field}.kind`, issues);
    if (known === undefined) return undefined as T;
    const fields = { kind: oneOf(KINDS), ...FAULTS[known], ...more };
    return object<Record<string, unknown>>(fields, Object.keys(FAULTS[known]))(value, field, issues) as T;
  };
}

const fault = faultReader<Fault>({ when, on: oneOf(['served', 'refused']) } satisfies {
  [K in keyof FaultFields]: Read<unknown>;
});

const exactAnswer = object<ExactAnswer>({
  status: whole(200, 599),
  headers,
  body: (value) => value,
  latencyMs: duration,
  fault: faultReader<FaultAction>({}),
  normal: flag,
});

/** What these figures must be, depends on the limit: `scaled` checks them. */
const figures = object<LimitFigures>({
  amount: number(0, MOST),
  windowMs: duration,
  burst: number(0, MOST),
});

const script = object<EmulatorScript>({
  limits: record(figures),
  amountFactor: number(1e-6, 1e6),
  windowFactor: number(1e-6, 1e6),
  seed: whole(0, 2 ** 32 - 1),
  latencyMs: span(duration),
  tokenMs: duration,
  outputTokens: span(whole(0, 1e6)),
  cachedShare: share,
  conditions: list(conditionSwitch),
  acceleration,
  hints,
  penalty,
  othersShare: share,
  faults: list(fault),
  answers: list(exactAnswer),
  flightMs: duration,
  logSize: whole(0, 1e6),
});
