import { compile } from '../../src/core/backoff/compile.js';
import { CallState } from '../../src/core/engine/call-state.js';
import { Engine } from '../../src/core/engine/engine.js';
import { explain } from '../../src/core/engine/explain.js';
import { classify, NO_RESPONSE, Trait } from '../../src/core/engine/outcome.js';
import { parsePolicy } from '../../src/core/policy/parse-policy.js';
import { createRandom } from '../../src/core/random/random.js';
import { Run } from '../../src/simulator/run.js';
import { SimulatedClient } from '../../src/simulator/simulated-client.js';
import { resultOf, type Scenario, type Trace } from './script.js';

/** Plays a case through the simulator driver. */
export function playSimulated(scenario: Scenario): Trace[] {
  const rules = compile(parsePolicy(scenario.policy));
  const engine = new Engine(rules, { random: createRandom(scenario.seed).next });
  const traces = scenario.calls.map((): Trace => ({ sentAt: [], endedAt: -1, reason: '', retryAfterMs: null }));
  const run = new Run();
  const server = {
    serve(call: CallState, client: SimulatedClient, at: Run): void {
      const index = call.payload as number;
      (traces[index] as Trace).sentAt.push(at.now);
      const { status, latencyMs, hintMs } = resultOf(scenario.calls[index] as Scenario['calls'][number], call.attempt);
      const outcome =
        status > 1
          ? classify(rules, status, null, Trait.NONE)
          : classify(rules, NO_RESPONSE, null, status === 1 ? Trait.NOT_SENT : Trait.NONE);
      client.answerAt(at.now + latencyMs, call, { outcome, hintMs: status > 1 ? hintMs : null }, at);
    },
  };
  const client = new SimulatedClient(engine, server, (call, now) => {
    const { reason, waitMs } = explain(call, now);
    Object.assign(traces[call.payload as number] as Trace, { endedAt: now, reason, retryAfterMs: waitMs });
  });
  for (const [index, call] of scenario.calls.entries()) {
    const key = engine.key('https://api.example', call.bucket);
    const state = new CallState(key, null, call.repeatable, index);
    client.submitAt(call.at, state, run);
    if (call.abortAfterMs !== null) client.abortAt(call.at + call.abortAfterMs, state, run);
  }
  run.start();
  return traces;
}
