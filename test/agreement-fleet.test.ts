import { describe, expect, it } from 'vitest';
import { compile, type Rules } from '../src/core/backoff/compile.js';
import { CallState } from '../src/core/engine/call-state.js';
import { Decision } from '../src/core/engine/decision.js';
import { Engine } from '../src/core/engine/engine.js';
import { classify, NO_RESPONSE, type Outcome, Trait } from '../src/core/engine/outcome.js';
import { parsePolicy } from '../src/core/policy/parse-policy.js';
import { createRandom } from '../src/core/random/random.js';
import { Fleet } from '../src/simulator/fleet.js';
import { Link } from '../src/simulator/link.js';
import { Purpose, RandomStreams, streamSeed } from '../src/simulator/random-streams.js';
import { Run } from '../src/simulator/run.js';
import { NO_HINT } from '../src/simulator/service.js';
import { SimulatedClient } from '../src/simulator/simulated-client.js';
import { randomScenario, resultOf, type ScriptedCall } from './agreement/script.js';

const CASES = 1000;

/** What became of a call: when its attempts left, when and how it ended. */
interface Trace {
  readonly sentAt: number[];
  endedAt: number;
  decision: Decision | -1;
}

interface Case {
  readonly rules: Rules;
  readonly seed: number;
  /** All clients begin at 0; the calls of one come one after the other. */
  readonly clients: readonly (readonly ScriptedCall[])[];
}

/** Every way for a lone call to end, and for one that comes after others of its client. */
const ENDS: readonly Decision[] = [
  Decision.RETURN,
  Decision.GIVE_UP_ATTEMPTS,
  Decision.GIVE_UP_REFUSALS,
  Decision.GIVE_UP_NOT_REPEATABLE,
  Decision.GIVE_UP_HINT,
  Decision.GIVE_UP_DEADLINE,
  Decision.GIVE_UP_BUDGET,
  Decision.GIVE_UP_BREAKER,
  Decision.GIVE_UP_THROTTLED,
];

describe('a fleet of plain callers does what as many engines do', () => {
  it(`${CASES} random policies and outcomes give the same attempts, instants and ends`, () => {
    const ends = new Set<number>();
    for (let seed = 1; seed <= CASES; seed++) {
      const theCase = seed % 2 === 0 ? loneCalls(seed) : callsInTurn(seed);
      const engines = playEngines(theCase);
      expect(playFleet(theCase), `case ${seed}: ${JSON.stringify(theCase.rules.policy)}`).toEqual(engines);
      for (const { decision } of engines.flat()) ends.add(decision);
    }
    expect([...ends].sort((a, b) => a - b)).toEqual([...ENDS].sort((a, b) => a - b));
  });

  it('another seed gives other instants, so the comparison sees the draws', () => {
    const theCase = loneCalls(3);
    expect(playFleet({ ...theCase, seed: 4 })).not.toEqual(playFleet(theCase));
  });
});

/** Each call is the only one of its client, and anything may happen to it. */
function loneCalls(seed: number): Case {
  const { policy, calls } = randomScenario(seed);
  return { rules: plainRules(policy), seed, clients: calls.map((call) => [call]) };
}

/**
 * One client, whose later calls find its budget, throttle and breaker as the earlier ones left them. No refusals and no
 * hints: an engine would shut the bucket for its later calls, which callers of a fleet do not tell each other.
 */
function callsInTurn(seed: number): Case {
  const { policy, calls } = randomScenario(seed);
  const turns = [...calls, ...calls, ...calls].map((call) => ({
    ...call,
    results: call.results.map((result) => ({
      ...result,
      hintMs: null,
      status: result.status === 429 ? 500 : result.status,
    })),
  }));
  return { rules: plainRules(policy), seed, clients: [turns] };
}

function plainRules(policy: ReturnType<typeof randomScenario>['policy']): Rules {
  return compile(parsePolicy({ ...policy, quotas: [], maxInFlight: null }));
}

function answerOf(rules: Rules, call: ScriptedCall, attempt: number) {
  const { status, latencyMs, hintMs } = resultOf(call, attempt);
  const isResponse = status > 1;
  const outcome = isResponse
    ? classify(rules, status, null, Trait.NONE)
    : classify(rules, NO_RESPONSE, null, status === 1 ? Trait.NOT_SENT : Trait.NONE);
  return { outcome, latencyMs, hintMs: isResponse ? hintMs : null };
}

const newTrace = (): Trace => ({ sentAt: [], endedAt: -1, decision: -1 });

function playEngines({ rules, seed, clients }: Case): Trace[][] {
  const run = new Run();
  const traces = clients.map((calls) => calls.map(newTrace));
  const traceOf = (client: number, index: number): Trace => (traces[client] as Trace[])[index] as Trace;
  for (const [client, calls] of clients.entries()) {
    const random = createRandom(streamSeed(seed, Purpose.BACKOFF, client)).next;
    const engine = new Engine(rules, { random });
    const server = {
      serve(call: CallState, caller: SimulatedClient): void {
        const index = call.payload as number;
        traceOf(client, index).sentAt.push(run.now);
        const { latencyMs, ...result } = answerOf(rules, calls[index] as ScriptedCall, call.attempt);
        caller.answerAt(run.now + latencyMs, call, result, run);
      },
    };
    const submit = (index: number, at: number): void => {
      if (index < calls.length) driver.submitAt(at, new CallState(engine.key('', ''), null, true, index), run);
    };
    const driver = new SimulatedClient(engine, server, (call, now) => {
      const index = call.payload as number;
      Object.assign(traceOf(client, index), { endedAt: now, decision: call.decision });
      submit(index + 1, now + gapOf(calls[index]));
    });
    submit(0, 0);
  }
  run.start();
  return traces;
}

function playFleet({ rules, seed, clients }: Case): Trace[][] {
  const run = new Run();
  const traces = clients.map((calls) => calls.map(newTrace));
  const traceOf = (client: number, index: number): Trace => (traces[client] as Trace[])[index] as Trace;
  const link = new Link(run, null);
  const turn = clients.map(() => 0);
  const begin = run.register({ handle: (_event, client) => fleet.begin(client, client, run) });
  const answers: [row: number, tag: number, outcome: Outcome, hintMs: number][] = [];
  const answer = run.register({
    handle: (_event, place) => link.reply(...(answers[place] as (typeof answers)[number]), run),
  });
  const fleet = new Fleet(run, {
    rules,
    link,
    random: new RandomStreams(seed, Purpose.BACKOFF),
    groups: clients.length,
    onEnd: (client, decision) => {
      const index = turn[client] as number;
      Object.assign(traceOf(client, index), { endedAt: run.now, decision });
      turn[client] = index + 1;
      if (clients[client]?.[index + 1] !== undefined)
        run.schedule(run.now + gapOf(clients[client]?.[index]), begin, 0, client);
    },
  });
  // All begin in one instant, so that the row of a call is the number of its client.
  const service = {
    arrive(row: number, tag: number): void {
      const index = turn[row] as number;
      const { sentAt } = traceOf(row, index);
      sentAt.push(run.now);
      const { outcome, hintMs, latencyMs } = answerOf(rules, clients[row]?.[index] as ScriptedCall, sentAt.length);
      answers.push([row, tag, outcome, hintMs ?? NO_HINT]);
      run.schedule(run.now + latencyMs, answer, 0, answers.length - 1);
    },
  };
  link.connect(fleet, service);
  for (let client = 0; client < clients.length; client++) run.schedule(0, begin, 0, client);
  run.start();
  return traces;
}

/** How long a client pauses after a call. */
function gapOf(call: ScriptedCall | undefined): number {
  return 1 + (call?.at ?? 0) / 10;
}
