import { valueOrIssues } from '../../core/collect-issues.js';
import { InputError, PolicyError } from '../../core/errors.js';
import { checkLimiter } from '../../core/limiters/check-limiter.js';
import type { LimiterSpec } from '../../core/limiters/create-limiter.js';
import { parsePolicy } from '../../core/policy/parse-policy.js';
import { isPlain } from '../../core/policy/paths.js';
import type { Policy } from '../../core/policy/policy.js';
import { ruleBookOf } from '../../core/rulebooks/index.js';
import { contradictions } from './contradictions.js';
import type { Control, Scenario, ScenarioInput, Variant } from './scenario.js';
import { collect, type Entry, field, group, list, readShape, type Shape, variants } from './shape.js';

/** Most calls that a run may have begun at once, and clients with state of their own. */
const MOST_CLIENTS = 1_000_000;
const MOST_GROUPS = 100_000;

const count = (min: number, max: number, otherwise?: unknown): Entry => field('integer', otherwise, { min, max });
const duration = (otherwise?: unknown, min = 0): Entry => field('duration', otherwise, { min });

const DURATION: Readonly<Record<string, Shape>> = {
  constant: { ms: duration() },
  exponential: { meanMs: duration() },
  normal: { meanMs: duration(), sdMs: duration() },
  uniform: { lowMs: duration(), highMs: duration() },
};

const INSTANT = { kind: 'constant', ms: 0 } as const;
const RATE: Shape = { atMs: duration(0), perSecond: field('number', undefined, { min: 0, max: 1e6 }) };

const LOAD: Readonly<Record<string, Shape>> = {
  herd: { clients: count(1, MOST_CLIENTS), spreadMs: duration(0) },
  open: {
    arrivals: field('choice', 'poisson', { choices: ['poisson', 'even'] }),
    rate: list((value, name) => readShape(RATE, value, name), 1000),
    isRamp: field('boolean', false),
  },
  closed: { clients: count(1, MOST_CLIENTS), think: variants(DURATION, INSTANT) },
  trace: { atMs: list((value, name) => duration().read(value, name), MOST_CLIENTS) },
  batch: {
    clients: count(1, MOST_GROUPS),
    callsEach: count(1, MOST_CLIENTS),
    callsOfFirst: field('integer', null, { min: 1, max: MOST_CLIENTS, nullable: true }),
  },
};

const SERVICE: Readonly<Record<string, Shape>> = {
  limiter: {
    limiter: { read: readLimiter },
    cost: field('number', 1, { min: 0, max: 1e9 }),
    service: variants(DURATION, INSTANT),
    hintStepMs: duration(0),
  },
  'rule-book': {
    provider: { read: (value, name) => ruleBookOf(value as string, name).id },
    limits: { read: readLimits, otherwise: {} },
    service: variants(DURATION, INSTANT),
  },
  queue: {
    servers: count(1, 1_000_000, 1),
    room: field('integer', null, { min: 0, max: 1e9, nullable: true }),
    order: field('choice', 'fifo', { choices: ['fifo', 'lifo'] }),
    dropsExpired: field('boolean', false),
    service: variants(DURATION),
  },
  loaded: { baseMs: duration(0), perInFlightMs: duration(0), failShare: field('share', 0) },
  'contended-row': {},
  'slotted-channel': { slotMs: duration(undefined, 0.001) },
};

const SPAN = { fromMs: duration(), toMs: duration() };
const FAULT: Readonly<Record<string, Shape>> = {
  outage: {
    ...SPAN,
    messages: field('choice', 'hold', { choices: ['hold', 'drop', 'refuse'] }),
    share: field('share', 1),
  },
  slowdown: { ...SPAN, speed: field('number', undefined, { min: 0, max: 1000 }) },
  errors: { ...SPAN, failShare: field('share') },
  'store-outage': SPAN,
  crash: { ...SPAN, client: count(0, MOST_GROUPS) },
};

const text: Entry['read'] = (value, name) => {
  if (typeof value === 'string') return value;
  throw new InputError({ field: name, value, allowed: 'a text' });
};

const SCENARIO: Shape = {
  version: count(1, 1),
  id: field('name', 'own'),
  title: { read: text, otherwise: 'A scenario of your own' },
  story: { read: text, otherwise: '' },
  notice: { read: text, otherwise: '' },
  load: variants(LOAD),
  policy: { read: policyAt, otherwise: parsePolicy({}) },
  clients: group(
    { kind: field('choice', 'callers', { choices: ['callers', 'engines'] }), groups: count(1, MOST_GROUPS, 1) },
    { kind: 'callers', groups: 1 },
  ),
  store: { read: readStore, otherwise: null },
  layers: list(policyAt, 10, []),
  network: { read: (value, name) => (value === null ? null : variants(DURATION).read(value, name)), otherwise: null },
  service: variants(SERVICE),
  faults: list(variants(FAULT).read, 20, []),
  durationMs: duration(0),
  drainMs: field('duration', null, { nullable: true }),
  peakWindowMs: duration(1000, 1),
  seed: count(0, 2 ** 32 - 1, 1),
  runs: count(1, 10_000, 1),
  controls: list(readControl, 50, []),
  variants: list(readVariant, 10, []),
};

/**
 * Checks a scenario and fills in the defaults. Throws {@link PolicyError} listing every issue: key, value, what is allowed.
 */
export function parseScenario(input: ScenarioInput | unknown): Scenario {
  const scenario = readShape(SCENARIO, input, '') as unknown as Scenario;
  const issues = contradictions(scenario);
  if (issues.length > 0) throw new PolicyError(issues);
  return scenario;
}

const STORE: Shape = {
  roundTrip: variants(DURATION, { kind: 'constant', ms: 1 }),
  leaseMs: field('duration', 250, { min: 1 }),
  whenGone: field('choice', 'share', { choices: ['share', 'closed', 'open'] }),
};

function readStore(value: unknown, name: string): unknown {
  return value === null ? null : readShape(STORE, value, name);
}

const CONTROL: Shape = {
  key: field('name'),
  about: { read: text, otherwise: '' },
  kind: field('choice', undefined, { choices: ['count', 'rate', 'duration', 'share', 'number', 'choice'] }),
  paths: list(text, 10),
  min: { read: (value) => value, otherwise: null },
  max: { read: (value) => value, otherwise: null },
  choices: { read: (value) => value, otherwise: null },
};

function readControl(value: unknown, name: string): Control {
  const { min, max, choices, ...control } = readShape(CONTROL, value, name);
  const limits = { ...(min === null ? {} : { min }), ...(max === null ? {} : { max }) };
  return { ...control, ...limits, ...(choices === null ? {} : { choices }) } as unknown as Control;
}

function readVariant(value: unknown, name: string): Variant {
  const set: Entry['read'] = (given, at) => {
    if (isPlain(given)) return given;
    throw new InputError({ field: at, value: given, allowed: 'an object of values by path' });
  };
  return readShape({ name: { read: text }, set: { read: set } }, value, name) as unknown as Variant;
}

function policyAt(value: unknown, name: string): Policy {
  try {
    return parsePolicy(value);
  } catch (error) {
    if (!(error instanceof PolicyError)) throw error;
    throw new PolicyError(error.issues.map((issue) => ({ ...issue, field: `${name}.${issue.field}` })));
  }
}

function readLimiter(value: unknown, name: string): LimiterSpec {
  if (!isPlain(value)) {
    throw new InputError({
      field: name,
      value,
      allowed: 'an object such as { kind: "token-bucket", amount: 100, windowMs: 1000 }',
    });
  }
  checkLimiter(value as unknown as LimiterSpec, name);
  return value as unknown as LimiterSpec;
}

function readLimits(value: unknown, name: string): Record<string, number> {
  if (!isPlain(value)) throw new InputError({ field: name, value, allowed: 'an object of amounts by name' });
  const amount = field('amount');
  return collect((issues) =>
    Object.fromEntries(
      Object.entries(value).map(([key, given]) => [
        key,
        valueOrIssues(issues, () => amount.read(given, `${name}.${key}`)) as number,
      ]),
    ),
  );
}
