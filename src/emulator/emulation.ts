// One run of an emulator: what has been asked of it so far, and what it answers.

import { createRandom, type Random } from '../core/random/random.js';
import {
  type Admission,
  type Condition,
  conditionAnswer,
  Enforcer,
  NO_USAGE,
  type Refused,
  refusalAnswer,
  refusalStatus,
} from '../core/rulebooks/index.js';
import { AccelerationLimit } from './acceleration.js';
import { wholeMs } from './clock.js';
import { exactDelivery, ServedDelivery, saidDelivery, unreadableDelivery } from './deliveries.js';
import { type Asked, askedOf } from './demand.js';
import { drawFrom, type Trigger, triggerOf } from './draw.js';
import { type ArmedFault, armed, drawn, leavesNothing } from './faults.js';
import { earlyMs, type Gate, Gates, lengthen } from './gates.js';
import { toldWait } from './hints.js';
import { type Seen, SeenLog, type SeenOutcome } from './log.js';
import type { ConditionSwitch, ExactAnswer, FaultAction } from './options.js';
import type { Delivery } from './reply.js';
import { accountOf, type EmulatedRequest } from './request.js';
import type { Run, Visit } from './run.js';
import type { Settings } from './settings.js';

interface ArmedCondition {
  readonly condition: Condition;
  readonly settings: ConditionSwitch;
  readonly trigger: Trigger;
}

export class Emulation implements Run {
  readonly now: () => number;
  readonly settings: Settings;
  readonly random: Random;
  readonly enforcer: Enforcer;
  private readonly conditions: readonly ArmedCondition[];
  private readonly faults: readonly ArmedFault[];
  private readonly acceleration: AccelerationLimit | null;
  private readonly gates = new Gates();
  private readonly log: SeenLog;
  private readonly startedAt: number;
  private readonly exact: ExactAnswer[];
  private count = 0;

  constructor(settings: Settings) {
    const { script, book, clock } = settings;
    this.settings = settings;
    this.now = wholeMs(clock);
    this.startedAt = this.now();
    this.random = createRandom(script.seed ?? 1);
    this.enforcer = new Enforcer(book, script.othersShare);
    this.conditions = settings.conditions.map(({ condition, settings: given }) => {
      return { condition, settings: given, trigger: triggerOf(given.when, this.random) };
    });
    this.faults = armed(script.faults ?? [], this.random);
    this.acceleration = settings.acceleration === null ? null : new AccelerationLimit(settings.acceleration.limit);
    this.log = new SeenLog(script.logSize ?? 10_000);
    this.exact = [...(script.answers ?? [])];
  }

  /** Adds exact answers behind those that are still to be given. */
  play(answers: readonly ExactAnswer[]): void {
    this.exact.push(...answers);
  }

  seen(): Seen {
    return this.log.seen();
  }

  /** All that is random about a request is drawn here, so that answers depend on the order of arrival alone. */
  receive(request: EmulatedRequest): Delivery {
    const at = this.now();
    const visit: Visit = {
      request,
      at,
      occasion: { number: ++this.count, sinceStartMs: at - this.startedAt, path: request.path },
      account: accountOf(request),
      latencyMs: drawFrom(this.settings.script.latencyMs ?? 0, this.random),
    };
    const exact = this.exact.shift();
    if (exact !== undefined && exact.normal !== true) return this.exactly(visit, exact);
    const asked = askedOf(request, this.settings.book, visit.account);
    if (typeof asked !== 'string') return this.answer(visit, asked);
    this.note(visit, 'unreadable', 400, null, null, 0, NO_FAULTS);
    return unreadableDelivery(this, asked);
  }

  private answer(visit: Visit, asked: Asked): Delivery {
    const { at, occasion, account } = visit;
    const { acceleration, script } = this.settings;
    const counters = this.enforcer.countersOf(asked.demand, at);
    const gate = this.gates.longest(counters, account, at);
    const early = earlyMs(gate, at, script.flightMs ?? 0);
    if (this.acceleration !== null && acceleration !== null) {
      const waitMs = this.acceleration.waitMs(account, occasion.sinceStartMs);
      if (waitMs > 0) return this.underCondition(visit, asked, acceleration.condition, waitMs, early);
    }
    const on = this.conditions.find(({ trigger }) => trigger(occasion));
    if (on !== undefined) {
      return this.underCondition(visit, asked, on.condition, on.settings.waitMs ?? on.condition.waitMs ?? null, early);
    }
    const before = gate?.isLengthened ? gate.refusal : null;
    const admission = before ?? this.enforcer.admit(asked.demand, at, counters);
    if (admission.refused !== null) return this.refuse(visit, admission, admission.refused, gate, early);
    this.gates.open(counters, at);
    const faults = this.faultsOf(visit, 'served');
    // What is let in before the instant that a limit told came too early only if the server had told more than the truth.
    const isEarly = gate !== null && (gate.refusal === null || gate.trueAt <= at);
    this.note(visit, 'served', 200, null, null, isEarly ? early : 0, faults);
    return new ServedDelivery(this, visit, asked, admission, faults);
  }

  private refuse(visit: Visit, admission: Admission, refused: Refused, gate: Gate | null, early: number): Delivery {
    const { book } = this.settings;
    const { told, known } = this.waitFor(visit.at, admission, refused, gate, early);
    const faults = this.faultsOf(visit, 'refused');
    this.note(visit, 'refused', refusalStatus(book, refused), refused.by.name, told, early, faults);
    const begun = (now: number): Admission => {
      if (known !== null) known.knownAt = Math.min(known.knownAt, now);
      return { ...admission, waitMs: told === null ? null : Math.max(0, told - (now - visit.at)) };
    };
    return saidDelivery(this, visit, faults, begun, (standing) => refusalAnswer(book, standing));
  }

  /** The wait to tell, and the gate whose instant it is. */
  private waitFor(at: number, admission: Admission, refused: Refused, gate: Gate | null, early: number) {
    const { penalty, hints } = this.settings.script;
    if (penalty !== undefined && gate !== null && gate.refusal !== null && (early > 0 || gate.isLengthened)) {
      return { told: early > 0 ? lengthen(gate, at, penalty) : gate.allowedAt - at, known: gate };
    }
    const bucket = admission.counters?.find(({ rule }) => rule.name === refused.by.name)?.bucket ?? '';
    const refusals = this.gates.count(bucket);
    const told = refused.isForever ? null : toldWait(admission.waitMs, refusals, hints, this.random);
    if (told === null) return { told, known: null };
    return { told, known: this.gates.shut(bucket, at + told, at + (admission.waitMs ?? 0), admission) };
  }

  /** An answer in the place of the endpoint's own. */
  private underCondition(
    visit: Visit,
    { demand }: Asked,
    condition: Condition,
    waitMs: number | null,
    early: number,
  ): Delivery {
    const { at, account } = visit;
    const faults = this.faultsOf(visit, 'refused');
    // A failure is found out while the request is processed; whatever else comes before anything is taken.
    const taken = condition.kind === 'failure' ? this.enforcer.admit(demand, at) : null;
    let known: Gate | null = null;
    if (waitMs !== null) {
      this.gates.count(account);
      known = this.gates.shut(account, at + waitMs, at + waitMs, null);
    }
    this.note(visit, 'condition', condition.status, condition.id, waitMs, early, faults);
    const begun = (now: number): Admission => {
      if (known !== null) known.knownAt = Math.min(known.knownAt, now);
      return { demand, refused: null, waitMs, holdings: [] };
    };
    const end = (): void => {
      if (taken?.refused === null) this.enforcer.settle(taken, NO_USAGE, this.now());
    };
    const write = conditionAnswer.bind(null, this.settings.book, condition);
    return saidDelivery(this, visit, faults, begun, write, end);
  }

  private exactly(visit: Visit, answer: ExactAnswer): Delivery {
    const own = answer.fault === undefined ? [] : armed([answer.fault], this.random);
    const faults = drawn(own, visit.occasion, 'served', this.random);
    this.note(visit, 'scripted', answer.status ?? 200, null, null, 0, faults);
    return exactDelivery(this, visit, answer, faults);
  }

  private faultsOf({ occasion }: Visit, end: 'served' | 'refused'): readonly FaultAction[] {
    return drawn(this.faults, occasion, end, this.random);
  }

  private note(
    { occasion, at, account, request }: Visit,
    outcome: SeenOutcome,
    status: number,
    by: string | null,
    waitMs: number | null,
    early: number,
    faults: readonly FaultAction[],
  ): void {
    this.log.add({
      number: occasion.number,
      at,
      key: account,
      method: request.method,
      path: request.path,
      outcome,
      status: leavesNothing(faults) ? null : status,
      by,
      waitMs,
      earlyMs: early,
      faults: faults.length === 0 ? NO_KINDS : faults.map(({ kind }) => kind),
    });
  }
}

const NO_FAULTS: readonly FaultAction[] = [];
const NO_KINDS: readonly string[] = [];
