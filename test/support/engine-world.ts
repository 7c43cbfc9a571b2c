import { compile } from '../../src/core/backoff/compile.js';
import { CallState } from '../../src/core/engine/call-state.js';
import type { Scope } from '../../src/core/engine/cooldown.js';
import { Decision, isGiveUp } from '../../src/core/engine/decision.js';
import { Engine } from '../../src/core/engine/engine.js';
import { Outcome } from '../../src/core/engine/outcome.js';
import { parsePolicy } from '../../src/core/policy/parse-policy.js';
import type { PolicyInput } from '../../src/core/policy/policy.js';
import { createRandom } from '../../src/core/random/random.js';

/** How an attempt ends. */
export interface Result {
  readonly outcome: Outcome;
  /** null: it never ends by itself. */
  readonly latencyMs: number | null;
  readonly hintMs?: number | null;
  readonly scope?: Scope;
}

/** A call, and what happens to it. */
export interface Script {
  readonly at: number;
  readonly account?: string;
  readonly bucket?: string;
  readonly costs?: readonly number[] | null;
  readonly repeatable?: boolean;
  readonly abortAt?: number | null;
  /** One per attempt; the last repeats. */
  readonly results: readonly Result[];
}

/** What is seen of the engine from outside. */
export interface Observer {
  sent?(call: CallState, script: Script, now: number): void;
  answered?(call: CallState, script: Script, result: Result, decision: Decision, now: number): void;
  /** The engine has nothing more to do at `now`. */
  idle?(engine: Engine, calls: readonly CallState[], now: number): void;
}

export interface WorldOptions {
  readonly seed?: number;
  readonly maxQueued?: number;
  readonly observer?: Observer;
  /** How late a wake-up comes; the same instant unless given. */
  readonly lateMs?: () => number;
  /** Instants at which the driver looks in although nothing is due. */
  readonly nudges?: readonly number[];
}

export interface World {
  readonly engine: Engine;
  readonly calls: readonly CallState[];
  /** Per call: when each attempt left. */
  readonly sentAt: readonly number[][];
  /** Per call: how and when it ended. A call that ends twice, or never, shows it here. */
  readonly ends: readonly { readonly at: number; readonly decision: Decision }[][];
  readonly now: number;
}

type Happening = (now: number) => void;

/**
 * Plays calls against the engine on a virtual clock: the smallest driver there can be, with a plain sorted list for a
 * queue of events, so that it shares no code with the engine.
 */
export function play(policy: PolicyInput, scripts: readonly Script[], options: WorldOptions = {}): World {
  const { observer = {}, lateMs = () => 0, maxQueued } = options;
  const random = createRandom(options.seed ?? 1).next;
  const engine = new Engine(compile(parsePolicy(policy)), maxQueued === undefined ? { random } : { random, maxQueued });
  const events: { at: number; happen: Happening }[] = [];
  const sentAt = scripts.map((): number[] => []);
  const ends = scripts.map((): { at: number; decision: Decision }[] => []);
  let wakeUp: { at: number; happen: Happening } | null = null;
  let clock = 0;

  const schedule = (at: number, happen: Happening) => {
    const event = { at, happen };
    const after = events.findIndex((other) => other.at > at);
    events.splice(after < 0 ? events.length : after, 0, event);
    return event;
  };
  const end = (index: number, decision: Decision, at: number): void => {
    ends[index]?.push({ at, decision });
  };
  const calls = scripts.map((script, index) => {
    const key = engine.key(script.account ?? 'account', script.bucket ?? 'bucket');
    return new CallState(key, script.costs ?? null, script.repeatable ?? true, index);
  });

  const answer = (call: CallState, attempt: number, result: Result, now: number): void => {
    if (call.attempt !== attempt || (call.decision !== Decision.SEND && call.decision !== Decision.CUT)) return;
    const index = call.payload as number;
    const decision = engine.answer(call, result.outcome, result.hintMs ?? null, now, result.scope ?? 'bucket');
    observer.answered?.(call, scripts[index] as Script, result, decision, now);
    if (decision !== Decision.RETRY) end(index, decision, now);
  };

  const send = (call: CallState, now: number): void => {
    const index = call.payload as number;
    const script = scripts[index] as Script;
    const { attempt } = call;
    const result = script.results[Math.min(attempt, script.results.length) - 1] as Result;
    sentAt[index]?.push(now);
    observer.sent?.(call, script, now);
    if (result.latencyMs !== null) schedule(now + result.latencyMs, (at) => answer(call, attempt, result, at));
  };

  const pump = (now: number): void => {
    for (let call = engine.next(now); call !== null; call = engine.next(now)) {
      if (call.decision === Decision.SEND) send(call, now);
      else if (call.decision === Decision.CUT) {
        answer(call, call.attempt, { outcome: Outcome.UNKNOWN, latencyMs: 0 }, now);
      } else end(call.payload as number, call.decision, now);
    }
    observer.idle?.(engine, calls, now);
    const at = engine.wakeAt();
    if (wakeUp !== null && wakeUp.at < Infinity) events.splice(events.indexOf(wakeUp), 1);
    wakeUp =
      at === Infinity
        ? null
        : schedule(at + lateMs(), () => {
            wakeUp = null;
          });
  };

  for (const [index, script] of scripts.entries()) {
    const call = calls[index] as CallState;
    schedule(script.at, (now) => {
      const decision = engine.submit(call, now);
      if (decision !== Decision.QUEUED) end(index, decision, now);
    });
    if (script.abortAt != null) {
      schedule(script.abortAt, (now) => {
        if (ends[index]?.length !== 0) return;
        engine.abort(call, now);
        end(index, call.decision, now);
      });
    }
  }
  for (const at of options.nudges ?? []) schedule(at, () => {});

  for (let event = events.shift(); event !== undefined; event = events.shift()) {
    clock = event.at;
    event.happen(clock);
    pump(clock);
  }
  return { engine, calls, sentAt, ends, now: clock };
}

/** The name of a decision, for messages that can be read. */
function nameOf(decision: Decision | undefined): string {
  return Object.entries(Decision).find(([, code]) => code === decision)?.[0] ?? 'none';
}

/** How each call ended, by name. */
export function endsOf(world: World): string[] {
  return world.ends.map((ends) => ends.map(({ decision }) => nameOf(decision)).join(' and ') || 'never');
}

export { isGiveUp };
