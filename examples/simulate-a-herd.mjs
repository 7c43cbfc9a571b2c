// A hundred clients meet an API that serves ten calls a second. The simulated clients run the very engine that people run.
import { CallState, compile, createRandom, Engine, Outcome, parsePolicy } from 'holdoff/core';
import { Run, SimulatedClient } from 'holdoff/simulator';

function herd(jitter) {
  const run = new Run();
  const rules = compile(parsePolicy({ jitter, backoff: { baseMs: 1000, capMs: null }, maxAttempts: 50 }));
  let calls = 0;
  let level = 10;
  let updatedAt = 0;
  const server = {
    serve(call, client) {
      calls += 1;
      level = Math.min(10, level + (run.now - updatedAt) / 100);
      updatedAt = run.now;
      const served = level >= 1;
      if (served) level -= 1;
      client.answerAt(run.now, call, { outcome: served ? Outcome.OK : Outcome.REFUSED, hintMs: null }, run);
    },
  };
  let lastEnd = 0;
  for (let seed = 0; seed < 100; seed++) {
    const engine = new Engine(rules, { random: createRandom(seed).next });
    const client = new SimulatedClient(engine, server, (_call, now) => {
      lastEnd = Math.max(lastEnd, now);
    });
    client.submitAt(0, new CallState(engine.key('', ''), null, true, null), run);
  }
  run.start();
  return `${calls} calls, done after ${(lastEnd / 1000).toFixed(0)} s`;
}

console.log('no jitter:  ', herd('none'));
console.log('full jitter:', herd('full'));

// Output:
// no jitter:   550 calls, done after 511 s
// full jitter: 390 calls, done after 17 s
