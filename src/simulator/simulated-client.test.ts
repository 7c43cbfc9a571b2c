import { describe, expect, it } from 'vitest';
import { compile } from '../core/backoff/compile.js';
import { CallState } from '../core/engine/call-state.js';
import { Engine } from '../core/engine/engine.js';
import { explain } from '../core/engine/explain.js';
import { Outcome } from '../core/engine/outcome.js';
import { parsePolicy } from '../core/policy/parse-policy.js';
import type { PolicyInput } from '../core/policy/policy.js';
import { createRandom } from '../core/random/random.js';
import { Run } from './run.js';
import { SimulatedClient } from './simulated-client.js';

interface Scripted {
  readonly outcome: Outcome;
  readonly hintMs?: number | null;
  readonly latencyMs: number;
}

const OK: Scripted = { outcome: Outcome.OK, latencyMs: 10 };

/** A run with one client and a server that answers from a script, one entry per attempt; the last repeats. */
function simulate(policy: PolicyInput, script: readonly Scripted[], seed = 1) {
  const rules = compile(parsePolicy({ jitter: 'none', ...policy }));
  const engine = new Engine(rules, { random: createRandom(seed).next });
  const run = new Run();
  const sentAt: number[] = [];
  const ends: [name: unknown, reason: string, at: number][] = [];
  const server = {
    serve(call: CallState, client: SimulatedClient, at: Run): void {
      sentAt.push(at.now);
      const { outcome, hintMs = null, latencyMs } = script[Math.min(sentAt.length, script.length) - 1] ?? OK;
      client.answerAt(at.now + latencyMs, call, { outcome, hintMs }, at);
    },
  };
  const client = new SimulatedClient(engine, server, (call, now) => {
    ends.push([call.payload, explain(call, now).reason, now]);
  });
  const call = (name: string): CallState => new CallState(engine.key('', ''), null, true, name);
  return { run, engine, client, call, sentAt, ends };
}

describe('a simulated client', () => {
  it('sends a call at once and ends with its answer', () => {
    const { run, client, call, sentAt, ends } = simulate({}, [OK]);
    client.submitAt(5, call('a'), run);
    run.start();
    expect(sentAt).toEqual([5]);
    expect(ends).toEqual([['a', 'answered', 15]]);
  });

  it('waits out its backoff and what the server says', () => {
    const policy = { backoff: { baseMs: 100 }, maxAttempts: 4 };
    const script: Scripted[] = [
      { outcome: Outcome.UNKNOWN, latencyMs: 10 },
      { outcome: Outcome.REFUSED, hintMs: 5000, latencyMs: 10 },
      { outcome: Outcome.OVERLOADED, latencyMs: 10 },
      OK,
    ];
    const { run, client, call, sentAt, ends } = simulate(policy, script);
    client.submitAt(0, call('a'), run);
    run.start();
    expect(sentAt).toEqual([0, 110, 5120, 5530]);
    expect(ends).toEqual([['a', 'answered', 5540]]);
  });

  it('gives up in the end', () => {
    const { run, client, call, sentAt, ends } = simulate({ maxAttempts: 3, backoff: { baseMs: 100 } }, [
      { outcome: Outcome.UNKNOWN, latencyMs: 0 },
    ]);
    client.submitAt(0, call('a'), run);
    run.start();
    expect(sentAt).toEqual([0, 100, 300]);
    expect(ends).toEqual([['a', 'attempts-exhausted', 300]]);
  });

  it('cuts an attempt that takes too long, and does not believe its late answer', () => {
    const policy = { attemptTimeoutMs: 100, backoff: { baseMs: 50 }, maxAttempts: 3 };
    const { run, client, call, sentAt, ends } = simulate(policy, [
      // Comes while the second attempt is in flight.
      { outcome: Outcome.OK, latencyMs: 170 },
      { outcome: Outcome.OK, latencyMs: Number.POSITIVE_INFINITY },
      OK,
    ]);
    client.submitAt(0, call('a'), run);
    run.start();
    expect(sentAt).toEqual([0, 150, 350]);
    expect(ends).toEqual([['a', 'answered', 360]]);
  });

  it('ends a call at its deadline, in flight or queued', () => {
    const { run, client, call, ends, engine } = simulate({ deadlineMs: 100, maxInFlight: 1 }, [
      { outcome: Outcome.OK, latencyMs: Number.POSITIVE_INFINITY },
    ]);
    client.submitAt(0, call('in flight'), run);
    client.submitAt(30, call('queued'), run);
    run.start();
    expect(ends).toEqual([
      ['in flight', 'wait-exceeds-deadline', 100],
      ['queued', 'wait-exceeds-deadline', 130],
    ]);
    expect([engine.inFlight, engine.queued]).toEqual([0, 0]);
  });

  it.each<[string, number, number[]]>([
    ['queued', 5, []],
    ['in flight', 25, [20]],
    ['waiting', 60, [20]],
  ])('ends a call that is %s when its caller aborts it, and tells so once', (_, abortAt, sent) => {
    const script: Scripted[] = [
      { outcome: Outcome.OK, latencyMs: 20 },
      { outcome: Outcome.UNKNOWN, latencyMs: 20 },
    ];
    const { run, client, call, sentAt, ends, engine } = simulate({ maxInFlight: 1, backoff: { baseMs: 1000 } }, script);
    const aborted = call('aborted');
    client.submitAt(0, call('blocker'), run);
    client.submitAt(1, aborted, run);
    client.abortAt(abortAt, aborted, run);
    client.abortAt(abortAt + 1, aborted, run);
    run.start();
    expect(sentAt.slice(1)).toEqual(sent);
    expect(ends.filter(([name]) => name === 'aborted')).toEqual([['aborted', 'aborted', abortAt]]);
    expect([engine.inFlight, engine.queued]).toEqual([0, 0]);
  });

  it('does not submit a call that was aborted before', () => {
    const { run, client, call, sentAt, ends } = simulate({}, [OK]);
    const early = call('early');
    client.submitAt(10, early, run);
    client.abortAt(5, early, run);
    run.start();
    expect(sentAt).toEqual([]);
    expect(ends).toEqual([['early', 'aborted', 5]]);
  });

  it('does not end a call twice that is aborted after its answer', () => {
    const { run, client, call, ends } = simulate({}, [OK]);
    const done = call('done');
    client.submitAt(0, done, run);
    client.abortAt(50, done, run);
    run.start();
    expect(ends).toEqual([['done', 'answered', 10]]);
  });

  it('tells of a call that is refused at once', () => {
    const policy = { quotas: [{ name: 'requests', amount: 1, windowMs: 60_000 }], deadlineMs: 1000 };
    const { run, client, call, ends } = simulate(policy, [OK]);
    client.submitAt(0, call('a'), run);
    client.submitAt(20, call('b'), run);
    run.start();
    expect(ends).toEqual([
      ['a', 'answered', 10],
      ['b', 'wait-exceeds-deadline', 20],
    ]);
  });

  it('keeps to what may be in flight', () => {
    const { run, client, call, sentAt } = simulate({ maxInFlight: 2 }, [OK]);
    for (const name of ['a', 'b', 'c', 'd', 'e']) client.submitAt(0, call(name), run);
    run.start();
    expect(sentAt).toEqual([0, 0, 10, 10, 20]);
  });

  it('does the same again with the same seed, and something else with another', () => {
    const play = (seed: number) => {
      const script: Scripted[] = [{ outcome: Outcome.UNKNOWN, latencyMs: 3 }];
      const { run, client, call, sentAt, ends } = simulate({ jitter: 'full', maxAttempts: 20 }, script, seed);
      for (let index = 0; index < 20; index++) client.submitAt(index, call(String(index)), run);
      run.start();
      return { sentAt, ends, events: run.events, now: run.now };
    };
    expect(play(7)).toEqual(play(7));
    expect(play(8)).not.toEqual(play(7));
  });

  it('wakes no more often than there is something to do', () => {
    const { run, client, call } = simulate({ backoff: { baseMs: 100 }, maxAttempts: 10 }, [
      { outcome: Outcome.UNKNOWN, latencyMs: 10 },
    ]);
    client.submitAt(0, call('a'), run);
    run.start();
    // A submission, ten answers and nine ends of a wait.
    expect(run.events).toBe(1 + 10 + 9);

    const busy = simulate({ backoff: { baseMs: 1000 } }, [{ outcome: Outcome.OVERLOADED, latencyMs: 10 }, OK]);
    for (const at of [0, 100, 200, 300, 400, 500]) busy.client.submitAt(at, busy.call(String(at)), busy.run);
    busy.run.start();
    // The other calls come and go while the first one waits: six submissions, seven answers, one end of a wait.
    expect(busy.run.events).toBe(6 + 7 + 1);
  });
});
